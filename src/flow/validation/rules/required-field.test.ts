/** The 28 widget types × the fields that each needs, by its own choices; and the form of addresses. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { exampleDefinition } from '../../testing/rule-examples.ts';
import { type WidgetTypeName, widgetTypeNames } from '../../widgets/widget-type.ts';
import { widgetTypes } from '../../widgets/widget-types.ts';
import { validate } from '../validate.ts';

const codes = ['missing', 'required-field', 'incomplete', 'address-form', 'wrong-format'];

/** What is said about the fields of a widget: `severity property`. */
function said(type: WidgetTypeName, properties: JsonObject): string[] {
  const widget = { ...widgetTypes[type].example, name: 'w', properties };
  return validate(exampleDefinition({ states: [widget] }))
    .filter(({ code }) => codes.includes(code))
    .map(({ severity, property_path: path }) => `${severity} ${path.split('/properties/')[1] ?? path}`);
}

/** What a widget says that is empty, as the palette adds it, and with each of its choices. */
const table: Record<WidgetTypeName, readonly (readonly [JsonObject, ...string[]])[]> = {
  trigger: [[{}]],
  'send-message': [
    [{}, 'error from', 'error body'],
    [{ from: '', body: ' ' }, 'error body'],
    [{ from: '', media_url: 'https://clinic.example/a.png' }],
    [{ from: '', message_type: 'content_template' }, 'warning content_sid'],
  ],
  'send-and-wait-for-reply': [
    [{}, 'error from', 'error body'],
    [{ from: '', message_type: 'content_template', content_sid: '' }, 'warning content_sid'],
  ],
  'create-chat-channel': [[{}]],
  'add-member-to-chat-channel': [[{}]],
  'say-play': [[{}, 'warning say'], [{ say: '', play: '' }, 'warning say'], [{ digits: '1' }]],
  'gather-input-on-call': [[{}, 'warning say'], [{ play: 'https://clinic.example/a.mp3' }]],
  'make-outgoing-call-v2': [[{}, 'error from', 'error to'], [{ from: '', to: '' }]],
  'make-outgoing-call-v1': [[{}, 'error from', 'error to'], [{ from: '', to: '' }]],
  'connect-call-to': [
    [{}, 'warning noun', 'warning to'],
    [{ noun: 'number', to: '' }, 'warning to'],
    [{ noun: 'number-multi' }, 'warning to'],
    [{ noun: 'client' }, 'warning to'],
    [{ noun: 'conference' }, 'warning to'],
    [{ noun: 'sim' }, 'warning to'],
    [{ noun: 'sip', to: '+15005550006' }, 'warning sip_endpoint'],
    [{ noun: '{{flow.variables.kind}}' }],
  ],
  'record-call': [[{}]],
  'record-voicemail': [[{}]],
  'fork-stream': [
    [{}, 'error stream_action', 'warning stream_url'],
    [{ stream_action: 'start', stream_transport_type: 'siprec' }, 'warning stream_connector'],
    [{ stream_action: 'stop' }, 'warning stream_name'],
  ],
  'add-markup-redirect': [
    [{}, 'error url'],
    [{ url: ' ' }, 'error url'],
  ],
  'capture-payments': [[{}, 'warning payment_connector']],
  'split-based-on': [
    [{}, 'error input'],
    [{ input: '' }, 'error input'],
  ],
  'set-variables': [
    [{}, 'error variables'],
    [{ variables: [] }, 'warning variables'],
  ],
  'make-http-request': [
    [{}, 'error url'],
    [{ url: '' }, 'error url'],
  ],
  'run-function-v2': [[{}, 'warning url']],
  'run-function': [[{}, 'warning url']],
  understand: [[{}, 'warning intents']],
  'update-sync-object': [[{}, 'warning name'], [{ unique_name: 'room' }]],
  'enqueue-call': [[{}, 'warning queue_name'], [{ workflow_sid: 'WW1' }]],
  'create-task': [[{}]],
  'send-to-agentdesk': [[{}, 'warning workflow', 'warning channel']],
  'connect-virtual-agent-v2': [[{}, 'warning connector_name']],
  'connect-virtual-agent': [
    [{}, 'error connector'],
    [{ connector: '' }, 'warning connector'],
  ],
  'run-subflow': [
    [{}, 'error flow_sid', 'error flow_revision'],
    [{ flow_sid: '', flow_revision: '' }, 'error flow_sid', 'warning flow_revision'],
  ],
};

describe.each(widgetTypeNames)('%s', (type) => {
  const rows = table[type].map(([properties, ...expected]) => ({ properties, expected }));
  it.each(rows)('with $properties needs $expected', ({ properties, expected }) => {
    expect(said(type, properties).sort()).toEqual(expected.sort());
  });

  it('needs nothing more as its example has it', () => {
    const { properties = {} } = widgetTypes[type].example;
    expect(said(type, properties)).toEqual([]);
  });
});

describe('an address in a field', () => {
  const transfer = (noun: string, to: string) =>
    said('connect-call-to', noun === 'sip' ? { noun, sip_endpoint: to } : { noun, to });

  it.each([
    ['number', '+442079460018'],
    ['number', '112'],
    ['number', '{{widgets.find.parsed.phone}}'],
    ['number', '${' + 'forward_number}'],
    ['number', 'FILL_IN_NUMBER'],
    ['number', '<number>'],
    ['number-multi', '+442079460018, +442079460019'],
    ['number-multi', '{{widgets.find.parsed.phones}}'],
    ['client', 'front desk'],
    ['sip', 'sip:office@example.org'],
    ['sip', 'office@example.org;transport=tls'],
    ['sip', '{{flow.variables.desk}}'],
  ])('%s %s can be called', (noun, to) => expect(transfer(noun, to)).toEqual([]));

  it.each([
    ['number', '020 79-'],
    ['number', '+44 20 7946 0018'],
    ['number', 'the front desk'],
    ['number', 'client:desk'],
    ['number-multi', '+442079460018, 020 79'],
  ])('%s %s cannot', (noun, to) => expect(transfer(noun, to)).toEqual(['warning to']));

  it.each(['office', 'sip:office', 'office @example.org'])('a SIP address is not %s', (to) =>
    expect(transfer('sip', to)).toEqual(['warning sip_endpoint']),
  );

  it('of a message may be a name, and is judged where it is written like a number', () => {
    const message = (from: string, to: string) => said('send-message', { from, to, body: 'Hi' });
    expect(message('My Clinic', 'whatsapp:+15005550006')).toEqual([]);
    expect(message('Bot', '{{contact.channel.address}}')).toEqual([]);
    expect(message('020 79-', '0171 1234567')).toEqual(['warning to', 'warning from']);
  });
});
