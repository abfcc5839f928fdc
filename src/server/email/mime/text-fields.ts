/** The text fields of the inbound parse form: the texts of a message, in the charset of their part. */

import type { FormText } from '../../platform/outbound/multipart.ts';
import { allocateBytes } from './allocate.ts';
import { decodeText, decodeUndeclared, isAsciiCompatible, needsNoLabel } from './charset.ts';
import type { MimeLeaf } from './structure.ts';

export type TextField = {
  /** What is posted: UTF-8, or the bytes of the part in its charset. */
  value: string | FormText;
  charset: string;
  /** The same text for a reader here. */
  readable: string;
};

/**
 * Joins the texts of parts; null without any. Line ends become `\n`. Text of another charset than UTF-8 keeps it, as the
 * documented form has it, unless parts differ; text without one becomes UTF-8.
 */
export function joinTexts(parts: readonly MimeLeaf[]): TextField | null {
  const [first] = parts;
  if (first === undefined) return null;
  const { charset } = first;
  if (parts.length > 1 || needsNoLabel(charset)) {
    const readable = parts.map((part) => decodedText(part)).join('\n');
    return { value: readable, charset: 'UTF-8', readable };
  }
  const bytes = isAsciiCompatible(charset) ? withoutCarriageReturns(first.content()) : first.content();
  // A label that could not stand in a header of the form is not one of a charset.
  const label = /^[\w.:+-]{1,60}$/.test(charset) ? charset : 'UTF-8';
  const readable = decodeText(bytes, charset);
  if (label !== charset) return { value: readable, charset: label, readable };
  return { value: { bytes, charset }, charset, readable };
}

function decodedText(part: MimeLeaf): string {
  const content = part.content();
  if (!isAsciiCompatible(part.charset)) {
    return decodeText(content, part.charset).replaceAll('\r\n', '\n');
  }
  const bytes = withoutCarriageReturns(content);
  return part.charset === '' ? decodeUndeclared(bytes) : decodeText(bytes, part.charset);
}

const [lf, cr] = [0x0a, 0x0d];

/** CRLF becomes LF. On bytes, as the strings of a large text would exceed the memory of the thread. */
function withoutCarriageReturns(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(cr)) return bytes;
  const kept = allocateBytes(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === cr && bytes[at + 1] === lf) continue;
    kept[length] = bytes[at] ?? 0;
    length += 1;
  }
  return kept.subarray(0, length);
}
