/** Reads the header section of a message or part (RFC 5322, section 2.2). */

import { type Address, addressParser } from 'postal-mime';
import { decodeUndeclared } from './charset.ts';
import { decodePhrases, decodeWords } from './encoded-words.ts';
import { type HeaderAllowance, mimeLimits } from './limits.ts';

/** `name` is in lower case. `line` is the field as it was sent, with `\n` where it is folded; `value` is unfolded. */
export type HeaderField = { name: string; line: string; value: string };

export type HeaderSection = {
  fields: HeaderField[];
  /** Where the body begins. */
  end: number;
};

const [lf, cr, space, tab] = [0x0a, 0x0d, 0x20, 0x09];
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
/** More of a line need not be looked at to see whether it is a field. */
const maxNameBytes = 256;

/**
 * Fields that a mail has: where a line that is no field is followed by one of these, it is one bad line among the headers, and not the
 * beginning of the text.
 */
const usualField =
  /^(?:from|to|cc|bcc|sender|reply-to|subject|date|message-id|in-reply-to|references|mime-version|received|return-path|delivered-to|dkim-signature|authentication-results|auto-submitted|precedence|importance|priority|user-agent|(?:content|x|list|arc|thread|resent)-[\w-]+)[ \t]*:/i;
/** So far ahead it is looked for. */
const lookAhead = { lines: 20, bytes: 8 * 1024 };

/**
 * Reads the section that begins at `start`. It ends after the first empty line, and before a line that `isEnd` takes for one of something
 * else, or that is no field where no fields follow it: a message without headers is all body. Another line that is no field is part of
 * the field before, as it was sent, and of its value where that goes on; before the first field it is left out.
 *
 * @throws Error when it has more than is allowed, which is less by its bytes and fields afterwards
 */
export function readHeaderSection(
  bytes: Buffer,
  start: number,
  allowed: HeaderAllowance,
  isEnd: (line: number) => boolean = () => false,
): HeaderSection {
  const fields: HeaderField[] = [];
  const begin = start === 0 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? 3 : start;
  let fieldStart = begin;
  /** Where the value of the field ends, where a bad line follows it. */
  let valueEnd: number | null = null;
  /** The field that is known to follow bad lines: up to it each line is among the headers. */
  let sureUntil = 0;
  let at = begin;
  const finishField = () => {
    if (at === fieldStart) return;
    allowed.fields -= 1;
    if (allowed.fields < 0) throw new Error('The message has too many header fields');
    fields.push(toField(bytes.subarray(fieldStart, at), bytes.subarray(fieldStart, valueEnd ?? at)));
  };
  while (at < bytes.length && !isEnd(at)) {
    const newline = bytes.indexOf(lf, at);
    const next = newline === -1 ? bytes.length : newline + 1;
    const first = bytes[at];
    const isEmpty = first === lf || (first === cr && bytes[at + 1] === lf);
    const isFolded = (first === space || first === tab) && at > begin;
    if (isEmpty) finishField();
    else if (!isFolded) {
      const line = bytes.toString('latin1', at, Math.min(next, at + maxNameBytes));
      // The separator of a mailbox file is no part of the message; some have been through several files.
      const isSeparator = fields.length === 0 && at === fieldStart && /^>?From /.test(line);
      if (isSeparator || /^[!-9;-~]+[ \t]*:/.test(line)) {
        finishField();
        fieldStart = isSeparator ? next : at;
        valueEnd = null;
      } else {
        const isFirst = at === fieldStart;
        // Of the first line it is sure only where it was to be a field, and the next one is.
        const lines = isFirst ? Number(line.includes(':')) : lookAhead.lines;
        if (next > sureUntil) sureUntil = nextField(bytes, next, isEnd, lines);
        if (sureUntil === 0) {
          finishField();
          return { fields, end: at };
        }
        if (isFirst) fieldStart = next;
        else if (!goesOn(bytes, at)) valueEnd ??= at;
      }
    }
    allowed.bytes -= next - at;
    if (allowed.bytes < 0) throw new Error('The headers of the message are too long');
    if (isEmpty) return { fields, end: next };
    at = next;
  }
  finishField();
  return { fields, end: at };
}

/** Where the next line is that is a usual field; 0 where none of so many is. */
function nextField(bytes: Buffer, from: number, isEnd: (line: number) => boolean, lines: number): number {
  const end = Math.min(bytes.length, from + lookAhead.bytes);
  for (let at = from, left = lines; at < end && left > 0; left -= 1) {
    const newline = bytes.subarray(at, end).indexOf(lf);
    const next = newline === -1 ? end : at + newline + 1;
    const line = bytes.toString('latin1', at, Math.min(next, at + maxNameBytes));
    if (/^\r?\n?$/.test(line) || isEnd(at)) return 0;
    if (usualField.test(line)) return at;
    at = next;
  }
  return 0;
}

/** Whether what stands before a line is not finished: another parameter or address follows. */
function goesOn(bytes: Buffer, at: number): boolean {
  return /[;,=]\s*$/.test(bytes.toString('latin1', Math.max(0, at - 100), at));
}

/** The value of the first field of that name (lower case); '' where there is none. */
export function fieldOf(fields: readonly HeaderField[], name: string): string {
  return fields.find((field) => field.name === name)?.value ?? '';
}

/** The addresses of a field value. */
export function readAddresses(value: string): Address[] {
  return addressParser(withoutLongRuns(upToAddress(value)));
}

/** As many whole addresses of the value as are read. */
function upToAddress(value: string): string {
  const { fieldLength } = mimeLimits;
  if (value.length <= fieldLength) return value;
  return value.slice(0, Math.max(0, value.lastIndexOf(',', fieldLength)));
}

/** A text with its encoded words (RFC 2047) decoded. */
export const readText = (value: string): string => decodeWords(value.slice(0, mimeLimits.fieldLength));

/** Addresses as they were written, with the encoded words of their names decoded. */
export function readPhrases(value: string): string {
  return decodePhrases(upToAddress(value));
}

/** Adjacent encoded words of one charset are joined by the parser, each by copying those before it: not more than these. */
const maxJoinedWords = 100;

/** Of further words the charset is written in other letters: it is the same one, and they are not joined. */
function withoutLongRuns(text: string): string {
  let words = 0;
  return text.replaceAll(/=\?[^?\s]+(?=\?[bq]\?[^?]*\?=)/gi, (charset) => {
    const run = Math.floor(words / maxJoinedWords);
    words += 1;
    if (run === 0) return charset;
    return run % 2 === 1 ? charset.toUpperCase() : charset.toLowerCase();
  });
}

/** `own` is the field without the bad lines behind it. */
function toField(bytes: Uint8Array, own: Uint8Array): HeaderField {
  const line = linesOf(bytes);
  const field = own.byteLength === bytes.byteLength ? line : linesOf(own);
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\n', '')
    .trim();
  return { name: field.slice(0, colon).trim().toLowerCase(), line, value };
}

function linesOf(bytes: Uint8Array): string {
  return decodeUndeclared(bytes).replaceAll('\r\n', '\n').replace(/\n$/, '');
}
