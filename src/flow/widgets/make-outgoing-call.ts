/** make-outgoing-call-v2 and -v1: calls an address and waits for the answer. */

import { textOf } from '../json/json.ts';
import {
  choice,
  numberAsText,
  propertiesSchema,
  seconds,
  template,
  text,
  toggle,
} from './property-schema.ts';
import { durationText, joinParts, phrase } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

const recorded = { property: 'record', is: [true] };
const detected = { property: 'detect_answering_machine', is: [true] };

const parties = {
  to: template('Call', 'Number or address that is called.', { default: '{{contact.channel.address}}' }),
  from: template('Call from', 'Number that the callee sees.', { default: '{{flow.channel.address}}' }),
  timeout: seconds('Ring for', 'How long it rings before the call is abandoned.', {
    default: 60,
    minimum: 0,
    maximum: 600,
  }),
  record: toggle('Record', 'Records the call.', { default: false }),
};

const recording = {
  recording_channels: choice(
    'Recorded channels',
    'Both sides in one channel or in two.',
    { mono: 'One', dual: 'Two' },
    { when: recorded },
  ),
  trim: choice(
    'Silence',
    'Whether silence at both ends is cut off.',
    { 'do-not-trim': 'Keep', 'trim-silence': 'Cut off' },
    { when: recorded },
  ),
  recording_status_callback: template('Recording callback', 'Callback URL for the status of the recording.', {
    when: recorded,
  }),
};

const machines = {
  detect_answering_machine: toggle('Detect answering machines', 'Tells people and machines apart.', {
    default: false,
  }),
  machine_detection: choice(
    'Detection',
    'Whether to wait for the end of the announcement.',
    { Enable: 'Answer at once', DetectMessageEnd: 'Wait for the end of the announcement' },
    { when: detected },
  ),
  machine_detection_timeout: numberAsText('Detection timeout', 'Seconds, 3 to 120.', {
    advanced: true,
    when: detected,
    placeholder: '30',
  }),
  machine_detection_speech_threshold: numberAsText('Speech threshold', 'Milliseconds, 1000 to 6000.', {
    advanced: true,
    when: detected,
    placeholder: '2400',
  }),
  machine_detection_speech_end_threshold: numberAsText('Speech end', 'Milliseconds, 500 to 5000.', {
    advanced: true,
    when: detected,
    placeholder: '1200',
  }),
  machine_detection_silence_timeout: numberAsText('Silence timeout', 'Milliseconds, 2000 to 10000.', {
    advanced: true,
    when: detected,
    placeholder: '5000',
  }),
};

const dialling = {
  send_digits: text(
    'Key tones after the answer',
    'Keys 0-9, #, *, w for half a second of silence; 32 at most.',
    {
      advanced: true,
    },
  ),
  sip_auth_username: text('SIP user', 'User name for a SIP address.', { advanced: true }),
  sip_auth_password: text('SIP password', 'Password for a SIP address.', { advanced: true }),
};

const defaults = {
  from: '{{flow.channel.address}}',
  to: '{{contact.channel.address}}',
  timeout: 60,
  record: false,
};

export const makeOutgoingCallV2: WidgetType = {
  type: 'make-outgoing-call-v2',
  title: 'Make outgoing call v2',
  category: 'voice',
  means: 'Places a call and continues when it is answered or fails.',
  schema: propertiesSchema({ ...parties, ...recording, ...machines, ...dialling }, ['from', 'to']),
  events: [
    { name: 'answered', label: 'Answered', means: 'The call was answered.' },
    { name: 'busy', label: 'Busy', means: 'The line is busy.' },
    { name: 'noAnswer', label: 'No answer', means: 'No one answered in time.' },
    { name: 'failed', label: 'Failed', means: 'The call could not be made.' },
  ],
  outputs: [
    { path: 'CallSid', means: 'SID of the call.' },
    { path: 'CallStatus', means: 'Status of the call.' },
    { path: 'AnsweredBy', means: 'human, machine_start, machine_end_beep, fax, unknown …' },
    { path: 'MachineDetectionDuration', means: 'Milliseconds that the detection took.' },
    { path: 'RecordingUrl', means: 'Address of the recording, once it is finished.' },
    { path: 'RecordingSid', means: 'SID of the recording, once it is finished.' },
    { path: 'RecordingDuration', means: 'Seconds that were recorded, once it is finished.' },
    { path: 'ErrorCode', means: 'Why the call failed.' },
  ],
  defaults: { ...defaults, detect_answering_machine: false },
  example: {
    name: 'call_patient',
    type: 'make-outgoing-call-v2',
    transitions: [
      { event: 'answered', next: 'confirm_by_key' },
      { event: 'busy' },
      { event: 'noAnswer' },
      { event: 'failed' },
    ],
    properties: {
      offset: { x: 0, y: 240 },
      from: '{{flow.channel.address}}',
      to: '{{contact.channel.address}}',
      timeout: 30,
      record: true,
      recording_channels: 'dual',
      trim: 'do-not-trim',
      detect_answering_machine: true,
      machine_detection: 'Enable',
      machine_detection_timeout: '30',
      machine_detection_speech_threshold: '2400',
      machine_detection_speech_end_threshold: '1200',
      machine_detection_silence_timeout: '5000',
      send_digits: 'ww12',
    },
  },
  summary: ({ to, timeout, detect_answering_machine }, _, words) => {
    const ring = durationText(timeout, words);
    return joinParts(
      textOf(to) === '' ? '' : phrase(words, 'Call {{value}}', textOf(to)),
      ring === '' ? '' : phrase(words, 'ring for {{value}}', ring),
      detect_answering_machine === true ? words.wordOf('detect answering machines') : '',
    );
  },
};

export const makeOutgoingCallV1: WidgetType = {
  ...makeOutgoingCallV2,
  type: 'make-outgoing-call-v1',
  title: 'Make outgoing call v1',
  means: 'The earlier form of the outgoing call, kept for flows that have it.',
  schema: propertiesSchema(parties, ['from', 'to']),
  events: [
    ...makeOutgoingCallV2.events,
    { name: 'answeredByMachine', label: 'Machine', means: 'An answering machine has answered.' },
    { name: 'hangup', label: 'Hang-up', means: 'The callee has hung up.' },
  ],
  defaults,
  example: {
    name: 'call_once',
    type: 'make-outgoing-call-v1',
    transitions: [
      { event: 'answered', next: 'welcome' },
      { event: 'busy' },
      { event: 'noAnswer' },
      { event: 'failed' },
    ],
    properties: { offset: { x: 0, y: 240 }, ...defaults, timeout: 30 },
  },
  legacy: true,
};
