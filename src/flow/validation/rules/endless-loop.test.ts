import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { endlessLoop } from './endless-loop.ts';

const types = ['send-message', 'set-variables', 'make-http-request', 'send-and-wait-for-reply', 'unknown'];
const waits = new Set(types.slice(3));

it('is said of the widgets that never wait, from one loop of such widgets to another', () => {
  const place = fc.nat({ max: 9 });
  const widgets = fc.array(fc.tuple(fc.constantFrom(...types), fc.array(place, { maxLength: 2 })), {
    minLength: 1,
    maxLength: 9,
  });
  fc.assert(
    fc.property(widgets, (drawn) => {
      const isLinked = (from: number, to: number) =>
        drawn[from]?.[1].includes(to) === true &&
        !waits.has(drawn[from][0]) &&
        !waits.has(drawn[to]?.[0] ?? 'unknown');
      const leads = drawn.map((_, from) => drawn.map((_each, to) => isLinked(from, to)));
      for (const [by, row] of leads.entries())
        for (const each of leads) if (each[by]) for (const to of row.keys()) each[to] ||= row[to] === true;
      const loops = [...drawn.keys()].filter((at) => leads[at]?.[at]);
      const expected = [...drawn.keys()].filter((at) => {
        const leadsToLoop = loops.some((loop) => loop === at || leads[at]?.[loop]);
        return leadsToLoop && loops.some((loop) => loop === at || leads[loop]?.[at]);
      });
      const states = drawn.map(([type, to], at) =>
        state(
          `w${at}`,
          type,
          {},
          to.map((next) => ({ event: 'sent', next: `w${next}` })),
        ),
      );
      expect(said(endlessLoop, flowOf(states))).toEqual(
        expected.map(
          (at) => `warning #/states/${at + 1} Widget 'w${at}' is in a loop that never waits for the contact.`,
        ),
      );
    }),
    { numRuns: 300 },
  );
});

it.each([
  'set-variables',
  'send-message',
  'make-http-request',
  'run-function',
  'run-function-v2',
  'fork-stream',
  'record-call',
])('is said of a %s that leads to itself', (type) =>
  expect(said(endlessLoop, flowOf([state('w', type, {}, [{ event: 'next', next: 'w' }])]))).toEqual([
    "warning #/states/1 Widget 'w' is in a loop that never waits for the contact.",
  ]),
);

it('is not said of a widget without a name that leads nowhere', () =>
  expect(said(endlessLoop, flowOf([state('', 'send-message', {}, [{ event: 'sent' }])]))).toEqual([]));
