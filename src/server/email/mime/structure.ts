/** The structure of a MIME message (RFC 2045, RFC 2046): its parts, as ranges of its bytes. */

import { fieldOf, type HeaderField, readHeaderSection } from './header-fields.ts';
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

const maxNestingDepth = 64;
const maxParts = 10_000;
/** Bytes of all header sections together. */
const maxHeaderBytes = 1024 * 1024;

/** Finds the parts of a message. @throws Error when nesting, headers or the number of parts exceed the limits */
export function parseStructure(bytes: Uint8Array): MimeStructure {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const walk: Walk = { leaves: [], parts: 0, headerBytes: 0 };
  return { fields: readPart(whole, 'text/plain', 0, walk), leaves: walk.leaves };
}

type Walk = { leaves: MimeLeaf[]; parts: number; headerBytes: number };

function readPart(part: Buffer, defaultType: string, depth: number, walk: Walk): HeaderField[] {
  walk.parts += 1;
  if (walk.parts > maxParts) throw new Error(`The message has more than ${maxParts} parts`);
  if (depth > maxNestingDepth) throw new Error(`Parts are nested deeper than ${maxNestingDepth} levels`);
  const { fields, end } = readHeaderSection(part, 0, maxHeaderBytes - walk.headerBytes);
  walk.headerBytes += end;
  const body = part.subarray(end);
  const contentType = parseParameters(fieldOf(fields, 'content-type') || defaultType);
  const parts = contentType.value.startsWith('multipart/')
    ? splitAtBoundary(body, contentType.parameters.get('boundary') ?? '')
    : null;
  if (parts === null) {
    walk.leaves.push(toLeaf(fields, contentType, body));
    return fields;
  }
  const innerType = contentType.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  for (const each of parts) readPart(each, innerType, depth + 1, walk);
  return fields;
}

function toLeaf(fields: readonly HeaderField[], contentType: ParameterizedValue, body: Buffer): MimeLeaf {
  const { value, parameters } = contentType;
  const disposition = parseParameters(fieldOf(fields, 'content-disposition'));
  const encoding = /[\w-]+/.exec(parseParameters(fieldOf(fields, 'content-transfer-encoding')).value)?.[0];
  // A multipart without its boundary, and what is no media type at all, is text (RFC 2045, section 5.2).
  const type = /^(?!multipart\/)[^\s/]+\/[^\s/]+$/.test(value) ? value : 'text/plain';
  return {
    type,
    charset: parameters.get('charset') ?? '',
    disposition: disposition.value,
    filename: disposition.parameters.get('filename') || (parameters.get('name') ?? ''),
    contentId: fieldOf(fields, 'content-id').replaceAll(/^<|>$/g, ''),
    content: () => decodeContent(body, encoding ?? ''),
    takeContent: () => decodeInPlace(body, encoding ?? ''),
  };
}

const [lf, cr, space, tab, hyphen] = [0x0a, 0x0d, 0x20, 0x09, 0x2d];

/**
 * The parts between the delimiter lines (RFC 2046, section 5.1.1); the line break before a delimiter belongs to the delimiter.
 * Null where there is none: then the body is no multipart.
 */
function splitAtBoundary(body: Buffer, boundary: string): Buffer[] | null {
  if (boundary === '') return null;
  const mark = Buffer.from(`--${boundary}`);
  const parts: Buffer[] = [];
  let partStart: number | null = null;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    const delimiter = readDelimiter(body, at, mark.length);
    if (delimiter === null) continue;
    if (partStart !== null)
      parts.push(body.subarray(partStart, Math.max(partStart, beforeLineBreak(body, at))));
    if (delimiter.isClosing) return parts;
    partStart = delimiter.next;
  }
  if (partStart === null) return null;
  // Without a closing delimiter the message was cut off; what is there is the last part.
  parts.push(body.subarray(partStart));
  return parts;
}

/** Null where `at` is not at the beginning of a line, or the line has more than the delimiter and white space. */
function readDelimiter(
  body: Buffer,
  at: number,
  length: number,
): { isClosing: boolean; next: number } | null {
  if (at > 0 && body[at - 1] !== lf) return null;
  let end = at + length;
  const isClosing = body[end] === hyphen && body[end + 1] === hyphen;
  if (isClosing) end += 2;
  while (body[end] === space || body[end] === tab || body[end] === cr) end += 1;
  if (end < body.length && body[end] !== lf) return null;
  return { isClosing, next: Math.min(end + 1, body.length) };
}

function beforeLineBreak(body: Buffer, at: number): number {
  if (body[at - 1] !== lf) return at;
  return body[at - 2] === cr ? at - 2 : at - 1;
}
