/** Parts of the summary that a card shows of a widget. */

import type { State } from '../definition.ts';
import { type Json, type JsonObject, textOf } from '../json/json.ts';
import type { WordOf } from './conditions.ts';

/** What a summary says that stands in no property: words in the language of its reader, and the names of flows. */
export type SummaryWords = { wordOf: WordOf; flowName(sid: string): string | undefined };

export const englishSummary: SummaryWords = { wordOf: (english) => english, flowName: () => undefined };

/** Words with a value in their place `{{value}}`. */
export function phrase({ wordOf }: SummaryWords, english: string, value: string): string {
  return wordOf(english).replace('{{value}}', () => value);
}

/** “text”, or '' when there is none. */
export function quoted(words: SummaryWords, text: string): string {
  return text.trim() === '' ? '' : phrase(words, '“{{value}}”', text.trim());
}

/** The non-empty parts, joined with commas. */
export function joinParts(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

/** A URL without its scheme, for a narrow card. */
export function shortAddress(url: Json | undefined): string {
  return textOf(url)
    .trim()
    .replace(/^https?:\/\//, '');
}

/** What a voice widget says or plays. */
export function audioSummary({ say, play, digits }: JsonObject, _: State, words: SummaryWords): string {
  if (textOf(say).trim() !== '') return quoted(words, textOf(say));
  if (textOf(play).trim() !== '') return phrase(words, 'Play {{value}}', shortAddress(play));
  return textOf(digits).trim() === '' ? '' : phrase(words, 'Play keys {{value}}', textOf(digits));
}

/** Seconds in the largest unit that says them exactly: `45 s`, `5 min`, `18 h`, `2 days`. Other text stays. */
export function durationText(value: Json | undefined, words = englishSummary): string {
  const text = typeof value === 'number' ? String(value) : textOf(value).trim();
  const count = Number(text);
  if (text === '' || !Number.isFinite(count)) return text;
  if (count >= 172_800 && count % 86_400 === 0) return phrase(words, '{{value}} days', `${count / 86_400}`);
  if (count >= 3_600 && count % 3_600 === 0) return `${count / 3_600} h`;
  return count >= 60 && count % 60 === 0 ? `${count / 60} min` : `${count} s`;
}
