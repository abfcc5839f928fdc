/** What becomes of a subflow's widgets in the flow that runs it, or what stands against that. */

import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '../../definition.ts';
import { cordsOf, outletsOf } from '../../graph.ts';
import { widgetsAlong } from '../../graph-reach.ts';
import { isObject, textOf } from '../../json/json.ts';
import { hasTemplate } from '../../template/variable-references.ts';
import { setKeysOf } from '../../variables/set-keys.ts';
import { canonicalType } from '../../widgets/widget-types.ts';
import { findWidget, rootWidgetId } from '../definition-access.ts';
import type { SubflowObstacle } from './obstacle.ts';
import { type Following, followingOf, reachAmong } from './reach.ts';
import { pathText, readsOf } from './template-reads.ts';
import { crossingNames } from './transfer.ts';

/** A parameter that the subflow reads. `isText` when it needs its text only; null where the flow does not give it. */
export type InlinedParameter = {
  key: string;
  given: { value: string; type: string } | null;
  isText: boolean;
};

export type Inlining = {
  /** The id of the widget that runs the subflow. */
  run: string;
  /** Names of the subflow's widgets that its parent's run reaches, in their order. */
  widgets: readonly string[];
  entry: string;
  /** What comes after the subflow; null ends the path. */
  target: string | null;
  parameters: readonly InlinedParameter[];
  /** Variables that the subflow sets. */
  variables: readonly string[];
  /** Those that have to be empty at each begin, because the flow comes back to the subflow. */
  reset: readonly string[];
};

export type InliningPlan = { ok: true; plan: Inlining } | { ok: false; obstacles: SubflowObstacle[] };

/**
 * Plans the replacement of the widget `run` by the widgets of `subflow`, the flow that it runs.
 * Grows: n in widgets, n² in widgets of a loop.
 */
export function planInlining(definition: FlowDefinition, run: string, subflow: FlowDefinition): InliningPlan {
  const state = findWidget(definition, run)?.state;
  if (state === undefined || canonicalType(state.type) !== 'run-subflow')
    return { ok: false, obstacles: [{ code: 'notRun' }] };
  const entry = parentEntry(subflow);
  if (entry === null) return { ok: false, obstacles: [{ code: 'noParentEntry' }] };
  const names = new Set(subflow.states.flatMap(({ name, type }) => (type === 'trigger' ? [] : (name ?? []))));
  const following = followingOf(subflow);
  const reached = reachAmong(following, names, entry);
  const members = subflow.states.filter(({ name }) => reached.has(name ?? ''));
  const target = targetOf(definition, state);
  const isLoop = widgetsAlong(definition, successors(definition, run), 'downstream').has(run);
  const reads = readsOfMembers(members);
  const shared = repeatedNames(members);
  const obstacles = [
    ...members.flatMap((each) => obstaclesOf(each, shared, target)),
    ...parameterObstacles(state),
    ...readsBySubflow(members, definition),
    ...readsByFlow(definition, state.name ?? ''),
    ...(isLoop ? earlierRounds(members, following, reached, entry) : []),
  ];
  if (obstacles.length > 0) return { ok: false, obstacles };
  const variables = [...new Set(members.flatMap((each) => setKeysOf(each).keys))];
  return {
    ok: true,
    plan: {
      ...{ run, entry, target, variables },
      widgets: members.flatMap(({ name }) => name ?? []),
      parameters: [...reads].map(([key, isText]) => ({ key, isText, given: givenTo(state, key) })),
      reset: isLoop ? variables : [],
    },
  };
}

function parentEntry(subflow: FlowDefinition): string | null {
  const root = rootWidgetId(subflow);
  const cord = cordsOf(subflow).find(({ from, event }) => from === root && event === 'incomingParent');
  return cord?.to ?? null;
}

function successors(definition: FlowDefinition, run: string): string[] {
  return cordsOf(definition).flatMap(({ from, event, to }) =>
    from === run && event === 'completed' ? [to] : [],
  );
}

/** Where the flow goes on, when there is such a widget. */
function targetOf(definition: FlowDefinition, state: State): string | null {
  const next = transitionsOf(state).find(({ event }) => event === 'completed')?.next;
  return typeof next === 'string' && definition.states.some(({ name }) => name === next) ? next : null;
}

/** The parameters that are read, and whether only their text is. */
function readsOfMembers(members: readonly State[]): Map<string, boolean> {
  const reads = new Map<string, boolean>();
  for (const { names, isOutput } of members.flatMap(readsOf)) {
    const [root, parent, parameters, key] = names;
    if (root !== 'trigger' || parent !== 'parent' || parameters !== 'parameters' || key === undefined)
      continue;
    reads.set(key, (reads.get(key) ?? true) && isOutput && names.length === 4);
  }
  return reads;
}

function givenTo(run: State, key: string): { value: string; type: string } | null {
  const { parameters } = propertiesOf(run);
  const found = (Array.isArray(parameters) ? parameters : []).findLast(
    (each) => isObject(each) && textOf(each.key).trim() === key,
  );
  return isObject(found) ? { value: textOf(found.value), type: textOf(found.type) } : null;
}

function repeatedNames(members: readonly State[]): ReadonlySet<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const { name = '' } of members) (seen.has(name) ? repeated : seen).add(name);
  return repeated;
}

function obstaclesOf(state: State, shared: ReadonlySet<string>, target: string | null): SubflowObstacle[] {
  const widget = state.name ?? '';
  const type = canonicalType(state.type);
  const found: SubflowObstacle[] = [];
  if (shared.has(widget)) found.push({ code: 'unnamed', widget });
  if (type === 'run-subflow') found.push({ code: 'nested', widget });
  if (type?.startsWith('make-outgoing-call') === true) found.push({ code: 'ownCall', widget });
  if (setKeysOf(state).isComputed) found.push({ code: 'computedKey', widget });
  if (target === null) return found;
  if (type === undefined) found.push({ code: 'unknownType', widget });
  // After a hang-up the flow ends with its subflow, whatever comes next.
  if (outletsOf(state).some(({ event, next }) => event === 'hangup' && next !== null))
    found.push({ code: 'hangup', widget, target });
  return found;
}

function parameterObstacles(run: State): SubflowObstacle[] {
  const { parameters } = propertiesOf(run);
  const isComputed = (Array.isArray(parameters) ? parameters : []).some(
    (each) => isObject(each) && hasTemplate(textOf(each.key)),
  );
  return isComputed ? [{ code: 'computedKey', widget: run.name ?? '' }] : [];
}

/** What the subflow reads that would be something else in the flow. */
function readsBySubflow(members: readonly State[], definition: FlowDefinition): SubflowObstacle[] {
  const names = new Set(members.map(({ name }) => name));
  const own = new Set(members.flatMap((state) => setKeysOf(state).keys));
  const ofFlow = definition.states.map(setKeysOf);
  const isAnySet = ofFlow.some(({ isComputed }) => isComputed);
  const setByFlow = new Set(ofFlow.flatMap(({ keys }) => keys));
  const inFlow = new Set(definition.states.map(({ name }) => name));
  return members.flatMap((state) =>
    readsOf(state).flatMap(({ names: path, isComputed }): SubflowObstacle[] => {
      const count = crossingNames(path, isComputed);
      const found = (code: 'readsAll' | 'notInSubflow') => [
        { code, widget: state.name ?? '', path: pathText(path) },
      ];
      if (count === null) return [];
      if (count === 'all') return found('readsAll');
      const [root, second = '', third = ''] = path;
      if (root === 'widgets') {
        return !names.has(second) && inFlow.has(second) ? found('notInSubflow') : [];
      }
      if (root === 'trigger') {
        if (third === 'parameters') return path.length < 4 ? found('readsAll') : [];
        return ['flow_sid', 'execution_sid'].includes(third) ? [] : found('notInSubflow');
      }
      if (second !== 'variables') return found('notInSubflow');
      return own.has(third) || !(isAnySet || setByFlow.has(third)) ? [] : found('notInSubflow');
    }),
  );
}

/** Reads of everything at once in the flow, in which the subflow's values would be others. */
function readsByFlow({ states }: FlowDefinition, run: string): SubflowObstacle[] {
  return states.flatMap((state) =>
    readsOf(state).flatMap(({ names, isComputed }): SubflowObstacle[] => {
      const isAll = crossingNames(names, isComputed) === 'all' && names[0] !== 'trigger';
      const isRun = names[0] === 'widgets' && names[1] === run && names.length === 2;
      return isAll || isRun ? [{ code: 'readsAll', widget: state.name ?? '', path: pathText(names) }] : [];
    }),
  );
}

/** A subflow has forgotten its earlier rounds; a flow would show what its widgets left. */
function earlierRounds(
  members: readonly State[],
  following: Following,
  among: ReadonlySet<string>,
  entry: string,
): SubflowObstacle[] {
  return members.flatMap((state) => {
    const reader = state.name ?? '';
    const read = new Set(
      readsOf(state).flatMap(({ names: [root, second = ''] }) =>
        root === 'widgets' && among.has(second) ? [second] : [],
      ),
    );
    return [...read]
      .filter((widget) => widget === reader || reachAmong(following, among, entry, widget).has(reader))
      .map((widget): SubflowObstacle => ({ code: 'earlierRound', reader, widget }));
  });
}
