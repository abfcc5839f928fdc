/** What stands in the text of a comment: links, and `@name` for the names that are known. Pure. */

export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'mention'; text: string; name: string };

const linkPattern = /https?:\/\/[^\s<>"]+/gu;
/** What ends a sentence is no part of a link. */
const trailingMarks = /[.,;:!?)\]}'’”]+$/u;
const wordPattern = /[\p{L}\p{N}_]/u;

/** The text in parts, whose texts make the whole. The longest name wins where one begins with another. */
export function textParts(text: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(linkPattern)) {
    const url = match[0].replace(trailingMarks, '');
    parts.push(...mentionParts(text.slice(end, match.index), names));
    parts.push({ kind: 'link', text: url, url });
    end = match.index + url.length;
  }
  return [...parts, ...mentionParts(text.slice(end), names)];
}

function mentionParts(text: string, names: readonly string[]): TextPart[] {
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const parts: TextPart[] = [];
  let begin = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (isInWord(text, at - 1)) continue;
    const name = longestFirst.find((each) => startsWithName(text, at + 1, each));
    if (name === undefined) continue;
    const end = at + 1 + name.length;
    if (at > begin) parts.push({ kind: 'text', text: text.slice(begin, at) });
    parts.push({ kind: 'mention', text: text.slice(at, end), name });
    begin = end;
  }
  return begin < text.length ? [...parts, { kind: 'text', text: text.slice(begin) }] : parts;
}

/** True when the text mentions that name. */
export function mentions(text: string, name: string): boolean {
  return textParts(text, [name]).some(({ kind }) => kind === 'mention');
}

/** A mention that is being written: where its `@` is, and the known names that it may become. */
export type OpenMention = { at: number; names: string[] };

const maxSuggestions = 6;

/** The mention before the caret; null when there is none, or no name begins like it. */
export function openMention(text: string, caret: number, names: readonly string[]): OpenMention | null {
  const at = text.lastIndexOf('@', caret - 1);
  if (at < 0 || isInWord(text, at - 1)) return null;
  const typed = text.slice(at + 1, caret).toLocaleLowerCase();
  if (typed.includes('\n')) return null;
  const found = names.filter(
    (name) => name.toLocaleLowerCase().startsWith(typed) && name.length > typed.length,
  );
  return found.length === 0 ? null : { at, names: found.slice(0, maxSuggestions) };
}

/** The text with the mention completed, and where the caret is then. */
export function completeMention(
  text: string,
  caret: number,
  at: number,
  name: string,
): { text: string; caret: number } {
  const begin = `${text.slice(0, at)}@${name} `;
  return { text: begin + text.slice(caret).replace(/^ /, ''), caret: begin.length };
}

function startsWithName(text: string, at: number, name: string): boolean {
  const found = text.slice(at, at + name.length);
  return found.toLocaleLowerCase() === name.toLocaleLowerCase() && !isInWord(text, at + name.length);
}

function isInWord(text: string, at: number): boolean {
  return wordPattern.test(text.charAt(at));
}
