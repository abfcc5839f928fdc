/** Parses the JSON of others without rounding its numbers. */

import { ExactNumber } from '../number/exact-number.ts';
import { readNumber } from '../number/numeric.ts';

/** Where a number begins that may be other than JavaScript would write it; most JSON has none. */
const unusual = /(?:^|[:,[])\s*-?(?:[\d.]{16}|\d+\.0+(?=[\s,\]}]|$)|0\.0{6}|[\d.]+e)/i;

/** A JSON text may have so many different numbers that have to be looked at, more than fit into 64 kB: each takes a microsecond. */
const maxUnusual = 14_000;

/** The JSON may be valid, but is not read; the message continues a sentence that begins with its name. */
export class TooManyNumbers extends SyntaxError {
  override readonly name = 'TooManyNumbers';

  constructor() {
    super(
      `has more than ${maxUnusual.toLocaleString('en')} different numbers of many digits or with zeros at the end`,
    );
  }
}

/**
 * The value of a JSON text; numbers that JavaScript does not hold are `ExactNumber`s. Grows: n in text.
 * @throws SyntaxError when it is not JSON
 * @throws TooManyNumbers
 */
export function parseExactJson(text: string): unknown {
  return parseNumbers(text, readNumber);
}

/**
 * The same for what is shown and not counted: a number whose digits JavaScript does not hold is a text. Grows: n in text.
 * @throws SyntaxError when it is not JSON
 * @throws TooManyNumbers
 */
export function parseShownJson(text: string): unknown {
  return parseNumbers(text, (written) => {
    const number = readNumber(written);
    if (!(number instanceof ExactNumber)) return number;
    const held = Number(written);
    return String(held) === String(number) || /e/i.test(written) ? held : String(number);
  });
}

function parseNumbers(text: string, read: (written: string) => unknown): unknown {
  if (!unusual.test(text)) return JSON.parse(text);
  // The same number is the same value, as lists are grouped by it.
  const known = new Map<string, unknown>();
  return JSON.parse(text, (_key, value, context?: { source?: string }) => {
    const written = context?.source;
    if (typeof value !== 'number' || written === undefined || isHeld(value, written)) return value;
    const before = known.get(written);
    if (before !== undefined) return before;
    if (known.size >= maxUnusual) throw new TooManyNumbers();
    const number = read(written);
    known.set(written, number);
    return number;
  });
}

/** Whether JavaScript surely holds a number as it is written; that is so of most, and cheap to see. */
function isHeld(value: number, written: string): boolean {
  const isDecimal = written.includes('.');
  if (written.length > 15 || written.includes('e') || written.includes('E')) return false;
  return isDecimal ? Math.abs(value) >= 1e-6 && !written.endsWith('0') : Number.isSafeInteger(value);
}
