/** Addresses, names and settings are read without the spaces around them; texts for people keep theirs. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#flow/json/json.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { advance, newExecution } from './advance.ts';
import type { Signal } from './signal.ts';
import { flowOf, messageStart } from './testing/start-flow.ts';

const trimmed: Record<string, string[]> = {
  'add-markup-redirect': ['url', 'timeout'],
  'add-member-to-chat-channel': ['channel', 'identity'],
  'capture-payments': [
    ...['payment_connector', 'payment_method', 'payment_amount', 'description', 'bank_account_type'],
    ...['postal_code', 'language', 'security_code', 'max_attempts'],
  ],
  'connect-call-to': ['to', 'sip_endpoint', 'record', 'timeout', 'time_limit'],
  'connect-virtual-agent': ['connector', 'language', 'status_callback'],
  'connect-virtual-agent-v2': [
    ...['connector_name', 'status_callback', 'status_callback_method', 'channel', 'session_behavior'],
  ],
  'create-chat-channel': ['unique_name'],
  'enqueue-call': ['workflow_sid', 'queue_name', 'task_attributes', 'wait_url', 'priority', 'timeout'],
  'fork-stream': ['stream_url', 'stream_connector', 'stream_name'],
  'gather-input-on-call': [
    'save_response_as',
    'finish_on_key',
    'play',
    'loop',
    'timeout',
    'number_of_digits',
  ],
  'make-http-request': ['url'],
  'make-outgoing-call-v2': ['detect_answering_machine', 'record', 'timeout'],
  'record-call': ['recording_status_callback', 'record_call'],
  'record-voicemail': [
    ...['finish_on_key', 'transcription_callback_url', 'recording_status_callback_url', 'max_length'],
  ],
  'run-function': ['url'],
  'run-subflow': ['flow_sid', 'flow_revision'],
  'say-play': ['play', 'digits'],
  'send-and-wait-for-reply': ['save_response_as', 'timeout'],
  'send-message': ['media_url', 'content_sid'],
  'send-to-agentdesk': ['timeout'],
  'update-sync-object': ['name', 'unique_name', 'mode'],
};

type Case = { properties: JsonObject; start?: object; signals?: Signal[] };

/** The widget of a case is the first of its execution, here it comes after the trigger. */
function atStepTwo(signal: Signal): Signal {
  return signal.kind === 'result' ? { ...signal, effect: signal.effect.replace('1.', '2.') } : signal;
}

/** Everything that follows from a case. */
function turnsOf(type: string, properties: JsonObject, { start, signals = [] }: Case) {
  const events = widgetTypes[type as WidgetTypeName].events;
  const transitions = events.map(({ name }) => ({ event: name }));
  const flow = flowOf({ name: 'w', type, properties, transitions });
  const trigger = { ...messageStart, ...start, kind: 'trigger' as const, event: 'incomingMessage' as const };
  let turn = advance(flow, newExecution(), trigger, 0);
  const turns = [turn];
  for (const signal of signals) {
    turn = advance(flow, turn.execution, atStepTwo(signal), 0);
    turns.push(turn);
  }
  return turns;
}

describe.each(Object.entries(trimmed))('%s', (type, names) => {
  it.each(names)('reads %s without the spaces around it', (name) => {
    const cases = JSON.parse(
      readFileSync(new URL(`./cases/${type}.json`, import.meta.url), 'utf8'),
    ) as Case[];
    const given = cases.filter(({ properties }) => (properties[name] ?? '') !== '');
    expect(given).not.toEqual([]);
    for (const each of given) {
      const spaced = { ...each.properties, [name]: ` ${each.properties[name]}\n` };
      expect(turnsOf(type, spaced, each)).toEqual(turnsOf(type, each.properties, each));
    }
  });
});
