/** Tags of flows as texts: what a person types, and when two are the same tag. */

import { normalizeText } from '#flow/text/normalize-text.ts';

export const maxTags = 20;
/** Characters of one tag. */
export const maxTagLength = 40;

/** What is stored for a typed text: without blanks and control characters around it, single blanks in it. */
export function tagText(typed: string): string {
  return normalizeText(typed)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Equal for texts that are the same tag: case does not count. */
export function tagKey(tag: string): string {
  return tagText(tag).toLowerCase();
}

/** As they are stored: in their order, the first spelling of each, without empty ones. */
export function tagTexts(typed: readonly string[]): string[] {
  const tags = new Map<string, string>();
  for (const text of typed.map(tagText))
    if (text !== '' && !tags.has(tagKey(text))) tags.set(tagKey(text), text);
  return [...tags.values()];
}

/** Whether a text has more characters than a tag may have. */
export function isTooLong(tag: string): boolean {
  return [...tag].length > maxTagLength;
}
