/** gather-input-on-call: asks the caller for keys or speech. */

import {
  number,
  propertiesSchema,
  seconds,
  suggestion,
  template,
  text,
  toggle,
  toggleText,
} from './property-schema.ts';
import { audioSummary } from './summary.ts';
import { promptProperties, voiceProperties } from './voice-properties.ts';
import type { WidgetType } from './widget-type.ts';

export const gatherInputOnCall: WidgetType = {
  type: 'gather-input-on-call',
  title: 'Gather input on call',
  category: 'voice',
  means: 'Asks the caller something and waits for keys or speech.',
  schema: propertiesSchema({
    ...promptProperties,
    timeout: seconds('Stop after silence', 'How long it waits for a key or a word.', {
      default: 5,
      minimum: 0,
      maximum: 30,
    }),
    finish_on_key: text('Stop on key', 'Key that ends the input; empty for none.', { default: '#' }),
    stop_gather: toggle('Stop at a number of keys', 'Ends the input as soon as enough keys were pressed.', {
      default: true,
    }),
    number_of_digits: number('Number of keys', 'How many keys are enough.', {
      minimum: 1,
      when: { property: 'stop_gather', is: [true] },
    }),
    gather_language: text('Language of the caller', 'Language in which speech is recognised.', {
      default: 'en',
      placeholder: 'en-US',
    }),
    speech_timeout: text('Stop after speech', 'Seconds of silence after speech, or “auto”.', {
      default: 'auto',
    }),
    hints: template('Expected words', 'Words that are likely, separated by commas.', { lines: 2 }),
    ...voiceProperties,
    speech_model: suggestion(
      'Speech model',
      'How speech is recognised.',
      { default: 'Default', numbers_and_commands: 'Numbers and commands', phone_call: 'Phone call' },
      { advanced: true },
    ),
    profanity_filter: toggleText('Filter profanity', 'Replaces rude words by stars.', {
      advanced: true,
      default: 'true',
    }),
    save_response_as: text('Input stored as', 'Name under which the input is kept as well.', {
      advanced: true,
    }),
  }),
  events: [
    { name: 'keypress', label: 'Keypress', means: 'The caller has pressed keys.' },
    { name: 'speech', label: 'Speech', means: 'The caller has said something.' },
    { name: 'timeout', label: 'Timeout', means: 'Nothing came in time.' },
  ],
  outputs: [
    { path: 'Digits', means: 'The keys that were pressed.' },
    { path: 'SpeechResult', means: 'What was said.' },
    { path: 'Confidence', means: 'How sure the recognition is, 0 to 1.' },
    { path: 'Language', means: 'Language that was recognised.' },
    { path: 'CallSid', means: 'SID of the call.' },
    { path: 'CallStatus', means: 'State of the call.' },
  ],
  defaults: {
    say: '',
    voice: 'alice',
    language: 'en-US',
    loop: 1,
    timeout: 5,
    finish_on_key: '#',
    stop_gather: true,
    gather_language: 'en',
    speech_timeout: 'auto',
    profanity_filter: 'true',
  },
  example: {
    name: 'confirm_by_key',
    type: 'gather-input-on-call',
    transitions: [
      { event: 'keypress', next: 'check_key' },
      { event: 'speech', next: 'check_speech' },
      { event: 'timeout' },
    ],
    properties: {
      offset: { x: 0, y: 240 },
      say: 'Press 1 to confirm, 2 to change, or 3 to hear this again.',
      voice: 'alice',
      language: 'en-US',
      loop: 1,
      timeout: 5,
      finish_on_key: '#',
      stop_gather: true,
      number_of_digits: 1,
      gather_language: 'en',
      speech_timeout: 'auto',
      speech_model: 'numbers_and_commands',
      profanity_filter: 'true',
      hints: 'one, two, three',
    },
  },
  summary: audioSummary,
};
