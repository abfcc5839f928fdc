/** Edit: the widgets of a subflow take the place of the widget that runs it. */

import { boundsOf, type Frame } from '../../annotations/entries.ts';
import { addAnnotations, framesOf, readAnnotations } from '../../annotations/travelling.ts';
import { type FlowDefinition, offsetOf, type Point, type State } from '../../definition.ts';
import { outletsOf } from '../../graph.ts';
import { cardSize, type Size } from '../../layout/card-size.ts';
import { cardBoxes, nearestClearPlace } from '../../layout/clear-place.ts';
import { setKeysOf } from '../../variables/set-keys.ts';
import { setNext } from '../connect.ts';
import { findWidget, mapTransitions, withoutNext } from '../definition-access.ts';
import { moveWidgets, setPosition } from '../move-widgets.ts';
import { renameReferences } from '../rename-references.ts';
import { renameVariable } from '../rename-variable.ts';
import { GrowingFlow, topLeftOf } from './growing-flow.ts';
import type { InlinedParameter, Inlining } from './plan-inlining.ts';
import { pathText, readsOf, replaceKnownReads } from './template-reads.ts';
import { KeyTable } from './transfer.ts';
import { type Entry, setVariables } from './widgets.ts';

const rowHeight = 180;

/**
 * The flow with the subflow's widgets, notes and groups in place of the widget that ran it, and the ids of those widgets.
 * Grows: n in widgets.
 */
export function inlineSubflow(
  definition: FlowDefinition,
  plan: Inlining,
  subflow: FlowDefinition,
): { definition: FlowDefinition; ids: string[] } {
  const run = findWidget(definition, plan.run);
  if (run === null) return { definition, ids: [] };
  const runName = run.state.name ?? '';
  const rest = { ...definition, states: definition.states.filter((state) => state !== run.state) };
  const keys = new KeyTable(usedKeys(definition));
  const variables = new Map(plan.variables.map((key) => [key, keys.free(key)] as const));
  const flow = new GrowingFlow(rest);
  const names = new Map(plan.widgets.map((name) => [name, flow.freeName(name)] as const));
  const given = new Map(
    plan.parameters.map((each) => [each.key, parameterValue(each, runName, keys)] as const),
  );
  const begin = [
    ...plan.reset.map((key): Entry => ({ key: variables.get(key) ?? key, value: '', type: 'string' })),
    ...[...given.values()].flatMap(({ entry }) => entry ?? []),
  ];
  const beginName = begin.length === 0 ? null : flow.freeName(`begin_${runName}`);
  const entry = names.get(plan.entry) ?? plan.entry;
  const first = beginName ?? entry;
  const target = plan.target === runName ? first : plan.target;
  const own = renamed(withNamedVariables(membersOf(subflow, plan), variables), names, given);
  const states = leadingOn(own, target);
  const group =
    beginName === null ? states : [setVariables(beginName, aboveOf(states), begin, entry), ...states];
  const known = new Map(
    plan.variables.map(
      (key) =>
        [
          JSON.stringify(['widgets', runName, key]),
          ['flow', 'variables', variables.get(key) ?? key],
        ] as const,
    ),
  );
  const annotations = readAnnotations(subflow.ui);
  const bounds = boundsOf([...boxesOf(group), ...framesOf(annotations)]) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const { states: others, at } = withRoom(rest, run.state, bounds);
  const lead = (state: State) =>
    mapTransitions(state, (each) => (each.next === runName ? { ...each, next: first } : each));
  const by = { x: at.x - bounds.x, y: at.y - bounds.y };
  const placed = group.map((state) => {
    const place = offsetOf(state) ?? bounds;
    return setPosition(state, { x: place.x + by.x, y: place.y + by.y });
  });
  const all = others.map(lead);
  all.splice(run.index, 0, ...placed);
  return {
    definition: addAnnotations(
      { ...rest, states: all.map((state) => replaceKnownReads(state, known)) },
      annotations,
      by,
    ).definition,
    ids: placed.flatMap(({ name }) => name ?? []),
  };
}

/** Keys that the flow sets or reads: those of the subflow get others. */
function usedKeys({ states }: FlowDefinition): string[] {
  return states.flatMap((state) => [
    ...setKeysOf(state).keys,
    ...readsOf(state).flatMap(({ names: [root, second, key] }) =>
      root === 'flow' && second === 'variables' && key !== undefined ? [key] : [],
    ),
  ]);
}

function membersOf(subflow: FlowDefinition, { widgets }: Inlining): FlowDefinition {
  return { ...subflow, states: subflow.states.filter(({ name }) => widgets.includes(name ?? '')) };
}

function withNamedVariables(flow: FlowDefinition, variables: ReadonlyMap<string, string>): FlowDefinition {
  return [...variables].reduce((now, [key, name]) => {
    const result = renameVariable(now, key, name);
    return result.ok ? result.definition : now;
  }, flow);
}

/** The value of a parameter in the flow: the variable that it was given, or a new one that `entry` sets. */
function parameterValue(
  { key, given, isText }: InlinedParameter,
  run: string,
  keys: KeyTable,
): { path: readonly string[]; entry: Entry | null } {
  const direct = given === null ? null : givenPath(given, isText);
  // What the subflow itself returned may change while its widgets run.
  if (direct !== null && !(direct[0] === 'widgets' && direct[1] === run))
    return { path: direct, entry: null };
  const name = keys.free(key);
  const path = ['flow', 'variables', name];
  if (given === null) return { path, entry: null };
  const { value, type } = given;
  if (type === 'json_object' || isText)
    return { path, entry: { key: name, value, type: type === 'json_object' ? 'json_object' : 'string' } };
  // A variable that reads as a number would be one; a parameter is text.
  const text = `{% capture value %}${value}{% endcapture %}{{ value | to_json }}`;
  return { path, entry: { key: name, value: text, type: 'json_object' } };
}

/** The names of the one variable that a parameter hands on unchanged; null for any other value. */
function givenPath(
  { value, type }: { value: string; type: string },
  isText: boolean,
): readonly string[] | null {
  const [read, ...more] = readsOf({ properties: { value } });
  if (read === undefined || more.length > 0 || read.isComputed) return null;
  const path = pathText(read.names);
  const isWhole =
    type === 'json_object' ? value === `{{${path} | to_json}}` : isText && value === `{{${path}}}`;
  return isWhole ? read.names : null;
}

/** The subflow's widgets under their names in the flow, reading what the flow has in place of its parent's data. */
function renamed(
  { states }: FlowDefinition,
  names: ReadonlyMap<string, string>,
  given: ReadonlyMap<string, { path: readonly string[] }>,
): State[] {
  const known = new Map<string, readonly string[]>([
    ...[...given].map(
      ([key, { path }]) => [JSON.stringify(['trigger', 'parent', 'parameters', key]), path] as const,
    ),
    [JSON.stringify(['trigger', 'parent', 'flow_sid']), ['flow', 'flow_sid']],
    [JSON.stringify(['trigger', 'parent', 'execution_sid']), ['flow', 'sid']],
  ]);
  return states.map((state) => {
    const led = mapTransitions(state, (each) => {
      const next = names.get(each.next ?? '');
      return next === undefined ? withoutNext(each) : { ...each, next };
    });
    return {
      ...replaceKnownReads(renameReferences(led, names), known),
      name: names.get(state.name ?? '') ?? state.name ?? '',
    };
  });
}

/** Each path that ended with the subflow goes on where the flow did; one that a hang-up ends stays ended. */
function leadingOn(states: readonly State[], target: string | null): readonly State[] {
  if (target === null) return states;
  const flow: FlowDefinition = { description: '', initial_state: '', states: [...states] };
  const ends = states.flatMap((state) =>
    outletsOf(state)
      .filter(({ next, event, transition }) => {
        // Where a widget has no path for messages, it ignores them.
        const isIgnored = transition === null && event === 'incomingMessage';
        return next === null && event !== 'hangup' && !isIgnored;
      })
      .map(({ key }) => ({ widget: state.name ?? '', outlet: key })),
  );
  return ends.reduce((now, end) => setNext(now, end, target), flow).states;
}

function aboveOf(states: readonly State[]): Point {
  const { x, y } = topLeftOf(states);
  return { x, y: y - rowHeight };
}

function boxesOf(states: readonly State[]): Frame[] {
  const corner = topLeftOf(states);
  return states.map((state) => ({ ...(offsetOf(state) ?? corner), ...cardSize(state) }));
}

/** The other widgets, those below moved down, and the place for a group of `size` where the widget stood. */
function withRoom(rest: FlowDefinition, run: State, size: Size): { states: readonly State[]; at: Point } {
  const at = offsetOf(run) ?? { x: 0, y: 0 };
  const { height, width } = cardSize(run);
  const by = Math.max(0, size.height - height);
  const below = [...cardBoxes(rest)].filter(([, box]) => box.y >= at.y + height);
  const moved = moveWidgets(rest, new Map(below.map(([id, { x, y }]) => [id, { x, y: y + by }])));
  const wished = { x: at.x + width / 2 - size.width / 2, y: at.y };
  return { states: moved.states, at: nearestClearPlace(moved, wished, size) };
}
