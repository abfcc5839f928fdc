/** The interpreter loop: limits, ignored signals and termination. */

import { describe, expect, it } from 'vitest';
import type { State } from '#flow/definition.ts';
import { advance, newExecution } from './advance.ts';
import type { Signal } from './signal.ts';
import { begin, flowOf, messageStart } from './testing/start-flow.ts';

const now = 0;

const set = (name: string, next?: string): State => ({
  name,
  type: 'set-variables',
  properties: {},
  transitions: [next === undefined ? { event: 'next' } : { event: 'next', next }],
});
const ask: State = {
  name: 'ask',
  type: 'send-and-wait-for-reply',
  properties: { body: 'Well?' },
  transitions: [{ event: 'incomingMessage' }, { event: 'timeout' }],
};

describe('the limits', () => {
  it('end an execution after 1,000 steps', () => {
    const turn = begin(flowOf(set('a', 'b'), set('b', 'a')));
    expect(turn.execution.status).toBe('ended');
    expect(turn.steps).toHaveLength(1_000);
    expect(turn.steps.at(-1)).toMatchObject({
      seq: 1_000,
      transitioned_to: 'Ended',
      notes: [{ code: 81000, message: 'The execution was ended after 1000 steps.' }],
    });
  });

  it('end an execution after ten times the same widget in a row', () => {
    const turn = begin(flowOf(set('a', 'a')));
    expect(turn.steps.map((step) => step.transitioned_from)).toEqual(['Trigger', ...Array(10).fill('a')]);
    expect(turn.steps.at(-1)).toMatchObject({ transitioned_to: 'Ended', notes: [{ code: 81001 }] });
  });

  it('end the branch at a widget that does not exist', () => {
    const { steps } = begin(flowOf(set('a', 'lost')));
    expect(steps.at(-1)).toMatchObject({
      transitioned_to: 'Ended',
      notes: [{ code: 0, message: 'There is no widget "lost".' }],
    });
  });

  it('leave a widget of an unknown type by its failure event', () => {
    const sync: State = { name: 's', type: 'fax', transitions: [{ event: 'failed', next: 'a' }] };
    expect(begin(flowOf(sync, set('a'))).steps[1]).toMatchObject({
      name: 'failed',
      transitioned_to: 'a',
      notes: [{ code: 0 }],
    });
    const unknown: State = { name: 's', type: 'teleport', transitions: [{ event: 'arrived', next: 'a' }] };
    expect(begin(flowOf(unknown, set('a'))).steps[1]).toMatchObject({
      name: 'notRunnable',
      transitioned_to: 'Ended',
    });
  });
});

describe('a signal without effect', () => {
  const waiting = begin(flowOf(ask)).execution;
  const signals: Signal[] = [
    messageStart,
    { kind: 'timeout', wait: 'x' },
    { kind: 'call', wait: '1', event: 'keypress', call: {} },
    { kind: 'result', effect: '1.message', result: { ok: true, data: {} } },
    { kind: 'hangup', call: {} },
  ];

  it.each(signals)('returns the same execution: $kind', (signal) => {
    const turn = advance(flowOf(ask), waiting, signal, now);
    expect(turn.execution).toBe(waiting);
    expect(turn.ignored).toHaveLength(1);
    expect([turn.steps, turn.commands]).toEqual([[], []]);
  });
});

describe('a stop signal', () => {
  it('ends at once and records the widget that was waiting', () => {
    const flow = flowOf(ask);
    const turn = advance(flow, begin(flow, { call: 'CA1' }).execution, { kind: 'stop' }, now);
    expect(turn.steps).toMatchObject([
      { seq: 2, name: 'stopped', transitioned_from: 'ask', transitioned_to: 'Ended' },
    ]);
    expect(turn.commands).toEqual([{ kind: 'end-call', effect: '2.end-call', call: 'CA1' }]);
    expect(turn.execution).toMatchObject({ status: 'ended', widget: null, wait: null });
  });

  it('leaves the call of its parent open in a subflow', () => {
    const flow = flowOf(ask);
    const { execution } = begin(flow, { call: 'CA1', child: true });
    expect(advance(flow, execution, { kind: 'stop' }, now).commands).toEqual([]);
  });
});

describe('a new execution', () => {
  it('has done nothing and waits for nothing', () => {
    const { context: _, ...state } = newExecution();
    expect(state).toEqual({
      status: 'active',
      widget: null,
      wait: null,
      steps: 0,
      repeats: 0,
      waits: 0,
      call: null,
      pending: [],
      notes: [],
      child: false,
    });
  });
});

describe('the trigger', () => {
  it('may have no name', () => {
    const { states, ...rest } = flowOf(set('a'));
    const [trigger, ...others] = states;
    const nameless: State = { type: 'trigger', transitions: trigger?.transitions ?? [] };
    expect(
      begin({ ...rest, states: [nameless, ...others] }).steps.map((step) => step.transitioned_from),
    ).toEqual(['Trigger', 'a']);
  });

  it('cannot be entered from another widget', () => {
    expect(begin(flowOf(set('a', 'Trigger'))).steps.at(-1)).toMatchObject({
      name: 'notRunnable',
      type: 'trigger',
      transitioned_to: 'Ended',
      notes: [{ code: 0, message: '"Trigger" starts the flow and cannot be entered from another widget.' }],
    });
  });
});
