/** Reads the header section of a message or part (RFC 5322, section 2.2). */

import { type Address, addressParser, decodeWords } from 'postal-mime';
import { decodeUndeclared } from './charset.ts';
import { type HeaderAllowance, mimeLimits } from './limits.ts';

/** `name` is in lower case. `line` is the field as it was sent, with `\n` where it is folded; `value` is unfolded. */
export type HeaderField = { name: string; line: string; value: string };

export type HeaderSection = {
  fields: HeaderField[];
  /** Where the body begins. */
  end: number;
};

const [lf, cr, space, tab] = [0x0a, 0x0d, 0x20, 0x09];
/** More of a line need not be looked at to see whether it is a field. */
const maxNameBytes = 256;

/**
 * Reads the section that begins at `start`. It ends after the first empty line, and before a line that is no field, or that
 * `isEnd` takes for one of something else: a message without headers is all body.
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
  let fieldStart = start;
  let at = start;
  const finishField = () => {
    if (at === fieldStart) return;
    allowed.fields -= 1;
    if (allowed.fields < 0) throw new Error('The message has too many header fields');
    fields.push(toField(bytes.subarray(fieldStart, at)));
  };
  while (at < bytes.length && !isEnd(at)) {
    const newline = bytes.indexOf(lf, at);
    const next = newline === -1 ? bytes.length : newline + 1;
    const first = bytes[at];
    const isEmpty = first === lf || (first === cr && bytes[at + 1] === lf);
    const isFolded = (first === space || first === tab) && at > start;
    if (isEmpty || !isFolded) {
      finishField();
      fieldStart = at;
    }
    if (!isEmpty && !isFolded) {
      const line = bytes.toString('latin1', at, Math.min(next, at + maxNameBytes));
      // The separator of a mailbox file is no part of the message.
      if (at === start && /^>?From /.test(line)) fieldStart = next;
      else if (!/^[!-9;-~]+[ \t]*:/.test(line)) return { fields, end: at };
    }
    allowed.bytes -= next - at;
    if (allowed.bytes < 0) throw new Error('The headers of the message are too long');
    if (isEmpty) return { fields, end: next };
    at = next;
  }
  finishField();
  return { fields, end: at };
}

/** The value of the first field of that name (lower case); '' where there is none. */
export function fieldOf(fields: readonly HeaderField[], name: string): string {
  return fields.find((field) => field.name === name)?.value ?? '';
}

/** The addresses of a field value. */
export function readAddresses(value: string): Address[] {
  const { fieldLength } = mimeLimits;
  const end = value.length <= fieldLength ? value.length : Math.max(0, value.lastIndexOf(',', fieldLength));
  return addressParser(withoutLongRuns(value.slice(0, end)));
}

/** A text with its encoded words (RFC 2047) decoded. */
export const readText = (value: string): string =>
  decodeWords(withoutLongRuns(value.slice(0, mimeLimits.fieldLength)));

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

function toField(bytes: Uint8Array): HeaderField {
  const line = decodeUndeclared(bytes).replaceAll('\r\n', '\n').replace(/\n$/, '');
  const colon = line.indexOf(':');
  const value = line
    .slice(colon + 1)
    .replaceAll('\n', '')
    .trim();
  return { name: line.slice(0, colon).trim().toLowerCase(), line, value };
}
