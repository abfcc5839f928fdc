/** Parts of the summary that a card shows of a widget. */

import { type Json, type JsonObject, textOf } from '../json/json.ts';

/** “text”, or '' when there is none. */
export function quoted(text: string): string {
  return text.trim() === '' ? '' : `“${text.trim()}”`;
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
export function audioSummary({ say, play, digits }: JsonObject): string {
  if (textOf(say).trim() !== '') return quoted(textOf(say));
  if (textOf(play).trim() !== '') return `Play ${shortAddress(play)}`;
  return textOf(digits).trim() === '' ? '' : `Play keys ${textOf(digits)}`;
}

/** Seconds in the largest unit that says them exactly: `45 s`, `5 min`, `18 h`, `2 days`. Other text stays. */
export function durationText(value: Json | undefined): string {
  const text = typeof value === 'number' ? String(value) : textOf(value).trim();
  const count = Number(text);
  if (text === '' || !Number.isFinite(count)) return text;
  if (count >= 172_800 && count % 86_400 === 0) return `${count / 86_400} days`;
  if (count >= 3_600 && count % 3_600 === 0) return `${count / 3_600} h`;
  return count >= 60 && count % 60 === 0 ? `${count / 60} min` : `${count} s`;
}
