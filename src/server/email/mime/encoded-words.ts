/** Encoded words of headers (RFC 2047): decoded as bytes, joined, and then read as text. */

import { readingOf } from './charset.ts';

/** Words of one run, and the blanks between them, which belong to none. A language (RFC 2231, section 5) is left out. */
const word = String.raw`=\?([^?\s*]{1,60})(?:\*[^?\s]{0,60})?\?([bBqQ])\?([^?]*)\?=`;
const wordOf = () => new RegExp(word, 'g');
const run = String.raw`${word}(?:\s*${word})*`;
/** A quoted text that has no end goes on to the end: looking for one from each quotation mark would be long. */
const quotedOrRun = new RegExp(String.raw`"(?:[^"\\]|\\(?:.|$))*(?:"|$)|${run}`, 'gs');

/** The text with its encoded words decoded. Adjacent words of one charset are joined before they are read: a letter may be divided. */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text;
  let decoded = '';
  let end = 0;
  let charset = '';
  let bytes: Buffer[] = [];
  const finish = () => {
    if (bytes.length === 0) return;
    const all = Buffer.concat(bytes);
    decoded += readingOf(all, charset).read(all);
    bytes = [];
  };
  for (const match of text.matchAll(wordOf())) {
    const [whole, ofWord = '', encoding = '', content = ''] = match;
    const between = text.slice(end, match.index);
    const follows = bytes.length > 0 && /^\s*$/.test(between);
    if (!follows) {
      finish();
      decoded += between;
    } else if (charset.toLowerCase() !== ofWord.toLowerCase()) finish();
    charset = ofWord;
    bytes.push(/b/i.test(encoding) ? Buffer.from(content, 'base64') : quotedBytes(content));
    end = match.index + whole.length;
  }
  finish();
  return decoded + text.slice(end);
}

/**
 * A field with addresses as its writer wrote it, with encoded words decoded. What they hold is no syntax: it is quoted where it could be
 * taken for some.
 */
export function decodePhrases(text: string): string {
  if (!text.includes('=?')) return text;
  return text.replaceAll(quotedOrRun, (found) => {
    if (!found.startsWith('"')) return asPhrase(decodeWords(found));
    if (!/^".*"$/s.test(found))
      return found.replaceAll(new RegExp(run, 'g'), (words) => asPhrase(decodeWords(words)));
    return found.includes('=?') ? quoted(decodeWords(found.slice(1, -1).replaceAll(/\\(.)/gs, '$1'))) : found;
  });
}

function asPhrase(text: string): string {
  return /^[\w .'-]*$/.test(text) ? text : quoted(text);
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

function quotedBytes(content: string): Buffer {
  const text = content.replaceAll('_', ' ');
  const bytes = Buffer.from(text);
  if (!text.includes('=')) return bytes;
  return Buffer.concat(
    text
      .split(/(=[0-9a-f]{2})/i)
      .map((part) => (/^=[0-9a-f]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part))),
  );
}
