/** The structure of a MIME message (RFC 2045, RFC 2046): its parts, as ranges of its bytes. */

import { fieldOf, type HeaderField, readHeaderSection } from './header-fields.ts';
import { headerAllowance, mimeLimits } from './limits.ts';
import { type ParameterizedValue, parseParameters } from './parameters.ts';
import { decodeContent, decodeInPlace } from './transfer-encoding.ts';

/** A part that has no parts of its own. An attached message is one: what is inside it stays there. */
export type MimeLeaf = {
  /** The media type, in lower case. */
  type: string;
  /** The charset that the part declares; '' without one. */
  charset: string;
  /** '' without one. */
  disposition: string;
  /** '' without one. */
  filename: string;
  /** Without angle brackets; '' without one. */
  contentId: string;
  /** One of several ways to show the same. */
  isAlternative: boolean;
  /** The decoded content, byte for byte; a view of the message where it is not encoded. */
  content(): Uint8Array;
  /** The same once: may overwrite its bytes of the message, and no others. */
  takeContent(): Uint8Array;
};

/** Where a part stands in the message: its header section from `start` to `bodyStart`. */
export type PartRange = {
  fields: readonly HeaderField[];
  /** The media type as it is declared, or the default, in lower case. */
  type: string;
  start: number;
  bodyStart: number;
  /** Of its body; null where other parts are in it. */
  end: number | null;
};

export type MimeStructure = {
  /** The fields of the message's own header section. */
  fields: HeaderField[];
  /** In the order of the message. */
  leaves: MimeLeaf[];
  /** All parts, the message first, in their order. */
  parts: PartRange[];
};

/**
 * Finds the parts of a message, in one pass over its bytes however deep they are in each other.
 *
 * @throws Error when nesting, headers or the number of parts exceed the limits
 */
export function parseStructure(bytes: Uint8Array): MimeStructure {
  const reading = readStructure(bytes);
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return step.value;
}

/** The same in steps of a millisecond or two, for a thread that others wait for. */
export function readStructure(bytes: Uint8Array): Generator<void, MimeStructure> {
  return new StructureReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).read();
}

/** Bytes that are looked at in one step. */
const stepBytes = 128 * 1024;

/** A part whose end was not reached yet. */
type OpenPart = { fields: HeaderField[]; contentType: ParameterizedValue; range: PartRange };

/** One that others are in. Without a delimiter it is no multipart. */
type OpenMultipart = OpenPart & { delimiter: string; hasDelimiter: boolean; isClosed: boolean };

/** A line that begins a part of the multipart at that level, or ends the multipart; `next` is behind its line break. */
type Delimiter = { at: number; next: number; level: number; isClosing: boolean };

/** Multiparts in each other with one boundary. */
const maxSameBoundary = 4;

class StructureReader {
  readonly #bytes: Buffer;
  readonly #allowed = headerAllowance();
  readonly #leaves: MimeLeaf[] = [];
  readonly #parts: PartRange[] = [];
  /** The part that is read, where it has no parts of its own. */
  #leaf: OpenPart | null = null;
  /**
   * Those around it, the outermost first, and their levels by what their delimiter lines have behind the hyphens: several where some have
   * the same boundary, the innermost last. One that is closed goes on with its next delimiter line.
   */
  readonly #open: OpenMultipart[] = [];
  readonly #levels = new Map<string, number[]>();
  #longestDelimiter = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  *read(): Generator<void, MimeStructure> {
    const { fields, range } = this.#beginPart(0, 'text/plain');
    let delimiter = yield* this.#nextDelimiter(range.bodyStart);
    while (delimiter !== null) {
      const divided = this.#endParts(delimiter);
      const innerType = divided?.contentType.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
      const { next } = delimiter;
      const from = divided === null ? next : this.#beginPart(next, innerType).range.bodyStart;
      delimiter = yield* this.#nextDelimiter(from);
    }
    // Without a closing delimiter the message was cut off; what is there is the last part.
    this.#endAbove(0, this.#bytes.length);
    return { fields, leaves: this.#leaves, parts: this.#parts };
  }

  #beginPart(start: number, defaultType: string): OpenPart {
    const { parts, depth } = mimeLimits;
    if (this.#parts.length >= parts) throw new Error(`The message has more than ${parts} parts`);
    if (this.#open.length > depth) throw new Error(`Parts are nested deeper than ${depth} levels`);
    const isDelimiter = (line: number) => this.#delimiterAt(line) !== null;
    const { fields, end } = readHeaderSection(this.#bytes, start, this.#allowed, isDelimiter);
    const contentType = parseParameters(fieldOf(fields, 'content-type') || defaultType);
    const range: PartRange = { fields, type: contentType.value, start, bodyStart: end, end: null };
    this.#parts.push(range);
    const part: OpenPart = { fields, contentType, range };
    // Blanks at the end of a line belong to no delimiter (RFC 2046, section 5.1.1).
    const boundary = contentType.value.startsWith('multipart/') ? contentType.parameter('boundary') : '';
    const delimiter = Buffer.from(boundary.trimEnd()).toString('latin1');
    const levels = this.#levels.get(delimiter);
    // Who repeats it again and again has one multipart in mind.
    if (delimiter === '' || (levels?.length ?? 0) >= maxSameBoundary) this.#leaf = part;
    else {
      if (levels === undefined) this.#levels.set(delimiter, [this.#open.length]);
      else levels.push(this.#open.length);
      this.#open.push({ ...part, delimiter, hasDelimiter: false, isClosed: false });
      this.#longestDelimiter = Math.max(this.#longestDelimiter, delimiter.length);
    }
    return part;
  }

  /** Ends what is inside of the multipart that is divided. Null where it ends itself. */
  #endParts({ at, level, isClosing }: Delimiter): OpenMultipart | null {
    const multipart = this.#open[level];
    // The line break before a delimiter belongs to it.
    this.#endAbove(level + 1, beforeLineBreak(this.#bytes, at));
    if (multipart === undefined) return null;
    multipart.hasDelimiter = true;
    multipart.isClosed = isClosing;
    return isClosing ? null : multipart;
  }

  /** Ends the part that is read, and the multiparts from that level on. */
  #endAbove(level: number, end: number): void {
    if (this.#leaf !== null) this.#endLeaf(this.#leaf, end);
    this.#leaf = null;
    for (const multipart of this.#open.splice(level).reverse()) {
      const levels = this.#levels.get(multipart.delimiter);
      levels?.pop();
      if (levels?.length === 0) this.#levels.delete(multipart.delimiter);
      if (!multipart.hasDelimiter) this.#endLeaf(multipart, end);
    }
  }

  #endLeaf({ fields, contentType, range }: OpenPart, end: number): void {
    range.end = Math.max(range.bodyStart, end);
    const body = this.#bytes.subarray(range.bodyStart, range.end);
    const isAlternative = this.#open.at(-1)?.contentType.value === 'multipart/alternative';
    this.#leaves.push(toLeaf(fields, contentType, body, isAlternative));
  }

  /** The next line that is a delimiter, from the one that begins at `from`; null without one. */
  *#nextDelimiter(from: number): Generator<void, Delimiter | null> {
    if (this.#open.length === 0) return null;
    for (let start = from; start < this.#bytes.length; start += stepBytes) {
      const delimiter = this.#findDelimiter(from, start, Math.min(start + stepBytes, this.#bytes.length));
      if (delimiter !== null) return delimiter;
      yield;
    }
    return null;
  }

  /** The first that begins between `start` and `end`; one begins at `from`, or behind a line break. */
  #findDelimiter(from: number, start: number, end: number): Delimiter | null {
    const bytes = this.#bytes;
    for (let at = start; at < end; at += 1) {
      if (bytes[at] !== hyphen || bytes[at + 1] !== hyphen) continue;
      if (at > from && bytes[at - 1] !== lf) continue;
      const delimiter = this.#delimiterAt(at);
      if (delimiter !== null) return delimiter;
    }
    return null;
  }

  /** What the line at `at` is a delimiter of; null for another line. It may end with white space. */
  #delimiterAt(at: number): Delimiter | null {
    const bytes = this.#bytes;
    if (bytes[at] !== hyphen || bytes[at + 1] !== hyphen) return null;
    const start = at + 2;
    let end = start;
    let next = start;
    for (; next < bytes.length && bytes[next] !== lf; next += 1) {
      if (bytes[next] === space || bytes[next] === tab || bytes[next] === cr) continue;
      end = next + 1;
      if (end - start > this.#longestDelimiter + 2) return null;
    }
    next = Math.min(next + 1, bytes.length);
    const text = bytes.toString('latin1', start, end);
    const opened = this.#levelOf(text);
    const closed = text.endsWith('--') ? this.#levelOf(text.slice(0, -2)) : Number.POSITIVE_INFINITY;
    // Of two the outer one counts.
    const level = Math.min(opened, closed);
    return level === Number.POSITIVE_INFINITY ? null : { at, next, level, isClosing: closed < opened };
  }

  /** Of several with that boundary the innermost that is not closed, or the outermost: no part may vanish behind an end that came too early. */
  #levelOf(delimiter: string): number {
    const levels = this.#levels.get(delimiter) ?? [];
    return (
      levels.findLast((level) => this.#open[level]?.isClosed === false) ??
      levels[0] ??
      Number.POSITIVE_INFINITY
    );
  }
}

function toLeaf(
  fields: readonly HeaderField[],
  contentType: ParameterizedValue,
  body: Buffer,
  isAlternative: boolean,
): MimeLeaf {
  const { value, parameter } = contentType;
  const disposition = parseParameters(fieldOf(fields, 'content-disposition'));
  const encoding = /[\w-]+/.exec(parseParameters(fieldOf(fields, 'content-transfer-encoding')).value)?.[0];
  // A multipart without its boundary, and what is no media type at all, is text (RFC 2045, section 5.2).
  const type = /^(?!multipart\/)[^\s/]+\/[^\s/]+$/.test(value) ? value : 'text/plain';
  return {
    type,
    charset: parameter('charset'),
    disposition: disposition.value,
    filename: disposition.parameter('filename') || parameter('name'),
    contentId: fieldOf(fields, 'content-id').replaceAll(/^<|>$/g, ''),
    isAlternative,
    content: () => decodeContent(body, encoding ?? '', type.startsWith('text/')),
    takeContent: () => decodeInPlace(body, encoding ?? '', type.startsWith('text/')),
  };
}

const [lf, cr, space, tab, hyphen] = [0x0a, 0x0d, 0x20, 0x09, 0x2d];

function beforeLineBreak(bytes: Buffer, at: number): number {
  if (bytes[at - 1] !== lf) return at;
  return bytes[at - 2] === cr ? at - 2 : at - 1;
}
