/** Writes header fields as lines of a message (RFC 5322, section 2.1.1), encoded where they have to be. */

import { isAscii } from 'node:buffer';
import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode, { type MimeNodeHeaderValue } from 'nodemailer/lib/mime-node';

/** Octets of a line, without its line break. */
export const maxLineLength = 998;

/** Octets that a name of a field and what stands around a value take at most of a line. */
const nameLength = 98;

/** Octets of the longest word that fits in a line behind the name of its field: lines are folded at blanks. */
export const maxWordLength = maxLineLength - nameLength;

/** Fields of any text, which encoded words may stand for (RFC 2047, section 5). */
function isUnstructured(name: string): boolean {
  return /^(?:subject|comments|content-description|x-.*)$/i.test(name);
}

/** Fields of message ids and tokens, in which nothing can be encoded. */
const plainField = /^(?:in-reply-to|references|content-id|otp-token)$/i;

/** Why the value cannot stand in that field; null where it can. In time that grows with its length. */
export function faultOfField(name: string, value: string): string | null {
  if (plainField.test(name) && !isAscii(Buffer.from(value))) return 'must be ASCII';
  if (isUnstructured(name)) return null;
  // Blanks inside of the angle brackets of an id are left out.
  const words = value.split(/^references$/i.test(name) ? '>' : /[ \t]/);
  if (!words.some((word) => word.length > maxWordLength)) return null;
  return `has more than ${maxWordLength} characters without a blank`;
}

/** Whether an unstructured field has a word that is too long for a line, and has to be encoded. */
export function hasLongWord(name: string, value: string): boolean {
  return isUnstructured(name) && value.split(/[ \t]/).some((word) => word.length > maxWordLength);
}

/** The text of an unstructured field as encoded words, between which it can be folded. */
export function encodedText(value: string): string {
  return encodeWord(value, 'Q', 52);
}

/** The field with CRLF where it is folded; null where what it holds cannot be written in ASCII and in short lines. */
export function fieldLines(name: string, value: MimeNodeHeaderValue): string | null {
  const isLong = typeof value === 'string' && hasLongWord(name, value);
  const lines = foldLines(
    `${name}: ${isLong ? encodedText(value) : MimeNode.encodeHeaderValue(name, value)}`,
  );
  const isShort = lines.split('\r\n').every((line) => line.length <= maxLineLength);
  return isShort && isAscii(Buffer.from(lines)) ? lines : null;
}
