import { expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { trafficCounts } from './traffic-counts.ts';

const split = (event: string, next: string, value: string) => ({
  event,
  next,
  conditions: [{ friendly_name: value, type: 'equal_to', arguments: ['x'], value }],
});
const definition = {
  description: '',
  initial_state: 'choose',
  states: [
    {
      name: 'choose',
      type: 'split-based-on',
      properties: {},
      transitions: [{ event: 'noMatch' }, split('match', 'one', '1'), split('match', 'two', '2')],
    },
    { name: 'one', type: 'send-message', properties: {}, transitions: [{ event: 'failed', next: 'two' }] },
    { name: 'two', type: 'send-message', properties: {}, transitions: [] },
  ],
} as FlowDefinition;

const passed = (widget: string, event: string, target: string, count: number, revision = 1) => ({
  ...{ widget, event, target, revision },
  passed: count,
});
const traffic = {
  flow_sid: 'FW1',
  since: '2026-01-01T00:00:00Z',
  waiting: [
    { widget: 'one', revision: 1, executions: 2 },
    { widget: 'one', revision: 2, executions: 3 },
    { widget: 'gone', revision: 1, executions: 1 },
  ],
  passed: [
    passed('choose', 'match', 'one', 4),
    passed('choose', 'match', 'two', 5),
    passed('one', 'failed', 'two', 1),
    passed('one', 'failed', 'two', 2, 2),
    passed('gone', 'timeout', 'one', 9),
  ],
};

it('counts on the outlet that leads where executions went, over all revisions or one', () => {
  const all = trafficCounts(traffic, definition, null);
  expect(Object.fromEntries(all.waiting)).toEqual({ one: 5 });
  expect([...all.passed.values()]).toEqual([
    { count: 4, event: 'match', isFailure: false },
    { count: 5, event: 'match', isFailure: false },
    { count: 3, event: 'failed', isFailure: true },
  ]);
  expect(all.waitingInAll).toBe(6);
  const second = trafficCounts(traffic, definition, 2);
  expect(Object.fromEntries(second.waiting)).toEqual({ one: 3 });
  expect([...second.passed.values()]).toEqual([{ count: 2, event: 'failed', isFailure: true }]);
});

it('has those who wait at widgets that are gone, so that all of them add up', () => {
  const { waiting, elsewhere, waitingInAll } = trafficCounts(
    {
      ...traffic,
      waiting: [...traffic.waiting, { widget: 'left', revision: 2, executions: 2 }],
    },
    definition,
    null,
  );
  expect(elsewhere).toEqual([
    { revision: 2, executions: 2 },
    { revision: 1, executions: 1 },
  ]);
  const all = [...waiting.values(), ...elsewhere.map(({ executions }) => executions)];
  expect(all.reduce((sum, each) => sum + each, 0)).toBe(waitingInAll);
});

it('lists failures and timeouts, the most frequent first, those of widgets that are gone too', () => {
  expect(trafficCounts(traffic, definition, null).failures).toEqual([
    { widget: 'gone', event: 'timeout', count: 9 },
    { widget: 'one', event: 'failed', count: 3 },
  ]);
});
