/** Random edits of different widgets, each with the one change that a diff must report for it. */

import fc from 'fast-check';
import { type FlowDefinition, offsetOf, transitionsOf } from '../definition.ts';
import type { ChangeKind } from '../diff/change.ts';
import { setCondition } from '../edit/branches.ts';
import { connect } from '../edit/connect.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { setProperty } from '../edit/set-property.ts';
import { outletsOf, widgetIds } from '../graph.ts';

export type ExpectedChange = { kind: ChangeKind; widget: string };

/** Which widgets are edited, by number, and how. */
export type KnownEdit = { widget: number; edit: keyof typeof edits; number: number };

/** The flow after the edit with the change to expect; null where that widget cannot be edited so. */
type Edited = { flow: FlowDefinition; expected: ExpectedChange } | null;

const edits = {
  property: (flow, name, number) => ({
    flow: setProperty(flow, name, 'note_of_the_test', `note ${number}`),
    expected: { kind: 'property-changed', widget: name },
  }),
  move: (flow, name, number) => {
    const { x, y } = offsetOf(flow.states.find((state) => state.name === name) ?? {}) ?? { x: 0, y: 0 };
    return {
      flow: moveWidgets(flow, new Map([[name, { x: x + 7 + number, y }]])),
      expected: { kind: 'widget-moved', widget: name },
    };
  },
  rename: (flow, name, number) => {
    const renamed = renameWidget(flow, name, `${name}_renamed_${number}`);
    return renamed.ok
      ? {
          flow: renamed.definition,
          expected: { kind: 'widget-renamed', widget: `${name}_renamed_${number}` },
        }
      : null;
  },
  connect: (flow, name, number) => {
    const outlets = outletsOf(flow.states.find((state) => state.name === name) ?? {});
    const outlet = outlets[number % outlets.length];
    const target = flow.states[number % flow.states.length];
    if (outlet === undefined || target?.name === undefined || target.type === 'trigger') return null;
    if (outlet.next === target.name) return null;
    return {
      flow: connect(flow, { widget: name, outlet: outlet.key }, target.name),
      expected: { kind: 'connection-changed', widget: name },
    };
  },
  condition: (flow, name, number) => {
    const state = flow.states.find((each) => each.name === name) ?? {};
    const branch = outletsOf(state).find(({ event, transition }) => event === 'match' && transition !== null);
    if (branch === undefined || !transitionsOf(state)[branch.transition ?? 0]?.conditions?.[0]) return null;
    return {
      flow: setCondition(flow, name, branch.key, 0, { value: `value ${number}` }),
      expected: { kind: 'condition-changed', widget: name },
    };
  },
} satisfies Record<string, (flow: FlowDefinition, name: string, number: number) => Edited>;

export const knownEdits = fc.uniqueArray(
  fc.record<KnownEdit>({
    widget: fc.nat({ max: 200 }),
    edit: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])),
    number: fc.nat({ max: 50 }),
  }),
  { selector: ({ widget }) => widget, maxLength: 6 },
);

/** Performs the edits, each on a widget of its own (`taken` are those that others edit); what cannot be done is left out. */
export function performKnown(
  flow: FlowDefinition,
  list: readonly KnownEdit[],
  taken = new Set<string>(),
): { flow: FlowDefinition; expected: ExpectedChange[] } {
  let edited = flow;
  const expected: ExpectedChange[] = [];
  const names = widgetIds(flow);
  for (const { widget, edit, number } of list) {
    const name = names[widget % names.length] ?? '';
    // One that is edited as a trigger has no place among the targets of connections.
    if (taken.has(name)) continue;
    const result: Edited = edits[edit](edited, name, number);
    if (result === null || result.flow === edited) continue;
    taken.add(name);
    edited = result.flow;
    expected.push(result.expected);
  }
  return { flow: edited, expected };
}
