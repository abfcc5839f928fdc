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
  const label = charset.trim().toLowerCase();
  const decoder = asciiNames.has(label) ? undefined : decoderOf(label);
  return decoder === undefined ? decodeUndeclared(bytes) : decoder.decode(bytes);
}

/** Decodes bytes without a charset: UTF-8 where they are valid, else windows-1252, in which every byte is a character. */
export function decodeUndeclared(bytes: Uint8Array): string {
  return (isUtf8(bytes) ? utf8 : windows1252).decode(bytes);
}

const utf8 = new TextDecoder();
const windows1252 = new TextDecoder('windows-1252');
/** By label: making one takes longer than decoding a header field. There are some 230 labels, each of which is short. */
const decoders = new Map<string, TextDecoder>();
const maxLabelLength = 40;

function decoderOf(label: string): TextDecoder | undefined {
  const known = decoders.get(label);
  if (known !== undefined || label.length > maxLabelLength) return known;
  try {
    const made = new TextDecoder(label);
    decoders.set(label, made);
    return made;
  } catch {
    return undefined;
  }
}
