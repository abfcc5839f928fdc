/** say-play: plays text to speech, an audio file or key tones. */

import { propertiesSchema, text } from './property-schema.ts';
import { audioSummary } from './summary.ts';
import { promptProperties, voiceProperties } from './voice-properties.ts';
import type { WidgetType } from './widget-type.ts';

export const sayPlay: WidgetType = {
  type: 'say-play',
  title: 'Say / play',
  category: 'voice',
  means: 'Speaks a text, plays an audio file or sends key tones on the call.',
  schema: propertiesSchema({
    ...promptProperties,
    digits: text(
      'Key tones',
      'Keys that are sounded on the call: 0-9, #, *, w for half a second of silence.',
    ),
    ...voiceProperties,
  }),
  events: [{ name: 'audioComplete', label: 'Completed', means: 'Playback has finished.' }],
  outputs: [
    { path: 'language', means: 'Language that was spoken.' },
    { path: 'voice', means: 'Voice that spoke.' },
  ],
  defaults: { say: '', loop: 1, voice: 'alice', language: 'en-US' },
  example: {
    name: 'welcome',
    type: 'say-play',
    transitions: [{ event: 'audioComplete', next: 'confirm_by_key' }],
    properties: {
      offset: { x: 0, y: 240 },
      say: 'Welcome to the clinic.',
      voice: 'alice',
      language: 'en-US',
      loop: 1,
    },
  },
  summary: audioSummary,
};
