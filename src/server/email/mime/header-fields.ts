/** Reads the header section of a message or part (RFC 5322, section 2.2). */

import { decodeUndeclared } from './charset.ts';

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
 * Reads the section that begins at `start`. It ends after the first empty line, and before a line that is no field: a message
 * without headers is all body.
 *
 * @throws Error when it is longer than `maxBytes`
 */
export function readHeaderSection(bytes: Buffer, start: number, maxBytes: number): HeaderSection {
  const fields: HeaderField[] = [];
  let fieldStart = start;
  let at = start;
  const finishField = () => {
    if (at > fieldStart) fields.push(toField(bytes.subarray(fieldStart, at)));
  };
  while (at < bytes.length) {
    const newline = bytes.indexOf(lf, at);
    const next = newline === -1 ? bytes.length : newline + 1;
    if (next - start > maxBytes) throw new Error(`The headers are longer than ${maxBytes} bytes`);
    const first = bytes[at];
    if (first === lf || (first === cr && bytes[at + 1] === lf)) {
      finishField();
      return { fields, end: next };
    }
    const isFolded = (first === space || first === tab) && at > start;
    if (!isFolded) {
      finishField();
      fieldStart = at;
      const line = bytes.toString('latin1', at, Math.min(next, at + maxNameBytes));
      if (at === start && /^>?From /.test(line)) {
        // The separator of a mailbox file, which is no part of the message.
        fieldStart = next;
      } else if (!/^[!-9;-~]+[ \t]*:/.test(line)) {
        return { fields, end: at };
      }
    }
    at = next;
  }
  finishField();
  return { fields, end: at };
}

/** The value of the first field of that name (lower case); '' where there is none. */
export function fieldOf(fields: readonly HeaderField[], name: string): string {
  return fields.find((field) => field.name === name)?.value ?? '';
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
