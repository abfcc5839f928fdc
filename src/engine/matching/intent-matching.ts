/** Intent matching by keywords, without a language model: normalised words are compared, nothing else. */

import { isObject, type Json, textOf } from '#flow/json/json.ts';
import { foldText } from '#flow/text/fold-text.ts';
import { normalizeText } from '#flow/text/normalize-text.ts';

/** An intent, and the words or phrases that indicate it. */
export type Intent = { name: string; keywords: string[] };

/** `intent` is '' without a match. `confidence` is its share of all matched keywords, from 0 to 1. */
export type IntentMatch = { intent: string; confidence: number };

const maxIntents = 100;
const maxKeywords = 100;

/**
 * Reads the intents of a widget: a list of {key, value}, or of {name, keywords} with the keywords as a comma
 * list or an array. Entries without name or keywords are left out, as is everything beyond 100 of each.
 */
export function parseIntents(
  property: Json | undefined,
  render: (template: Json | undefined) => string,
): Intent[] {
  if (!Array.isArray(property)) return [];
  return property.slice(0, maxIntents).flatMap((item) => {
    if (!isObject(item)) return [];
    const name = render(item.name ?? item.key).trim();
    const words = item.keywords ?? item.value;
    const keywords = (Array.isArray(words) ? words.map(render) : render(words).split(','))
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .slice(0, maxKeywords);
    return name === '' || keywords.length === 0 ? [] : [{ name, keywords }];
  });
}

/** The intent with the most keywords in `text`, the first of equals. Case and diacritics are ignored. */
export function matchIntent(text: string, intents: readonly Intent[]): IntentMatch {
  const words = normalizeWords(text);
  const hits = intents.map(
    ({ keywords }) => keywords.filter((word) => contains(words, normalizeWords(word))).length,
  );
  const all = hits.reduce((sum, each) => sum + each, 0);
  const most = Math.max(0, ...hits);
  const intent = intents[hits.indexOf(most)];
  if (most === 0 || intent === undefined) return { intent: '', confidence: 0 };
  return { intent: intent.name, confidence: Math.round((most / all) * 100) / 100 };
}

/** The words of a text, normalised, with one blank before and after each: ` i would like to book `. */
function normalizeWords(text: string): string {
  // Accents only: vowel signs of Hindi or Thai, and sound marks of Japanese, are part of the word.
  const words = normalizeText(normalizeText(foldText(text), 'NFD').replace(/[\u0300-\u036f]/g, ''));
  return ` ${words
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;
}

function contains(words: string, word: string): boolean {
  return word.trim() !== '' && words.includes(word);
}

/** The intents of a request, as they come back out of JSON. */
export function readIntents(json: Json | undefined): Intent[] {
  return parseIntents(json, textOf);
}
