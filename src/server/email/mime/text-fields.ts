/** The text fields of the inbound parse form: the texts of a message, in the charset of their part. */

import type { FormText } from '../../platform/outbound/multipart.ts';
import { allocateBytes } from './allocate.ts';
import { charsetOfHtml, isAsciiCompatible, readingOf } from './charset.ts';
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
 * documented form has it, unless parts differ or the charset is one that few know; text that is of none that it names becomes UTF-8.
 */
export function joinTexts(parts: readonly MimeLeaf[]): TextField | null {
  const [first, ...others] = parts.map(textOf);
  if (first === undefined) return null;
  const { bytes, label, readable } = first;
  // A label that could not stand in a header of the form is not one of a charset.
  if (others.length === 0 && label !== null && /^[\w.:+-]{1,60}$/.test(label))
    return { value: { bytes, charset: label }, charset: label, readable };
  const all = [first, ...others].map((part) => part.readable).join('\n');
  return { value: all, charset: 'UTF-8', readable: all };
}

function textOf(part: MimeLeaf): { bytes: Uint8Array; label: string | null; readable: string } {
  const content = part.content();
  const declared = part.charset || (part.type === 'text/html' ? charsetOfHtml(content) : '');
  const { label, read } = readingOf(content, declared);
  if (!isAsciiCompatible(declared))
    return { bytes: content, label, readable: read(content).replaceAll('\r\n', '\n') };
  const bytes = withoutCarriageReturns(content);
  return { bytes, label: part.charset === '' ? null : label, readable: read(bytes) };
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
