/** Property-based tests: invariants of the engine for any flow and any sequence of signals. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { State } from '#flow/definition.ts';
import type { Json } from '#flow/json/json.ts';
import { widgetTypeNames } from '#flow/widgets/widget-type.ts';
import { advance } from './advance.ts';
import type { Execution } from './execution.ts';
import type { Signal } from './signal.ts';
import { contextAfter } from './testing/context-after.ts';
import { begin, flowOf, messageStart } from './testing/start-flow.ts';

const now = 0;

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
  kind: fc.constantFrom(
    'message',
    'call',
    'hangup',
    'timeout',
    'result',
    'result',
    'return',
    'trigger',
    'stop',
  ),
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
      return { ...messageStart, call: ok ? 'CA1' : null };
    case 'return':
      return { kind, event: ok ? 'return' : 'fail', fields: data };
    case 'stop':
      return { kind };
  }
}

describe('any flow and any sequence of signals', () => {
  it('steps are consecutive, contexts are the sum of changes, replay is deterministic, an ended execution is final', () => {
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
