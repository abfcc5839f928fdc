/** The inspector's fields of all types. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import type { Field } from './field.ts';
import { fieldsOf } from './fields.ts';
import { type WidgetTypeName, widgetTypeNames } from './widget-type.ts';
import { widgetTypes } from './widget-types.ts';

const fieldOf = (type: WidgetTypeName, property: string): Field | undefined =>
  fieldsOf(widgetTypes[type]).find((field) => field.property === property);

describe.each(widgetTypeNames.filter((name) => fieldsOf(widgetTypes[name]).length > 0))(
  'the fields of %s',
  (name) => {
    const fields = fieldsOf(widgetTypes[name]);
    const properties = fields.map(({ property }) => property);

    it('have a title and a description each, without the position on the canvas', () => {
      expect(properties).not.toContain('offset');
      for (const { title, help } of fields) {
        expect(title).not.toBe('');
        expect(help).toMatch(/\.$/);
      }
    });

    it('depend only on properties that are fields too', () => {
      for (const { when } of fields) if (when !== null) expect(properties).toContain(when.property);
    });

    it('offer choices, each with a label, exactly where one is to be chosen', () => {
      for (const { kind, choices } of fields) {
        expect(choices.length > 0).toBe(kind === 'choice' || kind === 'choices');
        for (const { label } of choices) expect(label).toMatch(/^[A-Z]|^[a-z-]+$/);
      }
    });

    it('cover the example and the defaults of the type', () => {
      const { example, defaults } = widgetTypes[name];
      const carried = [...Object.keys(example.properties ?? {}), ...Object.keys(defaults)];
      for (const property of carried) if (property !== 'offset') expect(properties).toContain(property);
    });

    it('have the advanced ones last', () => {
      const groups = fields.map(({ group }) => group);
      expect(groups).toEqual([...groups].sort((a, b) => (a === b ? 0 : a === 'main' ? -1 : 1)));
    });
  },
);

/** Fields by what `said` gives for them; those of '' are left out. */
function fieldsBy(said: (field: Field) => string): Record<string, string[]> {
  const found = Object.values(widgetTypes).flatMap((type) =>
    fieldsOf(type).flatMap((field) => {
      const value = said(field);
      return value === '' ? [] : [[value, `${type.type} ${field.property}`] as const];
    }),
  );
  const groups = Map.groupBy(found, ([value]) => value);
  return Object.fromEntries([...groups].map(([value, each]) => [value, each.map(([, name]) => name)]));
}

describe('the fields of all types', () => {
  it('show how their values begin or look, where that helps', () => {
    expect(fieldsBy(({ placeholder }) => placeholder)).toEqual({
      'https://': [
        'send-message media_url',
        'send-and-wait-for-reply media_url',
        'say-play play',
        'gather-input-on-call play',
        'record-call recording_status_callback',
        'record-voicemail transcription_callback_url',
        'record-voicemail recording_status_callback_url',
        'add-markup-redirect url',
        'make-http-request url',
        'run-function-v2 url',
        'run-function url',
        'enqueue-call wait_url',
        'send-to-agentdesk waitUrl',
        'connect-virtual-agent-v2 status_callback',
        'connect-virtual-agent status_callback',
      ],
      'wss://': ['fork-stream stream_url'],
      'sip:name@company.example': ['connect-call-to sip_endpoint'],
      'inbound.Body': ['send-and-wait-for-reply save_response_as'],
      '{{widgets.ask_for_day.inbound.Body}}': ['split-based-on input'],
      '{{trigger.message.Body}}': ['understand text'],
      alice: ['say-play voice', 'gather-input-on-call voice'],
      'en-US': [
        'say-play language',
        'gather-input-on-call gather_language',
        'gather-input-on-call language',
        'capture-payments language',
        'connect-virtual-agent language',
      ],
      '#': ['record-voicemail finish_on_key'],
      '10.00': ['capture-payments payment_amount'],
      '0': ['create-task priority', 'send-to-agentdesk priority'],
      '30': ['make-outgoing-call-v2 machine_detection_timeout'],
      '1200': ['make-outgoing-call-v2 machine_detection_speech_end_threshold'],
      '2400': ['make-outgoing-call-v2 machine_detection_speech_threshold'],
      '5000': ['make-outgoing-call-v2 machine_detection_silence_timeout'],
      '3600': ['send-to-agentdesk timeout'],
      '14400': ['connect-call-to time_limit'],
    });
  });

  it('have several lines for long text', () => {
    expect(fieldsBy(({ lines }) => (lines > 1 ? `${lines} lines` : ''))).toEqual({
      '2 lines': ['gather-input-on-call hints'],
      '3 lines': ['send-message attributes', 'send-and-wait-for-reply attributes'],
      '4 lines': [
        'create-chat-channel attributes',
        'say-play say',
        'gather-input-on-call say',
        'enqueue-call task_attributes',
      ],
      '5 lines': [
        'send-message body',
        'send-and-wait-for-reply body',
        'create-task attributes',
        'send-to-agentdesk attributes',
      ],
      '6 lines': ['make-http-request body', 'update-sync-object data'],
    });
  });

  const delivery = 'message_type content_sid content_variables service channel attributes shorten_urls'.split(
    ' ',
  );
  it.each<[WidgetTypeName, string[]]>([
    ['send-message', delivery],
    ['send-and-wait-for-reply', delivery],
    ['create-chat-channel', ['type']],
    ['add-member-to-chat-channel', ['role']],
    ['gather-input-on-call', ['speech_model', 'profanity_filter', 'save_response_as']],
    [
      'make-outgoing-call-v2',
      [
        ...['timeout', 'speech_threshold', 'speech_end_threshold', 'silence_timeout'].map(
          (name) => `machine_detection_${name}`,
        ),
        ...['send_digits', 'sip_auth_username', 'sip_auth_password'],
      ],
    ],
    ['connect-call-to', ['time_limit']],
    ['record-call', ['', '_method', '_events'].map((name) => `recording_status_callback${name}`)],
    ['record-voicemail', ['recording_status_callback_url']],
    ['capture-payments', ['parameters']],
    ['make-http-request', ['add_twilio_auth']],
    ['run-function-v2', ['service_sid', 'environment_sid', 'function_sid']],
    ['run-function', ['service_sid', 'environment_sid', 'function_sid']],
    ['understand', ['language']],
    ['enqueue-call', ['wait_url', 'wait_url_method']],
    ['send-to-agentdesk', ['waitUrl', 'waitUrlMethod']],
    [
      'connect-virtual-agent-v2',
      [
        ...['channel', 'status_callback', 'status_callback_method', 'session_behavior'],
        ...['identification_method', 'identification_value', 'event_name'].map(
          (name) => `resume_session_${name}`,
        ),
        'connector_details',
      ],
    ],
    ['connect-virtual-agent', ['status_callback']],
    ['say-play', []],
  ])('of %s are advanced: %j', (type, properties) => {
    const advanced = fieldsOf(widgetTypes[type]).filter(({ group }) => group === 'advanced');
    expect(advanced.map(({ property }) => property)).toEqual(properties);
  });
});

describe('a new widget', () => {
  const prompt: JsonObject = { say: '', voice: 'alice', language: 'en-US' };
  const called: JsonObject = { service_sid: 'default', url: '', parameters: [] };
  const message: JsonObject = {
    body: '',
    service: '{{trigger.message.InstanceSid}}',
    channel: '{{trigger.message.ChannelSid}}',
  };
  /** What a type sets besides the defaults of its main fields. */
  const besides: { readonly [T in WidgetTypeName]?: JsonObject } = {
    'send-message': message,
    'send-and-wait-for-reply': message,
    'create-chat-channel': { friendly_name: '' },
    'add-member-to-chat-channel': { channel: '', identity: '' },
    'say-play': prompt,
    'gather-input-on-call': { ...prompt, profanity_filter: 'true' },
    'connect-call-to': { to: '' },
    'add-markup-redirect': { url: '' },
    'split-based-on': { input: '' },
    'set-variables': { variables: [] },
    'make-http-request': { url: '' },
    'run-function-v2': called,
    'run-function': called,
    understand: { text: '{{trigger.message.Body}}', intents: [] },
    'update-sync-object': { name: '', data: '{}', mode: 'merge' },
    'enqueue-call': { queue_name: '' },
    'create-task': { attributes: '{}' },
    'send-to-agentdesk': { workflow: '', channel: '', attributes: '{}' },
    'connect-virtual-agent-v2': { connector_name: '' },
    'connect-virtual-agent': { connector: '' },
    'run-subflow': { flow_sid: '', parameters: [] },
  };

  it.each(widgetTypeNames)(
    '%s has the defaults of its main fields, and what it cannot do without',
    (type) => {
      const fields = fieldsOf(widgetTypes[type]);
      const ofFields = fields.filter(({ group, default: value }) => group === 'main' && value !== undefined);
      expect(widgetTypes[type].defaults).toEqual({
        ...Object.fromEntries(ofFields.map(({ property, default: value }) => [property, value])),
        ...besides[type],
      });
    },
  );
});

describe('a field', () => {
  it('describes how text is edited', () => {
    expect(fieldOf('send-message', 'body')).toMatchObject({ kind: 'template', lines: 5, required: false });
    expect(fieldOf('send-message', 'from')).toMatchObject({
      required: true,
      default: '{{flow.channel.address}}',
    });
  });

  it('describes the format and range of numbers', () => {
    expect(fieldOf('send-and-wait-for-reply', 'timeout')).toMatchObject({ kind: 'duration', as: 'text' });
    expect(fieldOf('gather-input-on-call', 'timeout')).toMatchObject({
      kind: 'duration',
      as: 'value',
      minimum: 0,
      maximum: 30,
      default: 5,
    });
  });

  it('describes its choices and its visibility', () => {
    expect(fieldOf('connect-call-to', 'noun')?.choices[0]).toEqual({
      value: 'number',
      label: 'A phone number',
    });
    expect(fieldOf('connect-call-to', 'sip_endpoint')?.when).toEqual({ property: 'noun', is: ['sip'] });
    expect(fieldOf('capture-payments', 'valid_card_types')?.choices).toContainEqual({
      value: 'visa',
      label: 'visa',
    });
  });

  it('keeps its editor and choices on undocumented types', () => {
    const fields = fieldsOf(widgetTypes['update-sync-object']);
    expect(fields.map(({ property, kind }) => [property, kind])).toEqual([
      ['name', 'template'],
      ['data', 'json'],
      ['mode', 'choice'],
    ]);
    expect(fields[2]?.choices.map(({ value }) => value)).toEqual(['merge', 'replace']);
  });
});
