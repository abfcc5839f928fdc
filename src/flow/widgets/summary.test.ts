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
  ])('%s %j', (type, properties, text) => {
    expect(summaryOf(type, properties)).toBe(text);
  });

  it('has the conditions of a split', () => {
    const { properties = {}, ...state } = widgetTypes['split-based-on'].example;
    expect(summaryOf('split-based-on', properties, state)).toBe(
      '{{widgets.ask_for_day.inbound.Body}} is “yes”, “y”, “ok” or is “no”',
    );
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
