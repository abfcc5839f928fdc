/** Operations of /v1/Carrier/Speech and /v1/Carrier/PlayedAudio: what a call that is tried on the page sounds like. */

import { Type } from 'typebox';
import { operationsIn, text } from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';

const operation = operationsIn('Test carrier');

/** What makes speech: a synthesizer of this machine, or a service by settings. */
export const speechEngines = ['espeak-ng', 'piper', 'service'] as const;

export type SpeechEngineName = (typeof speechEngines)[number];

/** In characters: what carriers take of a text. */
export const maxSpeechLength = 4_096;

export const createSpeech = operation({
  id: 'CreateSpeech',
  permission: 'messages.write',
  method: 'POST',
  audit: { none: 'A test call is heard; nothing changes here.' },
  path: paths.speech,
  summary: 'Speak a text',
  note: 'For test runs and the test phone. The text is spoken as it is, never read as markup. At most 120 new texts a minute and 4 at once for an account; what was spoken is kept in memory for a while, for that account.',
  rules: { Text: 'Has something in it that can be said.' },
  form: {
    Text: text('What is said.', { maxLength: maxSpeechLength }),
    Voice: Type.Optional(
      text('The voice, as the carrier calls it: the nearest that there is speaks.', { maxLength: 100 }),
    ),
    Language: Type.Optional(text('The language (BCP 47); the nearest that there is.', { maxLength: 35 })),
  },
  responses: {
    200: {
      text: 'The speech: a WAV file, or what the voice service makes.',
      type: 'application/octet-stream',
    },
    204: { text: 'This server has no speech: the browser has voices of its own.' },
    ...problemResponses(503),
  },
});

export const fetchPlayedAudio = operation({
  id: 'FetchPlayedAudio',
  permission: 'flows.write',
  method: 'POST',
  audit: { none: 'A test call is heard; nothing changes here.' },
  path: paths.playedAudio,
  summary: 'Fetch an audio file that a flow plays',
  note: 'For test runs and the test phone, whose page loads nothing of other servers. Requested by the server as a request of a flow: to the same addresses only. At most 8 MB, 60 a minute and 4 at once for an account.',
  rules: { Url: 'An http or https URL.' },
  form: { Url: Type.String({ minLength: 1, maxLength: 8_000, description: 'The audio file.' }) },
  responses: {
    200: { text: 'The file.', type: 'application/octet-stream' },
    204: { text: 'There is no audio file at that address, or it is too large.' },
  },
});
