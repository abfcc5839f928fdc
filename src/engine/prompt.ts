/** What the contact hears, as verbs for the carrier. */

import type { Outcome, Scope } from './behaviour.ts';
import { textOr, wholeNumber } from './property.ts';
import type { Verb } from './verb.ts';

export type Prompt = Extract<Verb, { verb: 'say' | 'play' }>;

/** The say or play verb of a widget; play wins where both are written. Null when neither says anything. */
export function promptOf(scope: Scope): Prompt | null {
  const loop = Math.max(1, wholeNumber(scope, 'loop', 1));
  const url = scope.render(scope.properties.play).trim();
  if (url !== '') return { verb: 'play', url, loop };
  const text = scope.render(scope.properties.say);
  return text.trim() === '' ? null : { verb: 'say', say: { text, ...spokenWith(scope), loop } };
}

/** Voice and language of a widget that speaks; '' where the carrier decides. */
export function spokenWith(scope: Scope): { voice: string; language: string } {
  return { voice: textOr(scope, 'voice', ''), language: textOr(scope, 'language', '') };
}

/** The outcome of a voice widget that has nobody to speak to. */
export function withoutCall(scope: Scope): Outcome {
  return {
    end: 'noCall',
    notes: [{ code: 0, message: `There is no live call on which "${scope.name}" could go on.` }],
  };
}
