/** Decodes the content of parts (Content-Transfer-Encoding, RFC 2045, section 6), byte for byte. */

import { allocateBytes } from './allocate.ts';

/**
 * The content; an encoding that is the identity, or is not known, returns the same bytes. Behind the end of base64 that is a text stands
 * text too, as mailing lists add it.
 */
export function decodeContent(bytes: Uint8Array, encoding: string, isText = false): Uint8Array {
  if (encoding === 'base64') return decodeBase64(bytes, isText);
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(bytes);
  // Its names are others’ (RFC 2045, section 6.3).
  if (/^(?:x-)?uu(?:encode|enc|e)?d?$/.test(encoding)) return decodeUuencode(bytes) ?? bytes;
  return bytes;
}

/**
 * The same for bytes that are needed no more: base64 is decoded where it stands, as its result is shorter. A message of the
 * maximum size would otherwise be in memory nearly twice.
 */
export function decodeInPlace(bytes: Uint8Array, encoding: string, isText = false): Uint8Array {
  return encoding === 'base64' ? decodeBase64(bytes, isText, bytes) : decodeContent(bytes, encoding, isText);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const notInAlphabet = 255;
const sextets = new Uint8Array(256).fill(notInAlphabet);
for (const [value, letter] of [...alphabet].entries()) sextets[letter.charCodeAt(0)] = value;

const [equals, lf, cr, space, tab] = [0x3d, 0x0a, 0x0d, 0x20, 0x09];

/**
 * Other characters are ignored (section 6.8). Padding ends a unit, as some programs pad every line. What is no base64 behind padding or
 * an empty line was added on the way: it is kept of a text, and left out of a file. `decoded` may be `bytes`: nothing is written that
 * was not read before.
 */
function decodeBase64(
  bytes: Uint8Array,
  isText: boolean,
  decoded: Uint8Array = allocateBytes(isText ? bytes.length : Math.ceil((bytes.length * 3) / 4)),
): Uint8Array {
  let length = 0;
  let bits = 0;
  let held = 0;
  /** Behind the last character of the data. */
  let dataEnd = 0;
  let breaks = 0;
  let isPadded = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === equals) {
      [bits, held, isPadded, dataEnd] = [0, 0, true, at + 1];
      continue;
    }
    if (byte === lf) breaks += 1;
    if (byte === lf || byte === cr || byte === space || byte === tab) continue;
    if (length > 0 && breaks > (isPadded ? 0 : 1) && !isBase64Line(bytes, at)) {
      if (!isText) break;
      const rest = bytes.subarray(dataEnd);
      decoded.set(rest, length);
      return decoded.subarray(0, length + rest.length);
    }
    breaks = 0;
    isPadded = false;
    const sextet = sextets[byte] ?? notInAlphabet;
    if (sextet === notInAlphabet) continue;
    dataEnd = at + 1;
    held = ((held << 6) | sextet) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded[length] = (held >> bits) & 0xff;
    length += 1;
  }
  return decoded.subarray(0, length);
}

/** Whether the line has characters of base64 alone. */
function isBase64Line(bytes: Uint8Array, start: number): boolean {
  let end = start;
  for (; end < bytes.length && bytes[end] !== lf; end += 1) {
    const byte = bytes[end] ?? 0;
    if (sextets[byte] !== notInAlphabet || byte === equals || byte === cr) continue;
    // Blanks at its end are none of the line.
    if (byte !== space && byte !== tab) return false;
    for (end += 1; end < bytes.length && bytes[end] !== lf; end += 1)
      if (bytes[end] !== space && bytes[end] !== tab && bytes[end] !== cr) return false;
    return true;
  }
  return true;
}

/**
 * Lines between `begin` and `end`, each with its length first (POSIX, uuencode). Null where there are none, and where their lengths are of
 * more than the lines could have: blanks at their ends may be lost on the way, but not most of them.
 */
function decodeUuencode(bytes: Uint8Array): Uint8Array | null {
  const decoded = allocateBytes(bytes.length);
  let length = 0;
  let hasBegun = false;
  for (let at = 0; at < bytes.length; ) {
    const newline = bytes.indexOf(lf, at);
    const end = newline === -1 ? bytes.length : newline;
    const count = ((bytes[at] ?? space) - space) & sixBits;
    if (!hasBegun) hasBegun = /^begin [0-7]{3,4} /.test(headOf(bytes, at, end));
    // The last line has none, and `end` would be one of many.
    else if (count === 0 || /^end\s*$/.test(headOf(bytes, at, end))) break;
    else {
      if (length + count > decoded.length) return null;
      decodeUuLine(bytes, at + 1, end, decoded, length, count);
      length += count;
    }
    at = end + 1;
  }
  return hasBegun ? decoded.subarray(0, length) : null;
}

const sixBits = 63;

/** Four characters for three bytes; those that are missing were blanks. */
function decodeUuLine(
  bytes: Uint8Array,
  start: number,
  end: number,
  decoded: Uint8Array,
  at: number,
  count: number,
): void {
  const digit = (place: number) => ((place < end ? (bytes[place] ?? space) : space) - space) & sixBits;
  for (let done = 0, from = start; done < count; done += 3, from += 4) {
    const triple = (digit(from) << 18) | (digit(from + 1) << 12) | (digit(from + 2) << 6) | digit(from + 3);
    for (let nth = 0; nth < 3 && done + nth < count; nth += 1)
      decoded[at + done + nth] = (triple >> (16 - 8 * nth)) & 0xff;
  }
}

/** So much of a line says which it is. */
function headOf(bytes: Uint8Array, at: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(end - at, 20)).toString('latin1');
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
