/** The loop itself: its guards, what it ignores, and what holds for every flow and every order of signals. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import type { Json } from '#flow/json.ts';
import { widgetTypeNames } from '#flow/widget.ts';
import { advance, beginExecution, type Turn } from './advance.ts';
import type { Start } from './behaviours/trigger.ts';
import { contextAfter } from './context.ts';
import type { Execution } from './execution.ts';
import type { Signal } from './signal.ts';

const now = 0;

const start: Start = {
  kind: 'trigger',
  event: 'incomingMessage',
  flow_sid: 'FW00000000000000000000000000000001',
  execution_sid: 'FN00000000000000000000000000000001',
  contact: '+15550100',
  channel: '+15550199',
  trigger: { message: { Body: 'Hello' } },
  data: {},
  call: null,
  child: false,
};

function flowOf(...states: State[]): FlowDefinition {
  const [first] = states;
  const trigger = {
    name: 'Trigger',
    type: 'trigger',
    transitions: [{ event: 'incomingMessage', next: first?.name ?? '' }],
  };
  return { description: '', states: [trigger, ...states], initial_state: 'Trigger' };
}

function begin(definition: FlowDefinition, given: Partial<Start> = {}): Turn {
  return advance(definition, beginExecution(), { ...start, ...given }, now);
}

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

describe('the guards', () => {
  it('end an execution after 1,000 steps', () => {
    const turn = begin(flowOf(set('a', 'b'), set('b', 'a')));
    expect(turn.execution.status).toBe('ended');
    expect(turn.steps).toHaveLength(1_000);
    expect(turn.steps.at(-1)).toMatchObject({
      seq: 1_000,
      transitioned_to: 'Ended',
      notes: [{ code: 81000 }],
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

  it('leave a widget that cannot run by its failing event', () => {
    const sync: State = { name: 's', type: 'record-call', transitions: [{ event: 'failed', next: 'a' }] };
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

describe('a signal that moves nothing', () => {
  const waiting = begin(flowOf(ask)).execution;
  const signals: Signal[] = [
    start,
    { kind: 'timeout', wait: 'x' },
    { kind: 'call', wait: '1', event: 'keypress', call: {} },
    { kind: 'result', effect: '1.message', result: { ok: true, data: {} } },
    { kind: 'hangup', call: {} },
  ];

  it.each(signals)('gives the same execution back: $kind', (signal) => {
    const turn = advance(flowOf(ask), waiting, signal, now);
    expect(turn.execution).toBe(waiting);
    expect(turn.ignored).toHaveLength(1);
    expect([turn.steps, turn.commands]).toEqual([[], []]);
  });
});

describe('a stop', () => {
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
      type: 'trigger',
      transitioned_to: 'Ended',
    });
  });
});

const names = fc.constantFrom('Trigger', 'a', 'b', 'c', 'd', 'nowhere');
const words = fc.constantFrom(
  'plain',
  '{{trigger.message.Body}}',
  '{{flow.variables.a | plus: 1}}',
  '{{broken',
  '{% for i in (1..99) %}x{% endfor %}',
  '',
  '3',
  'https://host.example/',
);
const json: fc.Arbitrary<Json> = fc.oneof(
  words,
  fc.constantFrom<Json>(null, true, 7, -1, [], {}, ['x'], { a: 1 }),
  fc.array(
    fc.record({
      key: fc.constantFrom('a', 'b', '__proto__'),
      value: words,
      type: fc.constantFrom('string', 'json_object'),
    }),
    { maxLength: 3 },
  ),
);
const properties = fc.dictionary(
  fc.constantFrom(
    'body',
    'from',
    'to',
    'timeout',
    'variables',
    'url',
    'method',
    'parameters',
    'content_type',
    'say',
    'play',
    'digits',
    'noun',
    'input',
    'flow_sid',
    'attributes',
    'save_response_as',
    'number_of_digits',
    'stop_gather',
  ),
  json,
  { maxKeys: 8 },
) as fc.Arbitrary<Record<string, Json>>;
const condition = fc.record({
  friendly_name: fc.constant(''),
  arguments: fc.array(words, { maxLength: 2 }),
  type: fc.constantFrom('equal_to', 'regex', 'contains', 'less_than', 'nonsense', 'is_blank'),
  value: fc.oneof(words, fc.constantFrom('(', '[a-z]*')),
});
const transition = fc.record(
  {
    event: fc.constantFrom(
      'next',
      'match',
      'noMatch',
      'sent',
      'failed',
      'success',
      'incomingMessage',
      'timeout',
      'audioComplete',
      'keypress',
      'answered',
      'completed',
      'hangup',
      'callCompleted',
      'callComplete',
    ),
    next: names,
    conditions: fc.array(condition, { maxLength: 2 }),
  },
  { requiredKeys: ['event'] },
);
const state = (name: string): fc.Arbitrary<State> =>
  fc.record({
    name: fc.constant(name),
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom<string>(...widgetTypeNames) },
      { weight: 1, arbitrary: fc.constant('unknown') },
    ),
    properties,
    transitions: fc.array(transition, { maxLength: 6 }),
  });
const flows = fc.tuple(state('a'), state('b'), state('c'), state('d')).map((states) => flowOf(...states));
const fields = fc.dictionary(
  fc.constantFrom(
    'Body',
    'Digits',
    'SpeechResult',
    'CallSid',
    'CallStatus',
    'status_code',
    'content_type',
    'body',
  ),
  fc.constantFrom<Json>('1', 'in-progress', 'busy', 200, 500, '{"a":1}', 'application/json', null),
) as fc.Arbitrary<Record<string, Json>>;

/** Half of the signals are about what the execution waits for, the others about anything. */
type Draft = { kind: Signal['kind']; fits: boolean; fields: Record<string, Json>; ok: boolean };
const draft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom('message', 'call', 'hangup', 'timeout', 'result', 'result', 'trigger', 'stop'),
  fits: fc.boolean(),
  fields,
  ok: fc.boolean(),
});

function signalOf({ kind, fits, fields: data, ok }: Draft, { wait }: Execution): Signal {
  const id = fits ? (wait?.id ?? '') : '99';
  const effect = fits && wait?.for === 'effect' ? wait.effect : '2.message';
  switch (kind) {
    case 'message':
      return { kind, message: data };
    case 'call':
      return { kind, wait: id, event: 'keypress', call: data };
    case 'hangup':
      return { kind, call: data };
    case 'timeout':
      return { kind, wait: id };
    case 'result':
      return { kind, effect, result: ok ? { ok, data } : { ok, code: 1, message: 'no', data } };
    case 'trigger':
      return { ...start, call: ok ? 'CA1' : null };
    case 'stop':
      return { kind };
  }
}

describe('whatever the flow is and whatever arrives', () => {
  it('steps are consecutive, contexts add up, a replay is equal, an ended execution rests', () => {
    fc.assert(
      fc.property(flows, fc.boolean(), fc.array(draft, { maxLength: 12 }), (flow, isCall, drafts) => {
        let turn = begin(flow, { call: isCall ? 'CA1' : null });
        const steps = [...turn.steps];
        for (const each of drafts) {
          const before = turn.execution;
          const kept = JSON.stringify(before);
          const signal = signalOf(each, before);
          turn = advance(flow, before, signal, now);
          expect(advance(flow, JSON.parse(kept) as Execution, signal, now)).toEqual(turn);
          expect(JSON.stringify(before)).toBe(kept);
          if (before.status === 'ended') expect(turn.execution).toBe(before);
          steps.push(...turn.steps);
        }
        expect(steps.map((step) => step.seq)).toEqual(steps.map((_, index) => index + 1));
        expect(turn.execution.steps).toBe(steps.length);
        expect(contextAfter(steps)).toEqual(turn.execution.context);
        expect(turn.execution.status === 'active').toBe(turn.execution.wait !== null);
        for (const [index, step] of steps.entries()) {
          const previous = steps[index - 1];
          if (previous) expect(step.transitioned_from).toBe(previous.transitioned_to);
        }
      }),
      { numRuns: 500 },
    );
  });
});
