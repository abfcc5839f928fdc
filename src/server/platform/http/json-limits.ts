/** Parses JSON of requests within limits of depth and number of values, which are found in its bytes before it is parsed. */

import { maxJsonDepth, maxJsonNames, maxJsonValues } from './body-limits.ts';

/** The JSON may be valid but exceeds a limit; the message continues a sentence that begins with its name. */
export class JsonLimitExceeded extends Error {
  override readonly name = 'JsonLimitExceeded';
}

/**
 * `parse` reads JSON within the limits.
 * @throws JsonLimitExceeded
 * @throws SyntaxError when it is not JSON
 */
export function parseLimitedJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  const limit = new JsonLimits().read(Buffer.from(text));
  if (limit !== null) throw new JsonLimitExceeded(limit);
  return parse(withoutByteOrderMark(text));
}

/** A byte order mark before JSON, which programs of some systems write, is ignored (RFC 8259, section 8.1). */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
/** `[` and `{`, and `]` and `}`, differ in one bit. */
const caseBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/** Names that begin with the same so many bytes count as one. */
const maxNameLength = 1_000;

/** Finds limits that JSON exceeds, piece by piece: reads brackets, commas and colons outside of strings. */
export class JsonLimits {
  #depth = 0;
  #values = 1;
  /** Different names of members, as they are written. */
  readonly #names = new Set<string>();
  /** How the last string begins, where it began in an earlier piece. */
  #string = '';
  #isInString = false;
  /** Backslashes at the end of the last piece, where that is in a string. */
  #escapes = 0;

  /** The limit that is exceeded by now, as the end of a sentence; null for none. What is not JSON may get any result. */
  read(piece: Buffer): string | null {
    const beginningOf = (from: number, to: number) =>
      piece.toString('latin1', from, Math.min(to, from + maxNameLength));
    let at = this.#isInString ? this.#endOfString(piece, 0) : 0;
    this.#string = (this.#string + beginningOf(0, at)).slice(0, maxNameLength);
    /** Where the last string begins and ends; -1 where it began in an earlier piece. */
    let [start, end] = [-1, -1];
    for (; at < piece.length; at += 1) {
      const code = piece[at] ?? 0;
      if (code === quote) {
        start = at;
        end = this.#endOfString(piece, at + 1);
        at = end - 1;
      } else if (code === colon) {
        this.#names.add(start === -1 ? this.#string : beginningOf(start, end));
        if (this.#names.size > maxJsonNames)
          return `has more than ${maxJsonNames.toLocaleString('en')} different names of members`;
      } else if ((code | caseBit) === opening) {
        this.#depth += 1;
        this.#values += 1;
        if (this.#depth > maxJsonDepth) return `is nested deeper than ${maxJsonDepth} levels`;
      } else if ((code | caseBit) === closing) {
        this.#depth -= 1;
      } else if (code === comma) {
        this.#values += 1;
      }
      if (this.#values > maxJsonValues) return `has more than ${maxJsonValues.toLocaleString('en')} values`;
    }
    if (start !== -1) this.#string = beginningOf(start, end);
    return null;
  }

  /** The position after the closing quote, or the end of the piece. */
  #endOfString(piece: Buffer, start: number): number {
    this.#isInString = true;
    for (let end = piece.indexOf(quote, start); end !== -1; end = piece.indexOf(quote, end + 1)) {
      if (this.#escapesBefore(piece, end) % 2 === 1) continue;
      this.#isInString = false;
      this.#escapes = 0;
      return end + 1;
    }
    this.#escapes = this.#escapesBefore(piece, piece.length);
    return piece.length;
  }

  #escapesBefore(piece: Buffer, end: number): number {
    let count = 0;
    while (piece[end - 1 - count] === backslash) count += 1;
    return count === end ? count + this.#escapes : count;
  }
}
