/** The prompt of a voice widget as markup verbs. */

import type { Outcome, TemplateScope } from '../behaviour.ts';
import { integerProperty, textProperty } from '../properties/property-values.ts';
import type { MarkupVerb } from './markup-verb.ts';

export type Prompt = Extract<MarkupVerb, { verb: 'say' | 'play' }>;

/** The say or play verb of a widget; play wins where both are set. Null when both are empty. */
export function promptOf(scope: TemplateScope): Prompt | null {
  const loop = Math.max(1, integerProperty(scope, 'loop', 1));
  const url = scope.render(scope.properties.play).trim();
  if (url !== '') return { verb: 'play', url, loop };
  const text = scope.render(scope.properties.say);
  return text.trim() === '' ? null : { verb: 'say', say: { text, ...voiceSettings(scope), loop } };
}

/** Voice and language of a voice widget; '' for the carrier's default. */
export function voiceSettings(scope: TemplateScope): { voice: string; language: string } {
  return { voice: textProperty(scope, 'voice', ''), language: textProperty(scope, 'language', '') };
}

/** The outcome of a voice widget without a live call. */
export function noCallOutcome(scope: TemplateScope): Outcome {
  return {
    end: 'noCall',
    notes: [{ code: 0, message: `There is no live call on which "${scope.name}" could go on.` }],
  };
}
