/** Property-based tests: any two definitions that edits lead to, and any JSON in their place. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalDefinition, canonicalText } from '../canonical/canonical.ts';
import type { FlowDefinition } from '../definition.ts';
import { knownEdits, performKnown } from '../testing/known-edits.ts';
import { editScript, grownFlow, perform } from '../testing/random-edits.ts';
import { applyDiff } from './apply.ts';
import { isLayoutChange } from './change.ts';
import { diff } from './diff.ts';

describe('apply(a, diff(a, b))', () => {
  it('is b, byte for byte in canonical form, after any edits', () => {
    fc.assert(
      fc.property(grownFlow, editScript, editScript, (flow, first, second) => {
        const [a, b] = [first.reduce(perform, flow), second.reduce(perform, flow)];
        expect(applied(a, b)).toBe(canonicalText(b));
        expect(applied(b, a)).toBe(canonicalText(a));
      }),
      { numRuns: 200 },
    );
  });

  it('is b whatever JSON stands in it', () => {
    const key = fc.constantFrom('x', 'wings', 'transitions', 'type', 'name', 'properties');
    const mention = { event: 'sent', next: 'ask', text: '{{widgets.ask.inbound.Body}}' };
    const mentions = fc.constantFrom<unknown>(
      ...['ask', 'said', mention.text, mention, [mention], { value: [mention] }],
      [{ event: 'match', next: 'ask', conditions: [mention] }],
    );
    const change = fc.tuple(fc.nat(), key, fc.oneof(fc.jsonValue(), mentions));
    const changed = (flow: FlowDefinition, [nth, name, value]: [number, string, unknown]) => {
      const index = nth % flow.states.length;
      const states = flow.states.map((state, at) => (at === index ? { ...state, [name]: value } : state));
      return { ...flow, states } as FlowDefinition;
    };
    fc.assert(
      fc.property(grownFlow, fc.array(change), fc.array(change), (flow, first, second) => {
        const [a, b] = [first.reduce(changed, flow), second.reduce(changed, flow)];
        expect(applied(a, b)).toBe(canonicalText(b));
        expect(diff(b, b)).toEqual({ behaviour: 'same', changes: [] });
      }),
      { numRuns: 300 },
    );
  });
});

describe('a diff', () => {
  it('lists exactly the edits that were made', () => {
    fc.assert(
      fc.property(grownFlow, knownEdits, (flow, list) => {
        const { flow: after, expected } = performKnown(flow, list);
        const { behaviour, changes } = diff(flow, after);
        expect(changes.map(({ kind, widget }) => `${kind} ${widget}`).sort()).toEqual(
          expected.map(({ kind, widget }) => `${kind} ${widget}`).sort(),
        );
        const isSame = expected.every(({ kind }) => kind === 'widget-renamed' || kind === 'widget-moved');
        expect(behaviour).toBe(isSame ? 'same' : 'changed');
      }),
      { numRuns: 200 },
    );
  });

  it('is empty only for definitions with the same canonical form', () => {
    fc.assert(
      fc.property(grownFlow, editScript, (flow, script) => {
        const after = script.reduce(perform, flow);
        const isSame = canonicalText(after) === canonicalText(flow);
        expect(diff(flow, after).changes.length === 0).toBe(isSame);
      }),
    );
  });

  it('of layout alone changes no behaviour', () => {
    fc.assert(
      fc.property(grownFlow, editScript, (flow, script) => {
        const { behaviour, changes } = diff(flow, script.reduce(perform, flow));
        if (changes.every(isLayoutChange)) expect(behaviour).toBe('same');
      }),
    );
  });

  it('points at places that exist, and has a sentence for each change', () => {
    fc.assert(
      fc.property(grownFlow, editScript, (flow, script) => {
        const after = script.reduce(perform, flow);
        for (const { path, text, before, after: value } of diff(flow, after).changes) {
          expect(path).toMatch(/^#\//);
          expect(text).toMatch(/^.+\.$/s);
          expect(before === undefined && value === undefined).toBe(false);
        }
      }),
    );
  });
});

describe('the canonical form', () => {
  it('is the same for any order of keys and states, and of itself', () => {
    fc.assert(
      fc.property(grownFlow, fc.nat(), (flow, turns) => {
        const shuffled = reversed({
          ...flow,
          states: [...flow.states.slice(turns % 5), ...flow.states.slice(0, turns % 5)],
        });
        expect(canonicalText(shuffled)).toBe(canonicalText(flow));
        expect(canonicalDefinition(canonicalDefinition(flow))).toEqual(canonicalDefinition(flow));
      }),
    );
  });

  it('has the layout last, and no empty targets', () => {
    const text = canonicalText({
      states: [
        {
          name: 'b',
          type: 'say-play',
          properties: { offset: { y: 1, x: 0 }, say: 'Hi', zebra: 1 },
          transitions: [{ next: '', event: 'audioComplete' }],
        },
        { type: 'trigger', name: 'a' },
      ],
      notes: [],
      initial_state: 'a',
      description: '',
    } as FlowDefinition);
    expect(JSON.stringify(JSON.parse(text))).toBe(
      '{"description":"","initial_state":"a","states":[{"name":"a","type":"trigger"},' +
        '{"name":"b","properties":{"say":"Hi","zebra":1,"offset":{"x":0,"y":1}},' +
        '"transitions":[{"event":"audioComplete"}],"type":"say-play"}],"notes":[]}',
    );
  });
});

function applied(base: FlowDefinition, target: FlowDefinition): string {
  const result = applyDiff(base, diff(base, target));
  return result.ok ? canonicalText(result.definition) : result.reason;
}

/** The same JSON with the keys of all objects in the opposite order. */
function reversed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(reversed) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  ) as Value;
}
