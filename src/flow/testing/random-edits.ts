/** Random edits of flows, for property-based tests: any command of the designer, with any arguments that exist. */

import fc from 'fast-check';
import { annotationColors } from '../annotations/entries.ts';
import {
  changeGroup,
  followMembers,
  groupsOf,
  groupWidgets,
  moveGroup,
  removeGroup,
} from '../annotations/groups.ts';
import type { Selection } from '../annotations/travelling.ts';
import type { FlowDefinition } from '../definition.ts';
import { addWidget } from '../edit/add-widget.ts';
import { addBranch, moveBranch, removeBranch, setCondition } from '../edit/branches.ts';
import { connect, disconnect, insertNewOnCord, insertOnCord } from '../edit/connect.ts';
import { copyWidgets, duplicateWidgets, pasteWidgets } from '../edit/copy-widgets.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { removeAndReconnect, removeWidgets } from '../edit/remove-widgets.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { applyReplacements, planReplacements } from '../edit/replace-text.ts';
import { setDescription, setFlags } from '../edit/set-flow.ts';
import { replaceState, setProperty } from '../edit/set-property.ts';
import { outletsOf, widgetIds } from '../graph.ts';
import type { Json } from '../json/json.ts';
import { widgetTypeNames } from '../widgets/widget-type.ts';
import { grown } from './test-flow.ts';

/** Flows with up to a dozen widgets of any type, cords between them, and an unknown key. */
export const grownFlow = fc
  .array(fc.tuple(fc.constantFrom(...widgetTypeNames), fc.nat(), fc.nat()), { maxLength: 12 })
  .map(grown);

/** Which edit, and numbers and a word from which its arguments are picked out of the flow as it then is. */
export type EditWish = { edit: keyof typeof edits; a: number; b: number; c: number; word: string };

/** Every edit command of the designer. */
const edits = {
  add: (flow, { a, b, word }) => addWidget(flow, pick(widgetTypeNames, a), { x: b, y: a }, word).definition,
  remove: (flow, { a, b }) => removeWidgets(flow, [widgetOf(flow, a), widgetOf(flow, b)]),
  heal: (flow, { a, b }) => removeAndReconnect(flow, [widgetOf(flow, a), widgetOf(flow, b)]),
  rename: (flow, { a, word }) => resultOf(renameWidget(flow, widgetOf(flow, a), word), flow),
  move: (flow, { a, b }) => moveWidgets(flow, new Map([[widgetOf(flow, a), { x: b, y: -b }]])),
  connect: (flow, { a, b, c }) => connect(flow, outletOf(flow, a, b), widgetOf(flow, c)),
  disconnect: (flow, { a, b }) => disconnect(flow, outletOf(flow, a, b)),
  insert: (flow, { a, b, c }) => insertOnCord(flow, outletOf(flow, a, b), widgetOf(flow, c)),
  insertNew: (flow, { a, b, c }) =>
    insertNewOnCord(flow, outletOf(flow, a, b), pick(widgetTypeNames, c), { x: 0, y: 0 }).definition,
  duplicate: (flow, { a, b }) => duplicateWidgets(flow, selectionOf(flow, a, b)).definition,
  paste: (flow, { a, b }) =>
    resultOf(pasteWidgets(flow, copyWidgets(flow, selectionOf(flow, a, b)), null), flow),
  set: (flow, { a, word }) => setProperty(flow, widgetOf(flow, a), word, `{{widgets.${word}.x}}`),
  unset: (flow, { a }) => setProperty(flow, widgetOf(flow, a), 'body', undefined),
  replace: (flow, { a, b, word }) =>
    resultOf(
      replaceState(flow, widgetOf(flow, a), { ...(pick(flow.states, b) as object), name: word } as Json),
      flow,
    ),
  branch: (flow, { a }) => addBranch(flow, widgetOf(flow, a)).definition,
  unbranch: (flow, { a, b }) => removeBranch(flow, widgetOf(flow, a), outletOf(flow, a, b).outlet),
  order: (flow, { a, b, c }) => moveBranch(flow, widgetOf(flow, a), outletOf(flow, a, b).outlet, c % 4),
  condition: (flow, { a, b, word }) =>
    setCondition(flow, widgetOf(flow, a), outletOf(flow, a, b).outlet, 0, { value: word }),
  replaceText: (flow, { a, b, word }) => {
    // Of arbitrary JSON, which may be no text.
    const name: unknown = pick(flow.states, a).name;
    const searched = (typeof name === 'string' ? name : 'e').slice(0, 1 + (b % 4));
    return applyReplacements(flow, planReplacements(flow, searched, word));
  },
  describe: (flow, { word }) => setDescription(flow, word),
  group: (flow, { a, b, word }) =>
    groupWidgets(flow, `g${a % 3}`, [widgetOf(flow, a), widgetOf(flow, b)], word),
  changeGroup: (flow, { a, b, word }) =>
    changeGroup(flow, groupOf(flow, a), {
      title: word,
      color: pick(annotationColors, b),
      collapsed: b % 2 === 0,
    }),
  moveGroup: (flow, { a, b, c }) => moveGroup(flow, groupOf(flow, a), { x: b * 10, y: -c * 10 }),
  ungroup: (flow, { a }) => removeGroup(flow, groupOf(flow, a)),
  moveWithFrame: (flow, { a, b, c }) =>
    followMembers(flow, moveWidgets(flow, new Map([[widgetOf(flow, a), { x: b * 10, y: c * 10 }]])), {
      keepsMembers: c % 2 === 0,
    }),
  flags: (flow, { a }) => setFlags(flow, { allow_concurrent_calls: a % 2 === 0 }),
} satisfies Record<string, (flow: FlowDefinition, wish: Omit<EditWish, 'edit'>) => FlowDefinition>;

export const editWish: fc.Arbitrary<EditWish> = fc.record({
  edit: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])),
  a: fc.nat({ max: 60 }),
  b: fc.nat({ max: 60 }),
  c: fc.nat({ max: 60 }),
  word: fc.constantFrom('ask', 'greet', 'fresh', 'two words', '', 'Trigger', 'ask_2', 'ünder-score_1'),
});
/** Up to fifteen edits, to be performed one after the other. */
export const editScript = fc.array(editWish, { minLength: 1, maxLength: 15 });

/** The flow after the edit; the same flow where it cannot be done. */
export function perform(flow: FlowDefinition, { edit, ...rest }: EditWish): FlowDefinition {
  return edits[edit](flow, rest);
}

function resultOf(
  result: { ok: true; definition: FlowDefinition } | { ok: false },
  flow: FlowDefinition,
): FlowDefinition {
  return result.ok ? result.definition : flow;
}

function pick<Item>(items: readonly Item[], number: number): Item {
  return items[number % items.length] as Item;
}

function widgetOf(flow: FlowDefinition, number: number): string {
  return pick(widgetIds(flow), number);
}

function selectionOf(flow: FlowDefinition, a: number, b: number): Selection {
  return { widgets: new Set([widgetOf(flow, a), widgetOf(flow, b)]), annotation: null };
}

/** '' where there are no groups. */
function groupOf(flow: FlowDefinition, number: number): string {
  const ids = [...groupsOf(flow).keys()];
  return ids.length === 0 ? '' : pick(ids, number);
}

function outletOf(flow: FlowDefinition, a: number, b: number) {
  const outlets = outletsOf(pick(flow.states, a));
  return { widget: widgetOf(flow, a), outlet: outlets.length === 0 ? '' : pick(outlets, b).key };
}
