/** The summaries on cards. */

import { describe, expect, it } from 'vitest';
import type { State } from '../definition.ts';
import type { JsonObject } from '../json/json.ts';
import { durationText, englishSummary, shortAddress } from './summary.ts';
import type { WidgetTypeName } from './widget-type.ts';
import { widgetTypes } from './widget-types.ts';

const summaryOf = (type: WidgetTypeName, properties: JsonObject, state: State = {}) =>
  widgetTypes[type].summary(properties, state, englishSummary);

describe('the summary of a widget', () => {
  it.each<[WidgetTypeName, JsonObject, string]>([
    ['send-message', { body: ' Hi {{flow.data.name}} ' }, 'Hi {{flow.data.name}}'],
    ['send-message', { content_sid: 'HX1' }, 'Content template HX1'],
    ['make-http-request', { method: 'POST', url: 'https://clinic.example/a' }, 'POST clinic.example/a'],
    ['make-http-request', {}, 'GET'],
    [
      'make-outgoing-call-v2',
      { to: '{{contact.channel.address}}', timeout: 30, detect_answering_machine: true },
      'Call {{contact.channel.address}}, ring for 30 s, detect answering machines',
    ],
    ['say-play', { say: 'Welcome.' }, '“Welcome.”'],
    ['say-play', { play: 'https://clinic.example/a.mp3' }, 'Play clinic.example/a.mp3'],
    ['connect-call-to', { noun: 'sip', sip_endpoint: 'sip:a@b.example' }, 'Connect sip:a@b.example'],
    ['run-subflow', { flow_sid: 'FW1', flow_revision: 'LatestPublished' }, 'Flow “FW1”, published revision'],
    [
      'set-variables',
      {
        variables: [
          { key: 'a', value: '1' },
          { key: 'b', value: '{{x}}' },
        ],
      },
      'a = 1, b = {{x}}',
    ],
    ['record-voicemail', { max_length: 3600, transcribe: true }, 'Record up to 1 h, transcribe'],
    ['send-to-agentdesk', { workflow: 'Front desk' }, 'Workflow “Front desk”'],
    ['trigger', {}, ''],
    ['send-message', { body: ' ', media_url: ' http://clinic.example/a.png' }, 'clinic.example/a.png'],
    ['say-play', { say: ' ', play: ' ', digits: '1w2' }, 'Play keys 1w2'],
    ['say-play', { digits: ' ' }, ''],
    ['gather-input-on-call', { say: ' Press 1. ' }, '“Press 1.”'],
    [
      'make-http-request',
      { method: 'GET', url: 'clinic.example/?to=https://a' },
      'GET clinic.example/?to=https://a',
    ],
    ['make-outgoing-call-v2', {}, ''],
    ['make-outgoing-call-v1', { to: '+15005550006' }, 'Call +15005550006'],
    [
      'connect-call-to',
      { noun: 'number', to: '+1500', sip_endpoint: 'b', timeout: 90 },
      'Connect +1500, ring for 90 s',
    ],
    ['connect-call-to', { timeout: 30 }, ''],
    ['record-call', { record_call: true }, 'Start recording'],
    ['record-call', { record_call: false }, 'Stop recording'],
    ['record-voicemail', {}, 'Record a message'],
    ['fork-stream', { stream_action: 'stop', stream_name: 'a', stream_url: 'wss://b' }, 'Stop stream a'],
    ['fork-stream', { stream_action: 'stop' }, 'Stop stream'],
    ['fork-stream', { stream_url: 'https://b.example', stream_connector: 'c' }, 'Stream to b.example'],
    ['fork-stream', { stream_action: 'start', stream_connector: 'c' }, 'Stream to c'],
    ['fork-stream', { stream_action: 'start' }, ''],
    ['add-markup-redirect', { url: 'https://clinic.example/a' }, 'clinic.example/a'],
    [
      'capture-payments',
      { payment_amount: '5', currency: 'eur', description: 'Visit' },
      'Charge 5 EUR, Visit',
    ],
    ['capture-payments', { payment_amount: '5' }, 'Charge 5'],
    ['capture-payments', { currency: 'eur' }, ''],
    [
      'set-variables',
      { variables: [...'abcde'].map((key) => ({ key, value: ` ${key} ` })) },
      'a = a, b = b, c = c, d = d',
    ],
    ['run-function', { url: 'https://functions.example/a' }, 'functions.example/a'],
    ['understand', { intents: [{ key: 'yes', name: 'Y' }, 5, { name: 'no' }, {}] }, 'yes, no'],
    ['update-sync-object', { name: ' rooms ' }, '“rooms”'],
    ['update-sync-object', { name: ' ' }, ''],
    ['create-chat-channel', { friendly_name: 'Visit' }, 'Visit'],
    ['add-member-to-chat-channel', { identity: 'ann' }, 'ann'],
    ['enqueue-call', { queue_name: 'desk', workflow_sid: 'WW1' }, 'Queue “desk”'],
    ['enqueue-call', { workflow_sid: 'WW1' }, 'Workflow “WW1”'],
    ['enqueue-call', {}, ''],
    ['create-task', { workflow: 'Desk', workflow_sid: 'WW1' }, 'Workflow “Desk”'],
    ['create-task', { workflow_sid: 'WW1' }, 'Workflow “WW1”'],
    ['create-task', {}, ''],
    ['send-to-agentdesk', {}, ''],
    ['connect-virtual-agent-v2', { connector_name: 'desk' }, 'Connector desk'],
    ['connect-virtual-agent', { connector: 'desk' }, 'Connector desk'],
    ['connect-virtual-agent', {}, ''],
    ['run-subflow', { flow_revision: '2' }, ''],
  ])('%s %j', (type, properties, text) => {
    expect(summaryOf(type, properties)).toBe(text);
  });

  it('has the conditions of a split', () => {
    const { properties = {}, ...state } = widgetTypes['split-based-on'].example;
    expect(summaryOf('split-based-on', properties, state)).toBe(
      '{{widgets.ask_for_day.inbound.Body}} is “yes”, “y”, “ok” or is “no”',
    );
  });

  it('has at most four branches of a split, each with all of its conditions', () => {
    const is = (...values: string[]) => ({
      event: 'match',
      conditions: values.map((value) => ({ type: 'equal_to', value })),
    });
    const transitions = [
      { event: 'noMatch', conditions: is('x').conditions },
      is('a', 'b'),
      { event: 'match', conditions: [{ type: 'odd' }, { type: 'is_blank', value: 'c' }] },
      { event: 'match', conditions: [{ type: 'odd' }] },
      ...[is('d'), is('e'), is('f')],
    ];
    const summary = (input: string, state: object) => summaryOf('split-based-on', { input }, state as State);
    expect(summary(' {{x}} ', { transitions })).toBe(
      '{{x}} is “a” and is “b” or is blank or is “d” or is “e”',
    );
    expect(summary('{{x}}', {})).toBe('{{x}}');
    expect(summary('', { transitions: [is('a')] })).toBe('is “a”');
  });

  it('names a subflow where its name is known, in the words of the reader', () => {
    const words = {
      wordOf: (english: string) => (english === 'Flow {{value}}' ? 'Ablauf {{value}}' : english),
      flowName: (sid: string) => (sid === 'FW1' ? 'Intake $&' : undefined),
    };
    const properties = { flow_sid: 'FW1', flow_revision: '3' };
    expect(widgetTypes['run-subflow'].summary(properties, {}, words)).toBe('Ablauf “Intake $&”, revision 3');
  });

  it('ignores malformed properties', () => {
    const junk = [null, 5, [], [null], { a: 1 }, [{ event: 'match', conditions: [null, { type: 'regex' }] }]];
    for (const { type, schema } of Object.values(widgetTypes)) {
      const { properties } = schema as { properties?: object };
      for (const value of junk) {
        const filled = Object.fromEntries(Object.keys(properties ?? {}).map((key) => [key, value]));
        const state = { transitions: value } as State;
        expect(typeof summaryOf(type, filled, state)).toBe('string');
      }
    }
  });
});

describe('parts of a summary', () => {
  it.each([
    [45, '45 s'],
    ['300', '5 min'],
    [5400, '90 min'],
    ['64800', '18 h'],
    [259_200, '3 days'],
    [60, '1 min'],
    [90, '90 s'],
    [3600, '1 h'],
    [86_400, '24 h'],
    [172_800, '2 days'],
    [176_400, '49 h'],
    [0, '0 s'],
    [' 120 ', '2 min'],
    ['{{wait}}', '{{wait}}'],
    [undefined, ''],
  ])('%s seconds are %s', (value, text) => {
    expect(durationText(value)).toBe(text);
  });

  it('shows a URL without its scheme', () => {
    expect(shortAddress('https://clinic.example/a')).toBe('clinic.example/a');
    expect(shortAddress(undefined)).toBe('');
  });
});
