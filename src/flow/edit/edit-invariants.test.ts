/** Property-based tests: invariants of any sequence of edit commands, on valid and on malformed flows. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '../definition.ts';
import { editScript, editWish, grownFlow, perform } from '../testing/random-edits.ts';
import { faults } from '../testing/test-flow.ts';
import { validate } from '../validation/validate.ts';

describe('any sequence of edits', () => {
  it('keeps a valid flow valid', () => {
    fc.assert(
      fc.property(grownFlow, editScript, (flow, list) => {
        expect(faults(list.reduce(perform, flow))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('can only cause findings inside widgets', () => {
    fc.assert(
      fc.property(grownFlow, editScript, (flow, list) => {
        const findings = validate(list.reduce(perform, flow)).filter(({ severity }) => severity === 'error');
        expect(
          findings.filter(({ property_path }) => !/\/(properties|conditions)(\/|$)/.test(property_path)),
        ).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('never mutates its input', () => {
    fc.assert(
      fc.property(grownFlow, editWish, (flow, each) => {
        const before = structuredClone(flow);
        perform(deepFrozen(flow), each);
        expect(flow).toEqual(before);
      }),
    );
  });

  it('returns the same object when nothing changes', () => {
    fc.assert(
      fc.property(grownFlow, editWish, (flow, each) => {
        const after = perform(flow, each);
        if (JSON.stringify(after) === JSON.stringify(flow)) expect(after).toBe(flow);
      }),
    );
  });

  it('preserves unknown keys, unknown types and malformed states', () => {
    const oddities = odd();
    const without = editScript.map((list) =>
      list.filter(({ edit }) => !['remove', 'heal', 'replace'].includes(edit)),
    );
    fc.assert(
      fc.property(grownFlow, without, (flow, list) => {
        const strange = { ...flow, wings: 2, states: [...flow.states, ...oddities] } as FlowDefinition;
        const after = list.reduce(perform, strange) as FlowDefinition & { wings: number };
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
      fc.property(grownFlow, fc.array(broken, { maxLength: 4 }), editScript, (flow, states, list) => {
        const messy = { ...flow, states: [...flow.states, ...states] } as FlowDefinition;
        expect(Array.isArray(list.reduce(perform, messy).states)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

function odd(): State[] {
  const feathers = { feathers: 1 };
  return [
    { name: 'end', type: 'endCall', ...feathers },
    { type: 'webhook', transitions: [{ event: 'perform', next: 'nowhere' }], ...feathers },
    {
      name: 'flat',
      type: 'say-play',
      properties: 'none' as never,
      transitions: 'none' as never,
      ...feathers,
    },
    { name: 'wordless', transitions: [{ event: { toString: {} } as never, next: 'end' }], ...feathers },
  ];
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFrozen);
    Object.freeze(value);
  }
  return value;
}
