/** record-call: starts or stops a recording while the flow continues. */

import { choice, propertiesSchema, template, text, toggle } from './property-schema.ts';
import type { WidgetType } from './widget-type.ts';

const started = { property: 'record_call', is: [true] };

export const recordCall: WidgetType = {
  type: 'record-call',
  title: 'Record call',
  category: 'voice',
  means: 'Begins or ends a recording of the call.',
  schema: propertiesSchema({
    record_call: toggle('Record', 'On begins the recording, off ends it.', { default: true }),
    recording_channels: choice(
      'Channels',
      'Both sides in one channel or in two.',
      { mono: 'One', dual: 'Two' },
      { default: 'dual', when: started },
    ),
    trim: choice(
      'Silence',
      'Whether silence at both ends is cut off.',
      { 'do-not-trim': 'Keep', 'trim-silence': 'Cut off' },
      { default: 'do-not-trim', when: started },
    ),
    recording_status_callback: template('Callback', 'Callback URL for the status of the recording.', {
      advanced: true,
      when: started,
      placeholder: 'https://',
    }),
    recording_status_callback_method: choice(
      'Callback method',
      'HTTP method of the callback.',
      { POST: 'POST', GET: 'GET' },
      { advanced: true, when: started, default: 'POST' },
    ),
    recording_status_callback_events: text(
      'Callback events',
      'Events that are reported, separated by spaces: in-progress completed absent.',
      { advanced: true, when: started, default: 'completed' },
    ),
  }),
  events: [
    { name: 'success', label: 'Success', means: 'The recording has begun or ended.' },
    {
      name: 'failed',
      label: 'Failed',
      means: 'It could not be begun or ended, or there is no live call or no recording.',
    },
  ],
  outputs: [
    { path: 'Sid', means: 'SID of the recording.' },
    { path: 'Status', means: 'Status of the recording.' },
    { path: 'StartTime', means: 'When it began.' },
    { path: 'Duration', means: 'How many seconds it has.' },
    { path: 'Uri', means: 'Where it is.' },
    { path: 'RecordingUrl', means: 'Address of the recording, once it is finished.' },
    { path: 'Channels', means: 'How many channels it has.' },
    { path: 'Source', means: 'Who began it.' },
    { path: 'Track', means: 'Which side is recorded: inbound, outbound or both.' },
    { path: 'CallSid', means: 'SID of the call.' },
  ],
  defaults: { record_call: true, recording_channels: 'dual', trim: 'do-not-trim' },
  example: {
    name: 'start_recording',
    type: 'record-call',
    transitions: [{ event: 'success', next: 'front_desk' }, { event: 'failed' }],
    properties: {
      offset: { x: 0, y: 240 },
      record_call: true,
      recording_channels: 'dual',
      trim: 'do-not-trim',
      recording_status_callback: 'https://clinic.example/recordings',
      recording_status_callback_method: 'POST',
      recording_status_callback_events: 'in-progress completed',
    },
  },
  summary: ({ record_call }, _, { wordOf }) =>
    wordOf(record_call === false ? 'Stop recording' : 'Start recording'),
};
