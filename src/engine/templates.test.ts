/** Every template played from its trigger to its end, and each outcome that a contact may choose. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#flow/json/json.ts';
import { samples } from '#flow/samples/samples.ts';
import { advance, newExecution } from './advance.ts';
import type { TriggerSignal } from './behaviours/trigger.ts';
import type { Execution, Step } from './execution.ts';
import type { Signal } from './signal.ts';
import { messageStart } from './testing/start-flow.ts';

/** What happens next: a text of the contact, an event of the call, the time being up, or the response to a request. */
type Event =
  | { text: string }
  | { call: string; with?: JsonObject }
  | 'timeout'
  | { response: JsonObject | null };

type Play = { id: string; start?: Partial<TriggerSignal>; events: Event[]; ends: string };

const call: Partial<TriggerSignal> = {
  event: 'incomingCall',
  trigger: { call: { CallSid: 'CA1', From: '+15550100', To: '+15550199' } },
  call: 'CA1',
};
const request: Partial<TriggerSignal> = {
  event: 'incomingRequest',
  trigger: { request: { to: '+15550100', from: '+15550199' } },
  data: { name: 'Ann', date: 'Monday', time: '9:00' },
};
const done = {
  response: { status_code: 200, content_type: 'application/json', body: '{"status":"shipped"}' },
};

const plays: Play[] = [
  { id: 'appointment-reminder', start: request, events: [{ text: 'yes' }], ends: 'thank' },
  {
    id: 'phone-menu',
    start: call,
    events: [
      { call: 'keypress', with: { Digits: '2' } },
      { call: 'dialed', with: { DialCallStatus: 'completed' } },
      { call: 'audioComplete' },
    ],
    ends: 'goodbye',
  },
  {
    id: 'after-hours-calls',
    start: call,
    events: [{ call: 'dialed', with: { DialCallStatus: 'completed' } }, { call: 'audioComplete' }],
    ends: 'goodbye',
  },
  { id: 'survey', events: [{ text: '4' }, { text: 'Friendly' }, { text: 'yes' }, done], ends: 'thank' },
  { id: 'order-status', events: [{ text: '?' }, { text: '10482' }, done], ends: 'tell_status' },
  { id: 'order-status', events: [{ text: '10482' }, { response: null }], ends: 'not_found' },
  { id: 'order-status', events: ['timeout'], ends: 'too_late' },
  {
    id: 'callback-request',
    events: [{ text: 'An "offer"' }, { text: 'soon' }, { text: 'Morning' }, { response: { sid: 'WT1' } }],
    ends: 'confirm',
  },
  { id: 'sign-up', events: [{ text: 'what?' }, { text: 'Yes' }, done], ends: 'welcome' },
  { id: 'sign-up', events: [{ text: 'no' }], ends: 'goodbye' },
  {
    id: 'voicemail',
    start: call,
    events: [
      { call: 'completed' },
      { call: 'recorded', with: { RecordingUrl: 'https://example.org/1', RecordingDuration: '4' } },
      { call: 'completed' },
    ],
    ends: 'thanks',
  },
];

const now = Date.UTC(2024, 2, 5, 14, 7, 9);

function signalOf(event: Event, { wait }: Execution): Signal {
  const id = wait?.id ?? '';
  if (event === 'timeout') return { kind: 'timeout', wait: id };
  if ('text' in event) return { kind: 'message', message: { Body: event.text, From: '+15550100' } };
  if ('call' in event)
    return { kind: 'call', wait: id, event: event.call, call: { CallSid: 'CA1', ...event.with } };
  const effect = wait?.for === 'effect' ? wait.effect : '';
  if (event.response !== null) return { kind: 'result', effect, result: { ok: true, data: event.response } };
  return { kind: 'result', effect, result: { ok: false, code: 81010, message: 'No response', data: {} } };
}

/** Plays to the end; every message is sent at once. */
function played({ id, start, events }: Play) {
  const definition = samples.find((each) => each.id === id)?.definition;
  if (definition === undefined) throw new Error(`There is no template ${id}.`);
  let execution = newExecution();
  const steps: Step[] = [];
  const messages: string[] = [];
  const send = (signal: Signal): void => {
    const turn = advance(definition, execution, signal, now);
    expect(turn.ignored).toEqual([]);
    execution = turn.execution;
    steps.push(...turn.steps);
    for (const command of turn.commands) {
      if (command.kind !== 'send-message') continue;
      messages.push(command.body);
      send({ kind: 'result', effect: command.effect, result: { ok: true, data: { Status: 'sent' } } });
    }
  };
  send({ ...messageStart, ...start });
  for (const event of events) send(signalOf(event, execution));
  return { execution, steps, messages };
}

describe('the templates', () => {
  it('are eight beside the blank flow, each of which is played here', () => {
    const ids = samples.map(({ id }) => id).filter((id) => id !== 'blank');
    expect(ids).toHaveLength(8);
    expect([...new Set(plays.map(({ id }) => id))].sort()).toEqual([...ids].sort());
  });

  it.each(plays)('$id runs to its end by $ends', (play) => {
    const { execution, steps, messages } = played(play);
    expect(steps.map((step) => step.transitioned_from)).toContain(play.ends);
    expect(steps.at(-1)?.transitioned_from).toBe(play.ends);
    expect(execution.status).toBe('ended');
    expect(messages.join(' ')).not.toMatch(/\{\{|: \.| {2}/);
  });
});
