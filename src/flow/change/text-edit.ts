/**
 * Edits of one text by several people at once: operational transformation of plain text (Ellis and Gibbs, "Concurrency
 * Control in Groupware Systems", 1989). Positions count UTF-16 units, as JavaScript's do. Why no library:
 * docs/decisions/034.
 */

import { diffSequences } from './sequence-diff.ts';

/** A walk through the text: a positive number keeps characters, a negative one deletes, a string inserts. The rest stays. */
export type TextEdit = readonly (number | string)[];

/** The edit that makes `after` of `before`: one replacement between their common beginning and end. */
export function diffText(before: string, after: string): TextEdit {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start += 1;
  if (splitsPair(before, start) || splitsPair(after, start)) start -= 1;
  let end = 0;
  while (end < limit - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  if (splitsPair(before, before.length - end) || splitsPair(after, after.length - end)) end -= 1;
  const writer = new EditWriter();
  writer.keep(start);
  writer.remove(before.length - start - end);
  writer.insert(after.slice(start, after.length - end));
  return writer.edit();
}

/** The edit that makes the text of one list of parts that of another, part by part. Grows as `diffSequences` does. */
export function diffParts(before: readonly string[], after: readonly string[]): TextEdit {
  const writer = new EditWriter();
  for (const region of diffSequences(before, after)) {
    if ('same' in region) writer.keep(region.same.join('').length);
    else {
      writer.remove(region.removed.join('').length);
      writer.insert(region.added.join(''));
    }
  }
  return writer.edit();
}

/** Beyond this many characters that may differ the comparison is one replacement: its cost grows with the square. */
const maxCompared = 1_000;

/** The edit that makes `after` of `before`, character by character where the texts are short enough. */
export function diffTextFinely(before: string, after: string): TextEdit {
  const coarse = diffText(before, after);
  const [changed] = replacementsOf(coarse);
  if (changed === undefined) return coarse;
  const { start, end, text } = changed;
  const [old, young] = [[...before.slice(start, end)], [...text]];
  if (old.length + young.length > maxCompared) return coarse;
  return [...(start > 0 ? [start] : []), ...diffParts(old, young)];
}

/** The text after the edit. What the edit says of characters beyond the end of the text is ignored. */
export function applyTextEdit(text: string, edit: TextEdit): string {
  let position = 0;
  let result = '';
  for (const part of edit) {
    if (typeof part === 'string') result += part;
    else if (part > 0) result += text.slice(position, position + part);
    if (typeof part === 'number') position += Math.abs(part);
  }
  return result + text.slice(position);
}

/** The edit that undoes `edit` of `text`. */
export function invertTextEdit(text: string, edit: TextEdit): TextEdit {
  const writer = new EditWriter();
  let position = 0;
  for (const part of edit) {
    if (typeof part === 'string') writer.remove(part.length);
    else if (part > 0) writer.keep(part);
    else writer.insert(text.slice(position, position - part));
    if (typeof part === 'number') position += Math.abs(part);
  }
  return writer.edit();
}

/**
 * `edit` as it is after `other`, when both were made on the same text: it means the same characters. Of two insertions at
 * one place, the one of `edit` stands behind the other, unless `place` says before it.
 */
export function transformTextEdit(edit: TextEdit, other: TextEdit, place?: 'before'): TextEdit {
  const writer = new EditWriter();
  const [own, others] = [new EditReader(edit), new EditReader(other)];
  while (!own.isAtEnd()) {
    const isOwnNext = place === 'before' || others.insertion() === null;
    const text = isOwnNext ? own.takeInsertion() : null;
    if (text !== null) {
      writer.insert(text);
      continue;
    }
    const inserted = others.takeInsertion();
    if (inserted !== null) {
      writer.keep(inserted.length);
      continue;
    }
    const length = Math.min(own.run(), others.run());
    const [isKept, isThere] = [own.take(length), others.take(length)];
    if (isThere && isKept) writer.keep(length);
    else if (isThere) writer.remove(length);
  }
  return writer.edit();
}

/** One edit that does what `first` and then `second` do. */
export function composeTextEdits(first: TextEdit, second: TextEdit): TextEdit {
  const writer = new EditWriter();
  const [before, after] = [new EditReader(first), new EditReader(second)];
  while (!before.isAtEnd() || !after.isAtEnd()) {
    const text = after.takeInsertion();
    if (text !== null) {
      writer.insert(text);
      continue;
    }
    if (before.isDeletion()) {
      const length = before.run();
      before.take(length);
      writer.remove(length);
      continue;
    }
    const inserted = before.insertion();
    const length = Math.min(inserted === null ? before.run() : inserted.length, after.run());
    const isKept = after.take(length);
    if (inserted === null) {
      before.take(length);
      if (isKept) writer.keep(length);
      else writer.remove(length);
    } else {
      before.shortenInsertion(length);
      if (isKept) writer.insert(inserted.slice(0, length));
    }
  }
  return writer.edit();
}

/**
 * True when two edits of one text meet: `other` changes characters that `edit` removes or writes among them, or both write
 * at one place. Each could still be made; what they leave is neither text.
 */
export function collide(edit: TextEdit, other: TextEdit): boolean {
  const theirs = replacementsOf(other);
  return replacementsOf(edit).some((own) =>
    theirs.some((their) =>
      own.start === own.end && their.start === their.end
        ? own.start === their.start
        : Math.max(own.start, their.start) < Math.min(own.end, their.end) || isInside(own, their),
    ),
  );
}

/** An insertion strictly inside of what the other removes. */
function isInside(own: Replacement, their: Replacement): boolean {
  return own.start === own.end
    ? their.start < own.start && own.start < their.end
    : own.start < their.start && their.start < own.end;
}

/** A part of an edit: `text` instead of what stands from `start` to `end`, which are positions in the text before it. */
export type Replacement = { start: number; end: number; text: string };

/** What an edit changes, in the order of the text; none touches another one. */
export function replacementsOf(edit: TextEdit): Replacement[] {
  const replacements: Replacement[] = [];
  let position = 0;
  for (const part of edit) {
    const length = typeof part === 'number' ? Math.abs(part) : 0;
    if (typeof part === 'string' || part < 0) {
      let last = replacements.at(-1);
      if (last?.end !== position) {
        last = { start: position, end: position, text: '' };
        replacements.push(last);
      }
      last.end += length;
      if (typeof part === 'string') last.text += part;
    }
    position += length;
  }
  return replacements;
}

function splitsPair(text: string, index: number): boolean {
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

/** Collects the parts of an edit: neighbours of one kind are joined, and a kept end is left out. */
class EditWriter {
  readonly #parts: (number | string)[] = [];

  keep(length: number): void {
    if (length === 0) return;
    const last = this.#parts.at(-1);
    if (typeof last === 'number' && last > 0) this.#parts[this.#parts.length - 1] = last + length;
    else this.#parts.push(length);
  }

  insert(text: string): void {
    if (text === '') return;
    const last = this.#parts.at(-1);
    if (typeof last === 'string') this.#parts[this.#parts.length - 1] = last + text;
    else this.#parts.push(text);
  }

  remove(length: number): void {
    if (length === 0) return;
    const last = this.#parts.at(-1);
    if (typeof last === 'number' && last < 0) this.#parts[this.#parts.length - 1] = last - length;
    else this.#parts.push(-length);
  }

  edit(): TextEdit {
    const last = this.#parts.at(-1);
    return typeof last === 'number' && last > 0 ? this.#parts.slice(0, -1) : this.#parts;
  }
}

/** Reads an edit in pieces of any length. Behind its last part everything is kept. */
class EditReader {
  readonly #parts: TextEdit;
  #index = 0;
  #taken = 0;

  constructor(parts: TextEdit) {
    this.#parts = parts;
  }

  isAtEnd(): boolean {
    return this.#index >= this.#parts.length;
  }

  isDeletion(): boolean {
    const part = this.#parts[this.#index];
    return typeof part === 'number' && part < 0;
  }

  insertion(): string | null {
    const part = this.#parts[this.#index];
    return typeof part === 'string' ? part.slice(this.#taken) : null;
  }

  takeInsertion(): string | null {
    const text = this.insertion();
    if (text !== null) this.#advance();
    return text;
  }

  shortenInsertion(length: number): void {
    this.#taken += length;
    if (this.insertion() === '') this.#advance();
  }

  /** How many characters of the text the present part is about; not for an insertion. */
  run(): number {
    const part = this.#parts[this.#index];
    return typeof part === 'number' ? Math.abs(part) - this.#taken : Number.POSITIVE_INFINITY;
  }

  /** Passes characters of the text; true when they are kept. */
  take(length: number): boolean {
    const part = this.#parts[this.#index];
    if (typeof part !== 'number') return true;
    this.#taken += length;
    if (this.#taken === Math.abs(part)) this.#advance();
    return part > 0;
  }

  #advance(): void {
    this.#index += 1;
    this.#taken = 0;
  }
}
