/** Edit: a selection becomes a flow of its own, and a widget that runs it as a subflow takes its place. */

import {
  type Annotations,
  addAnnotations,
  annotationsWith,
  removeAnnotations,
} from '../../annotations/travelling.ts';
import { emptyDefinition, type FlowDefinition, offsetOf, type Point, type State } from '../../definition.ts';
import { widgetIds } from '../../graph.ts';
import { cardSize } from '../../layout/card-size.ts';
import { generateName } from '../add-widget.ts';
import { mapTransitions, withoutNext } from '../definition-access.ts';
import { setPosition } from '../move-widgets.ts';
import { isWidgetName, notInWidgetName } from '../rename-widget.ts';
import { GrowingFlow, topLeftOf } from './growing-flow.ts';
import type { Extraction } from './plan-extraction.ts';
import { pathText, replaceKnownReads } from './template-reads.ts';
import { type Entry, entryOf, setVariables, splitByTarget } from './widgets.ts';

/** Which flow the new widget runs. `revision` is a number or `LatestPublished`, `name` that of the flow. */
export type SubflowRef = { sid: string; revision: string; name: string };

const parentPath = ['trigger', 'parent', 'parameters'];
/** Between new widgets below each other and side by side, in canvas units. */
const [rowHeight, columnWidth] = [180, 320];

/**
 * The flow of the selection: it begins where another flow runs it, and ends where the selection is left.
 * Grows: n in widgets.
 */
export function extractedFlow(
  definition: FlowDefinition,
  plan: Extraction,
  description: string,
): FlowDefinition {
  const inside = definition.states.filter(({ name }) => plan.widgets.includes(name ?? ''));
  const flow = new GrowingFlow({ ...emptyDefinition(description), states: inside });
  const seeds = plan.seeded.map(({ key }) => entryOf(key, pathText([...parentPath, key]), false));
  const root = flow.freeName('Trigger');
  const begin = seeds.length === 0 ? null : flow.freeName('begin');
  const top = topLeftOf(inside);
  const shift = { x: -top.x, y: rowHeight * (begin === null ? 1 : 2) - top.y };
  const known = new Map(
    plan.parameters.map(({ key, names }) => [JSON.stringify(names), [...parentPath, key]] as const),
  );
  const place = (state: State) => {
    const at = offsetOf(state) ?? top;
    return setPosition(replaceKnownReads(state, known), { x: at.x + shift.x, y: at.y + shift.y });
  };
  const lowest = Math.max(...inside.map((state) => (offsetOf(state)?.y ?? top.y) + cardSize(state).height));
  const exits = exitWidgets(plan, flow, lowest + shift.y + rowHeight - 120);
  const lead = leadBy(
    new Map(plan.exits.map(({ target }, nth) => [target, exits[nth]?.name ?? null])),
    inside,
  );
  const trigger = triggerTo(begin ?? plan.entry, root);
  const states = [
    trigger,
    ...(begin === null ? [] : [setVariables(begin, { x: 0, y: rowHeight }, seeds, plan.entry)]),
    ...inside.map((state) => lead(place(state))),
    ...exits,
  ];
  const { allow_concurrent_calls = true } = definition.flags ?? {};
  const extracted = {
    ...emptyDefinition(description),
    states,
    initial_state: root,
    flags: { allow_concurrent_calls },
  };
  return addAnnotations(extracted, annotationsOf(definition, plan), shift).definition;
}

/**
 * The flow with a widget that runs the subflow in place of the selection, and the ids of what is new.
 * Grows: n in widgets.
 */
export function replaceBySubflow(
  definition: FlowDefinition,
  plan: Extraction,
  subflow: SubflowRef,
): { definition: FlowDefinition; ids: string[] } {
  const isInside = ({ name }: State) => plan.widgets.includes(name ?? '');
  const index = definition.states.findIndex(isInside);
  const rest = { ...definition, states: definition.states.filter((state) => !isInside(state)) };
  const flow = new GrowingFlow(rest);
  const at = offsetOf(definition.states.find(({ name }) => name === plan.entry) ?? {}) ?? { x: 0, y: 0 };
  const id = flow.freeName(nameOf(subflow.name, rest));
  const after = afterSubflow(plan, id, flow, at);
  const run = runWidget(id, at, after[0]?.name ?? onlyTarget(plan), {
    flow_sid: subflow.sid,
    flow_revision: subflow.revision,
    parameters: parametersOf(plan, id),
  });
  const known = new Map([
    ...plan.results.map(({ key, names }) => [JSON.stringify(names), ['widgets', id, key]] as const),
    ...plan.variables.map(
      (key) => [JSON.stringify(['flow', 'variables', key]), ['widgets', id, key]] as const,
    ),
  ]);
  const states = rest.states.map((state) =>
    replaceKnownReads(
      mapTransitions(state, (each) => (each.next === plan.entry ? { ...each, next: id } : each)),
      known,
    ),
  );
  states.splice(index, 0, run, ...after);
  const replaced = removeAnnotations({ ...rest, states }, annotationsOf(definition, plan));
  return { definition: replaced, ids: [id, ...after.flatMap(({ name }) => name ?? [])] };
}

/** The notes and groups that go with the selection. */
function annotationsOf(definition: FlowDefinition, { widgets }: Extraction): Annotations {
  const ids = widgetIds(definition);
  const inside = definition.states.flatMap(({ name }, index) =>
    widgets.includes(name ?? '') ? [ids[index] ?? ''] : [],
  );
  return annotationsWith(definition, { widgets: new Set(inside), annotation: null });
}

function triggerTo(first: string, name: string): State {
  const [trigger = {}] = emptyDefinition().states;
  return {
    ...trigger,
    name,
    transitions: (trigger.transitions ?? []).map((each) =>
      each.event === 'incomingParent' ? { ...each, next: first } : each,
    ),
  };
}

function runWidget(
  name: string,
  at: Point,
  next: string | null,
  properties: { [key: string]: string | Entry[] },
): State {
  const completed = next === null ? { event: 'completed' } : { event: 'completed', next };
  return {
    name,
    type: 'run-subflow',
    transitions: [completed, { event: 'failed' }],
    properties: { offset: { ...at }, ...properties },
  };
}

function parametersOf(plan: Extraction, id: string): Entry[] {
  return [
    ...plan.parameters.map(({ key, names, isText }) => entryOf(key, pathText(names), isText)),
    ...plan.seeded.map(({ key, isSetOutside }) =>
      entryOf(key, pathText(isSetOutside ? ['flow', 'variables', key] : ['widgets', id, key]), false),
    ),
  ];
}

/** Inside, for each exit a widget that says which it is and keeps what is read outside; none where neither is needed. */
function exitWidgets(plan: Extraction, flow: GrowingFlow, y: number): State[] {
  const { exitKey, exits, results } = plan;
  if (exitKey === null && results.length === 0) return [];
  return exits.map(({ target, value }, nth) => {
    const exit: Entry[] = exitKey === null ? [] : [{ key: exitKey, value, type: 'string' }];
    const kept = results.map(({ key, names, isText }) => entryOf(key, pathText(names), isText));
    const name = flow.freeName(`exit_${target}`);
    return setVariables(name, { x: nth * columnWidth, y }, [...exit, ...kept], null);
  });
}

/** In the flow, what comes after the subflow: variables that it has changed, and a branch for each exit. */
function afterSubflow(plan: Extraction, id: string, flow: GrowingFlow, at: Point): State[] {
  const { exitKey, restored, exits } = plan;
  const split = exitKey === null ? null : flow.freeName(`${id}_exit`);
  const keep = restored.length === 0 || exits.length === 0 ? null : flow.freeName(`${id}_variables`);
  const below = (row: number) => ({ x: at.x, y: at.y + row * rowHeight });
  const next = split ?? onlyTarget(plan);
  const entries = restored.map((key) => entryOf(key, pathText(['widgets', id, key]), false));
  return [
    ...(keep === null ? [] : [flow.placed(setVariables(keep, below(1), entries, next))]),
    ...(split === null || exitKey === null
      ? []
      : [
          flow.placed(
            splitByTarget(
              split,
              below(keep === null ? 1 : 2),
              `{{${pathText(['widgets', id, exitKey])}}}`,
              exits,
            ),
          ),
        ]),
  ];
}

function onlyTarget({ exitKey, exits }: Extraction): string | null {
  return exitKey === null ? (exits[0]?.target ?? null) : null;
}

/** Leads what went outside to the widget of its exit, or nowhere. */
function leadBy(
  exits: ReadonlyMap<string, string | null>,
  inside: readonly State[],
): (state: State) => State {
  const names = new Set(inside.map(({ name }) => name));
  return (state) =>
    mapTransitions(state, (each) => {
      if (each.next === undefined || each.next === null || names.has(each.next)) return each;
      const next = exits.get(each.next) ?? null;
      return next === null ? withoutNext(each) : { ...each, next };
    });
}

/** The name of the flow as one of a widget, where it has letters for that. */
function nameOf(flow: string, definition: FlowDefinition): string {
  const name = flow
    .trim()
    .toLowerCase()
    .replace(notInWidgetName, '_')
    .replace(/^_+|_+$/g, '');
  return isWidgetName(name) ? name : generateName(definition, 'run-subflow');
}
