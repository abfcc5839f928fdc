/** Charsets of texts and headers (RFC 2978): those that the platform decodes, and a rule for bytes without one. */

import { isUtf8 } from 'node:buffer';

/** Names that declare ASCII only; text with other bytes was declared wrongly, so it is decoded as if nothing was declared. */
const asciiNames: ReadonlySet<string> = new Set(['', 'us-ascii', 'ascii', 'ansi_x3.4-1968']);
const utf8Names: ReadonlySet<string> = new Set(['utf-8', 'utf8']);

/** What every charset of email but UTF-16 and its kin has in common: bytes below 128 are ASCII, line breaks included. */
export function isAsciiCompatible(charset: string): boolean {
  return !/^(utf-?16|utf-?32|ucs-?[24]|iso-10646)/i.test(charset);
}

/** Whether text of that charset may be treated as UTF-8 once `decodeUndeclared` has seen it. */
export function needsNoLabel(charset: string): boolean {
  return asciiNames.has(charset.toLowerCase()) || utf8Names.has(charset.toLowerCase());
}

/** Decodes text of a declared charset; one that the platform does not know is decoded as if nothing was declared. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  if (asciiNames.has(charset.toLowerCase())) return decodeUndeclared(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return decodeUndeclared(bytes);
  }
}

/** Made once, as every header field is decoded by one of them. */
const [utf8, windows1252] = [new TextDecoder(), new TextDecoder('windows-1252')];

/** Decodes bytes without a charset: UTF-8 where they are valid, else windows-1252, in which every byte is a character. */
export function decodeUndeclared(bytes: Uint8Array): string {
  return (isUtf8(bytes) ? utf8 : windows1252).decode(bytes);
}
