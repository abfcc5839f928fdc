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

export type MimeStructure = {
  /** The fields of the message's own header section. */
  fields: HeaderField[];
  /** In the order of the message. */
  leaves: MimeLeaf[];
};

/**
 * Finds the parts of a message, in one pass over its bytes however deep they are in each other.
 *
 * @throws Error when nesting, headers or the number of parts exceed the limits
 */
export function parseStructure(bytes: Uint8Array): MimeStructure {
  return new StructureReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).read();
}

/** A part whose end was not reached yet. */
type OpenPart = { fields: HeaderField[]; contentType: ParameterizedValue; bodyStart: number };

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
  #parts = 0;
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

  read(): MimeStructure {
    const { fields, bodyStart } = this.#beginPart(0, 'text/plain');
    let delimiter = this.#nextDelimiter(bodyStart);
    while (delimiter !== null) {
      const divided = this.#endParts(delimiter);
      const innerType = divided?.contentType.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
      const { next } = delimiter;
      delimiter = this.#nextDelimiter(divided === null ? next : this.#beginPart(next, innerType).bodyStart);
    }
    // Without a closing delimiter the message was cut off; what is there is the last part.
    this.#endAbove(0, this.#bytes.length);
    return { fields, leaves: this.#leaves };
  }

  #beginPart(start: number, defaultType: string): OpenPart {
    this.#parts += 1;
    const { parts, depth } = mimeLimits;
    if (this.#parts > parts) throw new Error(`The message has more than ${parts} parts`);
    if (this.#open.length > depth) throw new Error(`Parts are nested deeper than ${depth} levels`);
    const isDelimiter = (line: number) => this.#delimiterAt(line) !== null;
    const { fields, end } = readHeaderSection(this.#bytes, start, this.#allowed, isDelimiter);
    const contentType = parseParameters(fieldOf(fields, 'content-type') || defaultType);
    const part: OpenPart = { fields, contentType, bodyStart: end };
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

  #endLeaf({ fields, contentType, bodyStart }: OpenPart, end: number): void {
    const body = this.#bytes.subarray(bodyStart, Math.max(bodyStart, end));
    const isAlternative = this.#open.at(-1)?.contentType.value === 'multipart/alternative';
    this.#leaves.push(toLeaf(fields, contentType, body, isAlternative));
  }

  /** The next line that is a delimiter, from the one that begins at `from`; null without one. */
  #nextDelimiter(from: number): Delimiter | null {
    const bytes = this.#bytes;
    if (this.#open.length === 0) return null;
    for (let at = from; at < bytes.length; at += 1) {
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
