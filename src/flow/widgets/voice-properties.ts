/** Properties that voice widgets have in common: what is said or played, and the voice. */

import { number, template, text } from './property-schema.ts';

/** Text to speech or an audio file. */
export const promptProperties = {
  say: template('Say', 'Text that is read to the contact. Either this or an audio file.', { lines: 4 }),
  play: template('Play', 'Address of an audio file that is played instead of spoken text.', {
    placeholder: 'https://',
  }),
};

export const voiceProperties = {
  voice: text('Voice', 'Name of the voice that speaks, as the carrier calls it.', { placeholder: 'alice' }),
  language: text('Language', 'Language in which the text is spoken.', { placeholder: 'en-US' }),
  loop: number('Times', 'How many times it is said or played.', { default: 1, minimum: 1, maximum: 99 }),
};
