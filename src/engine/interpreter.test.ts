/** What a step notes, and what is said of signals that come at the wrong time. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { advance, newExecution } from './advance.ts';
import { maxStoredBytes } from './interpreter.ts';
import type { Signal } from './signal.ts';
import { begin, flowOf, messageStart } from './testing/start-flow.ts';

const ask: State = {
  name: 'ask',
  type: 'send-and-wait-for-reply',
  properties: { body: 'Well?' },
  transitions: [{ event: 'incomingMessage' }, { event: 'timeout' }],
};
const fetching: State = {
  name: 'fetch',
  type: 'make-http-request',
  properties: { url: 'https://hours.example/' },
  transitions: [{ event: 'success' }],
};
const say: State = {
  name: 'say',
  type: 'say-play',
  properties: { say: 'Hello' },
  transitions: [{ event: 'audioComplete' }],
};
const call = 'CA00000000000000000000000000000001';

/** The notes of a widget whose texts have these errors. */
function notesOf(...messages: string[]): string[] {
  const variables = messages.map((text, index) => ({ key: `v${index}`, value: text, type: 'json_object' }));
  const flow = flowOf({
    name: 'w',
    type: 'set-variables',
    properties: { variables },
    transitions: [{ event: 'next' }],
  });
  return begin(flow).steps[1]?.notes.map(({ message }) => message) ?? [];
}

describe('the notes of a step', () => {
  it('are twenty at most', () => {
    expect(notesOf(...Array(25).fill('{'))).toHaveLength(20);
  });

  it('have at most 300 characters', () => {
    const noteOfName = (length: number) => {
      const flow = flowOf({
        name: 'w',
        type: 'set-variables',
        properties: {},
        transitions: [{ event: 'next', next: 'x'.repeat(length) }],
      });
      return begin(flow).steps[1]?.notes[0]?.message ?? '';
    };
    const around = 'There is no widget "".'.length;
    expect(noteOfName(300 - around)).toMatch(/x"\.$/);
    expect(noteOfName(300 - around)).toHaveLength(300);
    expect(noteOfName(301 - around)).toMatch(/x…$/);
    expect(noteOfName(301 - around)).toHaveLength(300);
  });

  it('say that a limit was exceeded, however many there are', () => {
    const errors = Array.from({ length: 25 }, (_, at) => ({ key: `v${at}`, value: `{{ x | f${at} }}` }));
    const variables = [...errors, { key: 'endless', value: '{{ "now" | date: "%H" }}'.repeat(300) }];
    const flow = flowOf({ name: 'w', type: 'set-variables', properties: { variables }, transitions: [] });
    const messages = begin(flow).steps[1]?.notes.map(({ message }) => message);
    expect(messages).toHaveLength(20);
    expect(messages?.at(-1)).toBe('The limit of 5,000,000 units of work was exceeded.');
  });

  it('say each thing once', () => {
    const flow = flowOf({
      name: 'w',
      type: 'set-variables',
      properties: { variables: ['a', 'b'].map((key) => ({ key, value: '{{ x | shout }}' })) },
      transitions: [{ event: 'next' }],
    });
    expect(begin(flow).steps[1]?.notes).toHaveLength(1);
  });

  it('name the event that leads nowhere, and the type that is not known', () => {
    const notes = (state: State) => begin(flowOf(state)).steps[1]?.notes;
    expect(notes({ name: 'w', type: 'set-variables', properties: {}, transitions: [] })).toEqual([
      { code: 0, message: '"w" has no transition for next.' },
    ]);
    expect(notes({ name: 'w', type: 'teleport' })).toEqual([
      { code: 0, message: 'There are no widgets of the type teleport.' },
    ]);
    expect(notes({ name: 'w' } as State)).toEqual([
      { code: 0, message: 'There are no widgets of the type (none).' },
    ]);
  });

  it('say nothing of a transition that leads nowhere', () => {
    const transitions = [{ event: 'next', next: '' }];
    const flow = flowOf({ name: 'w', type: 'set-variables', properties: {}, transitions });
    expect(begin(flow).steps[1]).toMatchObject({ transitioned_to: 'Ended', notes: [] });
  });

  it('are of the widget that has them, not of the next', () => {
    const bad = { name: 'a', type: 'set-variables', transitions: [{ event: 'next', next: 'b' }] };
    const properties = { variables: [{ key: 'v', value: '{', type: 'json_object' }] };
    const next = { name: 'b', type: 'set-variables', properties: {}, transitions: [{ event: 'next' }] };
    const { steps } = begin(flowOf({ ...bad, properties }, next));
    expect(steps.map(({ notes }) => notes.length)).toEqual([0, 1, 0]);
  });
});

describe('a widget of an unknown type', () => {
  const events = ['failed', 'fail', 'failure', 'failedToEnqueue', 'providerError', 'deliveryFailure'];

  it.each(events)('is left by its event for failure: %s', (event) => {
    const state: State = { name: 'w', type: 'teleport', transitions: [{ event: 'arrived' }, { event }] };
    expect(begin(flowOf(state)).steps[1]?.name).toBe(event);
  });
});

describe('a step', () => {
  it('names the transition that was taken', () => {
    const transitions = [{ event: 'failed' }, { event: 'next' }];
    const set = { name: 'w', type: 'set-variables', properties: {} };
    expect(begin(flowOf({ ...set, transitions })).steps[1]?.transition).toBe(1);
    expect(begin(flowOf({ ...set, transitions: [] })).steps[1]).not.toHaveProperty('transition');
  });
});

describe('a signal that is not awaited', () => {
  const waiting = begin(flowOf(ask)).execution;
  const requesting = begin(flowOf(fetching)).execution;
  const speaking = begin(flowOf(say), { call }).execution;
  const ignored = (state: State, execution: typeof waiting, signal: Signal) =>
    advance(flowOf(state), execution, signal, 0).ignored;

  it.each([
    ['start', messageStart, 'The execution has started already.'],
    ['hang-up', { kind: 'hangup', call: {} }, 'There is no live call that could end.'],
    [
      'report',
      { kind: 'call', wait: '1', event: 'x', call: {} },
      'A call signal arrived for which "ask" does not wait; it was ignored.',
    ],
    [
      'return',
      { kind: 'return', event: 'return', fields: {} },
      'A return signal arrived for which "ask" does not wait; it was ignored.',
    ],
    [
      'late timer',
      { kind: 'timeout', wait: '0' },
      'A timeout signal arrived for which "ask" does not wait; it was ignored.',
    ],
    [
      'late result',
      { kind: 'result', effect: '1.message', result: { ok: true, data: {} } },
      'A result signal arrived for which "ask" does not wait; it was ignored.',
    ],
  ] as [string, Signal, string][])('is ignored with a note: %s', (_, signal, message) => {
    expect(ignored(ask, waiting, signal)).toEqual([{ code: 0, message }]);
  });

  it('is one of another wait, or of a wait without a time', () => {
    const report: Signal = { kind: 'call', wait: '2', event: 'x', call: {} };
    expect(ignored(say, speaking, report)).toHaveLength(1);
    expect(ignored(say, speaking, { kind: 'timeout', wait: '1' })).toHaveLength(1);
    const result: Signal = { kind: 'result', effect: '2.other', result: { ok: true, data: {} } };
    expect(ignored(fetching, requesting, result)).toEqual([
      { code: 0, message: 'A result signal arrived for which "fetch" does not wait; it was ignored.' },
    ]);
  });

  it('comes after the end, or where the flow has lost the widget', () => {
    const ended = advance(flowOf(ask), waiting, { kind: 'stop' }, 0).execution;
    expect(ignored(ask, ended, { kind: 'stop' })).toEqual([{ code: 0, message: 'The execution has ended.' }]);
    expect(ignored(fetching, waiting, { kind: 'timeout', wait: '1' })).toEqual([
      { code: 0, message: 'The execution is at no widget of this flow.' },
    ]);
  });
});

describe('an execution', () => {
  const without = (states: State[]): FlowDefinition => ({ description: '', initial_state: 'start', states });

  it('ends at once where the flow has no start, and its call with it', () => {
    const turn = advance(without([]), newExecution(), { ...messageStart, call }, 0);
    expect(turn).toMatchObject({
      execution: { status: 'ended', widget: null, wait: null, call: null },
      steps: [],
      commands: [{ kind: 'end-call', effect: '0.end-call', call }],
    });
  });

  it('starts at another widget than a trigger, which reads what started it', () => {
    const variables = [{ key: 'from', value: '{{contact.channel.address}}' }];
    const start = { name: 'start', type: 'set-variables', properties: { variables }, transitions: [] };
    const { steps, execution } = advance(without([start]), newExecution(), messageStart, 0);
    expect(steps.map(({ name }) => name)).toEqual(['next']);
    expect(execution.context).toMatchObject({
      flow: { sid: messageStart.execution_sid, variables: { from: messageStart.contact } },
      trigger: messageStart.trigger,
    });
  });

  it('is stopped where the flow has lost its widget', () => {
    const { execution } = begin(flowOf(ask), { call });
    const { steps, commands, execution: after } = advance(flowOf(fetching), execution, { kind: 'stop' }, 0);
    expect([steps, commands]).toEqual([[], [{ kind: 'end-call', effect: '1.end-call', call }]]);
    expect(after).toMatchObject({ status: 'ended', widget: null, wait: null });
  });

  it('leaves a widget with a hang-up event by that, and goes on', () => {
    const hangup = { ...say, transitions: [{ event: 'hangup', next: 'fetch' }] };
    const flow = flowOf(hangup, fetching);
    const { execution } = begin(flow, { call });
    const fields = { CallStatus: 'completed', PaymentCardNumber: '4111111111111111' };
    const turn = advance(flow, execution, { kind: 'hangup', call: fields }, 0);
    expect(turn.steps).toMatchObject([{ name: 'hangup', transitioned_to: 'fetch' }]);
    expect(turn.execution).toMatchObject({ status: 'active', call: null, widget: 'fetch' });
    expect(turn.execution.context.widgets.say).toMatchObject({ PaymentCardNumber: 'xxxxxxxxxxxx1111' });
  });

  it('ends where what started it is too large for its first widget', () => {
    const start = { name: 'start', type: 'set-variables', properties: {}, transitions: [] };
    const data = { long: 'x'.repeat(2 * 1024 * 1024) };
    const { steps, execution } = advance(without([start]), newExecution(), { ...messageStart, data }, 0);
    expect(steps).toMatchObject([{ name: 'limitExceeded', transitioned_from: 'start', changes: [] }]);
    expect(steps[0]?.notes).toEqual([{ code: 0, message: 'The limit of 2 MB of variables was exceeded.' }]);
    expect(execution).toMatchObject({ status: 'ended', pending: [], notes: [] });
  });

  it('may store sixteen megabytes and no byte more', () => {
    const { execution } = begin(flowOf(ask));
    const reply = (stored: number) =>
      advance(flowOf(ask), { ...execution, stored }, { kind: 'message', message: { Body: 'Yes' } }, 0);
    const bytes = reply(0).execution.stored ?? 0;
    expect(reply(maxStoredBytes - bytes).steps).toMatchObject([{ name: 'incomingMessage' }]);
    expect(reply(maxStoredBytes - bytes + 1).steps).toMatchObject([{ name: 'deliveryFailure' }]);
  });

  it('goes elsewhere after ten times the same widget', () => {
    const again = [
      { event: 'incomingMessage', next: 'ask' },
      { event: 'timeout', next: 'fetch' },
    ];
    const flow = flowOf({ ...ask, transitions: again }, fetching);
    let { execution } = begin(flow);
    const message: Signal = { kind: 'message', message: { Body: 'Again' } };
    for (let count = 1; count < 10; count += 1) execution = advance(flow, execution, message, 0).execution;
    const wait = execution.wait?.id ?? '';
    expect(advance(flow, execution, { kind: 'timeout', wait }, 0).execution.widget).toBe('fetch');
    const { steps, execution: after } = advance(flow, execution, message, 0);
    expect(steps[0]?.notes).toEqual([{ code: 81001, message: '"ask" ran 10 times in a row.' }]);
    expect(after).toMatchObject({ status: 'ended', pending: [], notes: [] });
  });

  it('does not take a bug for a limit', () => {
    const broken = {
      get body(): string {
        throw new TypeError('a bug');
      },
    };
    expect(() => begin(flowOf({ ...ask, properties: broken }))).toThrow(TypeError);
    expect(() => begin(flowOf(ask), { data: broken })).toThrow(TypeError);
  });

  it('counts what it stores, its steps and its waits', () => {
    const { execution } = begin(flowOf(ask));
    const turn = advance(flowOf(ask), execution, { kind: 'message', message: { Body: 'Yes' } }, 0);
    expect(execution).toMatchObject({ steps: 1, waits: 1, repeats: 1, wait: { id: '1' } });
    expect(turn.execution.steps).toBe(2);
    expect(turn.execution.stored).toBeGreaterThan(execution.stored ?? 0);
    expect(begin(flowOf(fetching)).execution).not.toHaveProperty('elsewhere');
  });
});
