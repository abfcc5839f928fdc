/** Charsets of texts and headers (RFC 2978): what is declared counts where the bytes fit it, otherwise what they are. */

import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** Names that declare ASCII, or nothing: text with other bytes is decoded as if nothing was declared. */
const undeclaredNames =
  /^(?:|(?:us|ansi)?-?ascii|ansi_x3\.4-19\d\d|iso646-us|7bit|8bit|unknown(?:-8bit)?|default|none|x-unknown|unspecified|binary)$/;

/** What every charset of email but UTF-16 and its kin has in common: bytes below 128 are ASCII, line breaks included. */
export function isAsciiCompatible(charset: string): boolean {
  return !/^(utf-?16|utf-?32|ucs-?[24]|iso-10646)/i.test(charset);
}

/**
 * How bytes are read. `label` is the declared one where readers elsewhere know it and the bytes are of it; null where the text has to be
 * handed on as UTF-8.
 */
export type Reading = { label: string | null; read(bytes: Uint8Array): string };

/** How bytes are read of which that charset was declared; '' for none. */
export function readingOf(bytes: Uint8Array, declared: string): Reading {
  const name = nameOf(declared);
  if (undeclaredNames.test(name) || !fits(bytes, name)) return undeclared;
  const platform = platformDecoder(name);
  if (platform !== null) {
    const isReadElsewhere = platform.encoding !== 'utf-8' && isKnown(declared);
    return { label: isReadElsewhere ? declared : null, read: (part) => platform.decode(part) };
  }
  if (!iconv.encodingExists(name)) return undeclared;
  return { label: null, read: (part) => iconv.decode(Buffer.from(part), name) };
}

/** Decodes text of a declared charset. */
export function decodeText(bytes: Uint8Array, declared: string): string {
  return readingOf(bytes, declared).read(bytes);
}

/** Made once, as every header field is decoded by one of them. */
const [utf8, windows1252] = [new TextDecoder(), new TextDecoder('windows-1252')];

/** Decodes bytes without a charset: UTF-8 where they are valid, else windows-1252, in which every byte is a character. */
export function decodeUndeclared(bytes: Uint8Array): string {
  return (isUtf8(bytes) ? utf8 : windows1252).decode(bytes);
}

const undeclared: Reading = { label: null, read: decodeUndeclared };

/** The charset that the `meta` element of an HTML document names (HTML, 13.2.3.2); '' without one. */
export function charsetOfHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString(
    'latin1',
  );
  return /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ?? '';
}

/** Without quotes and blanks around it, and what programs add to it. */
function nameOf(declared: string): string {
  const name = declared
    .toLowerCase()
    .replaceAll(/["'\s]|^charset=|;.*$/g, '')
    .replace(/^x-(?=mac|sjis|euc|gbk|big5|utf)/, '');
  return /^utf.?8/.test(name) ? 'utf-8' : name;
}

function platformDecoder(name: string): TextDecoder | null {
  // Spellings without hyphens, with underscores or with others’ prefixes: "windows1252", "iso8859_1", "win-1251", "cp1252".
  const windows = /^(?:windows|win|cp)[-_]?(125\d|874)$/.exec(name);
  const iso = /^(?:iso|latin)?[-_]?8859[-_]?(\d\d?)$/.exec(name);
  const label = [name, windows && `windows-${windows[1]}`, iso && `iso-8859-${iso[1]}`].find(
    (each) => each !== null && isKnown(each),
  );
  return typeof label === 'string' ? new TextDecoder(label) : null;
}

/** Whether the platform knows the name, as other programs that follow the same list do (WHATWG, Encoding). */
function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label) !== null;
  } catch {
    return false;
  }
}

/**
 * Whether the bytes may be of that charset. UTF-8 is recognised by its form, which bytes of another charset seldom have by chance; of
 * charsets in which all bytes are characters that is the only sign.
 */
function fits(bytes: Uint8Array, name: string): boolean {
  if (name === 'utf-8') return isUtf8(bytes);
  if (!isAsciiCompatible(name)) return bytes.includes(0) || bytes.length < 2;
  const hasSingleBytes = /^(?:iso|latin|windows|win|cp)[-_]?\d/.test(name) || name === 'iso-8859-1';
  return !hasSingleBytes || isAscii(bytes) || !isUtf8(bytes);
}
