/** Parses the JSON of others without rounding its numbers. */

import { ExactNumber } from '../number/exact-number.ts';
import { readNumber } from '../number/numeric.ts';

/** Where a number begins that may be other than JavaScript would write it; most JSON has none. */
const unusual = /(?:^|[:,[])\s*-?(?:[\d.]{16}|\d+\.0+(?=[\s,\]}]|$)|0\.0{6}|[\d.]+e)/i;

/**
 * The value of a JSON text; numbers that JavaScript does not hold are `ExactNumber`s. Grows: n in text.
 * @throws SyntaxError when it is not JSON
 */
export function parseExactJson(text: string): unknown {
  return parseNumbers(text, readNumber);
}

/**
 * The same for what is shown and not counted: a number whose digits JavaScript does not hold is a text. Grows: n in text.
 * @throws SyntaxError when it is not JSON
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
    if (typeof value !== 'number' || written === undefined) return value;
    const number = known.get(written) ?? read(written);
    known.set(written, number);
    return number;
  });
}
