/** Decodes the content of parts (Content-Transfer-Encoding, RFC 2045, section 6), byte for byte. */

import { allocateBytes } from './allocate.ts';

/** The content; an encoding that is the identity, or is not known, returns the same bytes. */
export function decodeContent(bytes: Uint8Array, encoding: string): Uint8Array {
  if (encoding === 'base64') return decodeBase64(bytes);
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(bytes);
  return bytes;
}

/**
 * The same for bytes that are needed no more: base64 is decoded where it stands, as its result is shorter. A message of the
 * maximum size would otherwise be in memory nearly twice.
 */
export function decodeInPlace(bytes: Uint8Array, encoding: string): Uint8Array {
  return encoding === 'base64' ? decodeBase64(bytes, bytes) : decodeContent(bytes, encoding);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const notInAlphabet = 255;
const sextets = new Uint8Array(256).fill(notInAlphabet);
for (const [value, letter] of [...alphabet].entries()) sextets[letter.charCodeAt(0)] = value;

const [equals, lf, cr, space, tab] = [0x3d, 0x0a, 0x0d, 0x20, 0x09];

/**
 * Other characters are ignored (section 6.8). Padding ends a unit, as some programs pad every line. `decoded` may be `bytes`:
 * nothing is written that was not read before.
 */
function decodeBase64(
  bytes: Uint8Array,
  decoded: Uint8Array = allocateBytes(Math.ceil((bytes.length * 3) / 4)),
): Uint8Array {
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === equals) {
      [bits, held] = [0, 0];
      continue;
    }
    const sextet = sextets[byte] ?? notInAlphabet;
    if (sextet === notInAlphabet) continue;
    held = ((held << 6) | sextet) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded[length] = (held >> bits) & 0xff;
    length += 1;
  }
  return decoded.subarray(0, length);
}

/** White space at the end of a line was added on the way (section 6.7, rule 3), and an invalid escape stands for itself. */
function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const decoded = allocateBytes(bytes.length);
  let length = 0;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(lf, start);
    const next = newline === -1 ? bytes.length : newline + 1;
    const breakAt = newline === -1 ? bytes.length : bytes[newline - 1] === cr ? newline - 1 : newline;
    let end = Math.max(breakAt, start);
    while (end > start && (bytes[end - 1] === space || bytes[end - 1] === tab)) end -= 1;
    const isSoft = end > start && bytes[end - 1] === equals;
    if (isSoft) end -= 1;
    for (let at = start; at < end; at += 1) {
      const escaped = bytes[at] === equals ? hexByte(bytes[at + 1], bytes[at + 2]) : null;
      decoded[length] = escaped ?? bytes[at] ?? 0;
      length += 1;
      if (escaped !== null) at += 2;
    }
    for (let at = Math.max(breakAt, start); at < next && !isSoft; at += 1) {
      decoded[length] = bytes[at] ?? 0;
      length += 1;
    }
    start = next;
  }
  return decoded.subarray(0, length);
}

/** The byte that two hexadecimal digits write; null for what are none. */
export function hexByte(high: number | undefined, low: number | undefined): number | null {
  const value = digitOf(high) * 16 + digitOf(low);
  return Number.isNaN(value) ? null : value;
}

function digitOf(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code & ~0x20;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : Number.NaN;
}
