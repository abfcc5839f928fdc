/** record-voicemail: lets the caller leave a message. */

import { choice, propertiesSchema, seconds, template, text, toggle, toggleText } from './property-schema.ts';
import { durationText, joinParts, phrase } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

export const recordVoicemail: WidgetType = {
  type: 'record-voicemail',
  title: 'Record voicemail',
  category: 'voice',
  means: 'Records what the caller says and continues when they are done.',
  schema: propertiesSchema({
    timeout: seconds('Stop after silence', 'Silence of this length ends the recording.', {
      default: 5,
      minimum: 0,
    }),
    finish_on_key: text('Stop on key', 'Keys that end the recording.', { placeholder: '#' }),
    max_length: seconds('Longest recording', 'How long the recording may last.', {
      default: 3600,
      minimum: 1,
      maximum: 14_400,
    }),
    play_beep: toggleText('Beep first', 'Sounds a beep before the recording begins.', { default: 'true' }),
    trim: choice(
      'Silence',
      'Whether silence at both ends is cut off.',
      { 'trim-silence': 'Cut off', 'do-not-trim': 'Keep' },
      { default: 'trim-silence' },
    ),
    transcribe: toggle('Transcribe', 'Writes down what was said.', { default: false }),
    transcription_callback_url: template(
      'Transcription callback',
      'Address that receives the transcription.',
      {
        when: { property: 'transcribe', is: [true] },
        placeholder: 'https://',
      },
    ),
    recording_status_callback_url: template(
      'Recording callback',
      'Callback URL for the status of the recording.',
      {
        advanced: true,
        placeholder: 'https://',
      },
    ),
  }),
  events: [
    { name: 'recordingComplete', label: 'Recorded', means: 'The message has been recorded.' },
    { name: 'noAudio', label: 'No audio', means: 'Nothing was said.' },
    { name: 'hangup', label: 'Hang-up', means: 'The caller has hung up.' },
  ],
  outputs: [
    { path: 'RecordingUrl', means: 'Address of the recording.' },
    { path: 'RecordingSid', means: 'SID of the recording.' },
    { path: 'RecordingDuration', means: 'Seconds that were recorded.' },
    { path: 'Digits', means: 'Key that ended it, or “hangup”.' },
    { path: 'CallStatus', means: 'Status of the call.' },
  ],
  defaults: { timeout: 5, max_length: 3600, play_beep: 'true', trim: 'trim-silence', transcribe: false },
  example: {
    name: 'leave_message',
    type: 'record-voicemail',
    transitions: [{ event: 'recordingComplete', next: 'goodbye' }, { event: 'noAudio' }, { event: 'hangup' }],
    properties: {
      offset: { x: 0, y: 240 },
      timeout: 5,
      finish_on_key: '#',
      max_length: 120,
      play_beep: 'true',
      trim: 'trim-silence',
      transcribe: true,
      transcription_callback_url: 'https://clinic.example/transcriptions',
      recording_status_callback_url: 'https://clinic.example/recordings',
    },
  },
  summary: ({ max_length, transcribe }, _, words) => {
    const longest = durationText(max_length, words);
    return joinParts(
      longest === '' ? words.wordOf('Record a message') : phrase(words, 'Record up to {{value}}', longest),
      transcribe === true ? words.wordOf('transcribe') : '',
    );
  },
};
