/** Why widgets cannot move between a flow and a subflow, as a value: the page has the sentences. */

/** `widget`, `reader` and `target` are names of widgets, `path` is a variable as a template writes it. */
export type SubflowObstacle =
  | { code: 'nothing' | 'noEntry' | 'isSubflow' | 'notRun' | 'noParentEntry' }
  | { code: 'severalEntries'; widgets: readonly string[] }
  | { code: 'unnamed' | 'nested' | 'start' | 'ownCall' | 'computedKey' | 'unknownType'; widget: string }
  | { code: 'hangup'; widget: string; target: string }
  | { code: 'readsAll' | 'notInSubflow'; widget: string; path: string }
  | { code: 'earlierRound'; reader: string; widget: string };
