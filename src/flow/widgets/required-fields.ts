/** Which fields each widget type cannot do without, by its own choices: the one table that validation reads. */

import type { Json, JsonObject } from '../json/json.ts';
import type { WidgetTypeName } from './widget-type.ts';

/** Values of other properties; `undefined` is that of one that is not there. */
type Choices = Readonly<Record<string, readonly (Json | undefined)[]>>;

/**
 * Any of `properties` fills the requirement; a finding stands at the first. It holds where each property of `when`, and
 * none of `unless`, has one of those values. `rank` is `error` where the documented validation refuses the widget, else
 * `incomplete`: it is stored, but cannot do its work. `consequence` completes the sentence “LABEL is empty: …”.
 */
export type RequiredField = {
  properties: readonly [string, ...string[]];
  when?: Choices;
  unless?: Choices;
  rank: 'error' | 'incomplete';
  consequence: string;
};

const error = (...properties: [string, ...string[]]): RequiredField => ({
  properties,
  rank: 'error',
  consequence: '',
});

const incomplete = (
  property: string,
  consequence: string,
  { or = [], ...rest }: { or?: readonly string[]; when?: Choices } = {},
): RequiredField => ({ properties: [property, ...or], rank: 'incomplete', consequence, ...rest });

const ofCarrier = { message_type: ['content_template'] };
const message: readonly RequiredField[] = [
  { ...error('body', 'media_url', 'content_sid'), unless: ofCarrier },
  incomplete('content_sid', 'no message can be sent', { when: ofCarrier }),
];
const noFunction = 'no function is called';
const noAgent = 'no virtual agent is connected';

/** Properties that must be there, even if blank, are `required` in the schema of their type. */
export const requiredFields: { readonly [T in WidgetTypeName]: readonly RequiredField[] } = {
  trigger: [],
  'send-message': message,
  'send-and-wait-for-reply': message,
  // The channel is named like its widget.
  'create-chat-channel': [],
  // Both stand for the conversation of the contact when they are empty.
  'add-member-to-chat-channel': [],
  'say-play': [incomplete('say', 'nothing is said or played', { or: ['play', 'digits'] })],
  'gather-input-on-call': [incomplete('say', 'the caller is not asked anything', { or: ['play'] })],
  // Blank addresses are those of the flow and of the contact.
  'make-outgoing-call-v2': [],
  'make-outgoing-call-v1': [],
  'connect-call-to': [
    incomplete('noun', 'a phone number is called'),
    incomplete('to', 'no one is called', {
      when: { noun: [undefined, '', 'number', 'number-multi', 'client', 'conference', 'sim'] },
    }),
    incomplete('sip_endpoint', 'no one is called', { when: { noun: ['sip'] } }),
  ],
  'record-call': [],
  'record-voicemail': [],
  'fork-stream': [
    incomplete('stream_url', 'the sound goes nowhere', {
      when: {
        stream_action: [undefined, '', 'start'],
        stream_transport_type: [undefined, '', 'websocket'],
      },
    }),
    incomplete('stream_connector', 'the sound goes nowhere', {
      when: { stream_action: [undefined, '', 'start'], stream_transport_type: ['siprec'] },
    }),
    incomplete('stream_name', 'no stream is stopped', { when: { stream_action: ['stop'] } }),
  ],
  'add-markup-redirect': [error('url')],
  'capture-payments': [incomplete('payment_connector', 'no provider takes the payment')],
  'split-based-on': [error('input')],
  'set-variables': [incomplete('variables', 'nothing is stored')],
  'make-http-request': [error('url')],
  'run-function-v2': [incomplete('url', noFunction)],
  'run-function': [incomplete('url', noFunction)],
  // An empty text is that of the message that started the flow.
  understand: [incomplete('intents', 'only a connected service can find a meaning')],
  'update-sync-object': [incomplete('name', 'no object is changed', { or: ['unique_name'] })],
  'enqueue-call': [incomplete('queue_name', 'the call cannot wait anywhere', { or: ['workflow_sid'] })],
  'create-task': [],
  'send-to-agentdesk': [
    incomplete('workflow', 'nothing decides who gets the task'),
    incomplete('channel', 'no one knows what kind of task it is'),
  ],
  'connect-virtual-agent-v2': [incomplete('connector_name', noAgent)],
  'connect-virtual-agent': [incomplete('connector', noAgent)],
  'run-subflow': [error('flow_sid'), incomplete('flow_revision', 'the subflow fails')],
};

/**
 * What `type` still needs, with those properties, in the order of the table. Grows with the rows of the type. A value of
 * another type fills its field: it is a finding of its own.
 */
export function missingFields(type: WidgetTypeName, properties: JsonObject): RequiredField[] {
  return requiredFields[type].filter(
    ({ properties: names, when, unless }) =>
      names.every((name) => isBlank(properties[name])) &&
      (when === undefined || isChosen(when, properties)) &&
      (unless === undefined || !isChosen(unless, properties)),
  );
}

function isChosen(choices: Choices, properties: JsonObject): boolean {
  return Object.entries(choices).every(([property, values]) => values.includes(properties[property]));
}

function isBlank(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}
