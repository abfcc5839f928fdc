/** Parses JSON of requests within limits of depth and number of values, which are found in its bytes before it is parsed. */

import { maxJsonDepth, maxJsonValues } from './body-limits.ts';

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
const backslash = 0x5c;
/** `[` and `{`, and `]` and `}`, differ in one bit. */
const caseBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/** Finds limits that JSON exceeds, piece by piece: reads brackets and commas outside of strings. */
export class JsonLimits {
  readonly #maxMembers: number;
  #depth = 0;
  #values = 1;
  /** Of the outermost object or list. */
  #members = 1;
  #isInString = false;
  /** Backslashes at the end of the last piece, where that is in a string. */
  #escapes = 0;

  constructor(maxMembers = maxJsonValues) {
    this.#maxMembers = maxMembers;
  }

  /** The limit that is exceeded by now, as the end of a sentence; null for none. What is not JSON may get any result. */
  read(piece: Buffer): string | null {
    let at = this.#isInString ? this.#endOfString(piece, 0) : 0;
    for (; at < piece.length; at += 1) {
      const code = piece[at] ?? 0;
      if (code === quote) {
        at = this.#endOfString(piece, at + 1) - 1;
      } else if ((code | caseBit) === opening) {
        this.#depth += 1;
        this.#values += 1;
        if (this.#depth > maxJsonDepth) return `is nested deeper than ${maxJsonDepth} levels`;
      } else if ((code | caseBit) === closing) {
        this.#depth -= 1;
      } else if (code === comma) {
        this.#values += 1;
        if (this.#depth === 1) this.#members += 1;
      }
      if (this.#members > this.#maxMembers)
        return `has more than ${this.#maxMembers.toLocaleString('en')} members`;
      if (this.#values > maxJsonValues) return `has more than ${maxJsonValues.toLocaleString('en')} values`;
    }
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
