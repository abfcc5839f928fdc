/** Property-based tests: invariants of any sequence of edit commands, on valid and on malformed flows. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '../definition.ts';
import { outletsOf, widgetIds } from '../graph.ts';
import type { Json } from '../json/json.ts';
import { faults, grown } from '../testing/test-flow.ts';
import { validate } from '../validation/validate.ts';
import { widgetTypeNames } from '../widgets/widget-type.ts';
import { addWidget } from './add-widget.ts';
import { addBranch, moveBranch, removeBranch, setCondition } from './branches.ts';
import { connect, disconnect, insertNewOnCord, insertOnCord } from './connect.ts';
import { copyWidgets, duplicateWidgets, pasteWidgets } from './copy-widgets.ts';
import { moveWidgets } from './move-widgets.ts';
import { removeAndReconnect, removeWidgets } from './remove-widgets.ts';
import { renameWidget } from './rename-widget.ts';
import { setDescription, setFlags } from './set-flow.ts';
import { replaceState, setProperty } from './set-property.ts';

/** Flows with up to a dozen widgets of any type, cords between them, and a key that nobody knows. */
const grownFlow = fc
  .array(fc.tuple(fc.constantFrom(...widgetTypeNames), fc.nat(), fc.nat()), { maxLength: 12 })
  .map(grown);

/** Which edit, and numbers and a word from which its arguments are picked out of the flow as it then is. */
type Wish = { edit: keyof typeof edits; a: number; b: number; c: number; word: string };

const edits = {
  add: (flow, { a, b, word }) => addWidget(flow, pick(widgetTypeNames, a), { x: b, y: a }, word).definition,
  remove: (flow, { a, b }) => removeWidgets(flow, [widgetOf(flow, a), widgetOf(flow, b)]),
  heal: (flow, { a, b }) => removeAndReconnect(flow, [widgetOf(flow, a), widgetOf(flow, b)]),
  rename: (flow, { a, word }) => settled(renameWidget(flow, widgetOf(flow, a), word), flow),
  move: (flow, { a, b }) => moveWidgets(flow, new Map([[widgetOf(flow, a), { x: b, y: -b }]])),
  connect: (flow, { a, b, c }) => connect(flow, outletOf(flow, a, b), widgetOf(flow, c)),
  disconnect: (flow, { a, b }) => disconnect(flow, outletOf(flow, a, b)),
  insert: (flow, { a, b, c }) => insertOnCord(flow, outletOf(flow, a, b), widgetOf(flow, c)),
  insertNew: (flow, { a, b, c }) =>
    insertNewOnCord(flow, outletOf(flow, a, b), pick(widgetTypeNames, c), { x: 0, y: 0 }).definition,
  duplicate: (flow, { a, b }) => duplicateWidgets(flow, [widgetOf(flow, a), widgetOf(flow, b)]).definition,
  paste: (flow, { a, b }) =>
    settled(pasteWidgets(flow, copyWidgets(flow, [widgetOf(flow, a), widgetOf(flow, b)]), null), flow),
  set: (flow, { a, word }) => setProperty(flow, widgetOf(flow, a), word, `{{widgets.${word}.x}}`),
  unset: (flow, { a }) => setProperty(flow, widgetOf(flow, a), 'body', undefined),
  replace: (flow, { a, b, word }) =>
    settled(
      replaceState(flow, widgetOf(flow, a), { ...(pick(flow.states, b) as object), name: word } as Json),
      flow,
    ),
  branch: (flow, { a }) => addBranch(flow, widgetOf(flow, a)).definition,
  unbranch: (flow, { a, b }) => removeBranch(flow, widgetOf(flow, a), outletOf(flow, a, b).outlet),
  order: (flow, { a, b, c }) => moveBranch(flow, widgetOf(flow, a), outletOf(flow, a, b).outlet, c % 4),
  condition: (flow, { a, b, word }) =>
    setCondition(flow, widgetOf(flow, a), outletOf(flow, a, b).outlet, 0, { value: word }),
  describe: (flow, { word }) => setDescription(flow, word),
  flags: (flow, { a }) => setFlags(flow, { allow_concurrent_calls: a % 2 === 0 }),
} satisfies Record<string, (flow: FlowDefinition, wish: Omit<Wish, 'edit'>) => FlowDefinition>;

const wish: fc.Arbitrary<Wish> = fc.record({
  edit: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])),
  a: fc.nat({ max: 60 }),
  b: fc.nat({ max: 60 }),
  c: fc.nat({ max: 60 }),
  word: fc.constantFrom('ask', 'greet', 'fresh', 'two words', '', 'Trigger', 'ask_2', 'ünder-score_1'),
});
const wishes = fc.array(wish, { minLength: 1, maxLength: 15 });

describe('any sequence of edits', () => {
  it('keeps a valid flow valid', () => {
    fc.assert(
      fc.property(grownFlow, wishes, (flow, list) => {
        expect(faults(list.reduce(done, flow))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('can only cause findings inside widgets', () => {
    fc.assert(
      fc.property(grownFlow, wishes, (flow, list) => {
        const findings = validate(list.reduce(done, flow)).filter(({ severity }) => severity === 'error');
        expect(
          findings.filter(({ property_path }) => !/\/(properties|conditions)(\/|$)/.test(property_path)),
        ).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('never mutates its input', () => {
    fc.assert(
      fc.property(grownFlow, wish, (flow, each) => {
        const before = structuredClone(flow);
        done(deepFrozen(flow), each);
        expect(flow).toEqual(before);
      }),
    );
  });

  it('returns the same object when nothing changes', () => {
    fc.assert(
      fc.property(grownFlow, wish, (flow, each) => {
        const after = done(flow, each);
        if (JSON.stringify(after) === JSON.stringify(flow)) expect(after).toBe(flow);
      }),
    );
  });

  it('preserves unknown keys, unknown types and malformed states', () => {
    const oddities = odd();
    const without = wishes.map((list) =>
      list.filter(({ edit }) => !['remove', 'heal', 'replace'].includes(edit)),
    );
    fc.assert(
      fc.property(grownFlow, without, (flow, list) => {
        const strange = { ...flow, wings: 2, states: [...flow.states, ...oddities] } as FlowDefinition;
        const after = list.reduce(done, strange) as FlowDefinition & { wings: number };
        expect(after.wings).toBe(2);
        expect(after.states.filter((state) => 'feathers' in state).length).toBeGreaterThanOrEqual(
          oddities.length,
        );
        for (const state of after.states)
          if (state.type === 'endCall') expect(state).toHaveProperty('feathers', 1);
      }),
    );
  });

  it('does not fail on arbitrary JSON among the states', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('ask', 'Trigger', 'match', 'split-based-on', 'greet'),
    );
    const transition = fc.record({ event: value, next: value, conditions: value }, { requiredKeys: [] });
    const broken = fc.record(
      {
        name: value,
        type: value,
        properties: value,
        transitions: fc.oneof(value, fc.array(fc.oneof(value, transition))),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(grownFlow, fc.array(broken, { maxLength: 4 }), wishes, (flow, states, list) => {
        const messy = { ...flow, states: [...flow.states, ...states] } as FlowDefinition;
        expect(Array.isArray(list.reduce(done, messy).states)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

function done(flow: FlowDefinition, { edit, ...rest }: Wish): FlowDefinition {
  return edits[edit](flow, rest);
}

function settled(
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

function outletOf(flow: FlowDefinition, a: number, b: number) {
  const outlets = outletsOf(pick(flow.states, a));
  return { widget: widgetOf(flow, a), outlet: outlets.length === 0 ? '' : pick(outlets, b).key };
}

function odd(): State[] {
  const feathers = { feathers: 1 };
  return [
    { name: 'end', type: 'endCall', ...feathers },
    { type: 'webhook', transitions: [{ event: 'done', next: 'nowhere' }], ...feathers },
    {
      name: 'flat',
      type: 'say-play',
      properties: 'none' as never,
      transitions: 'none' as never,
      ...feathers,
    },
  ];
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFrozen);
    Object.freeze(value);
  }
  return value;
}
