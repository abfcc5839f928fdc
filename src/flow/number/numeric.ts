/**
 * The numbers of flows: a JavaScript number where that is the number as it was written, otherwise an `ExactNumber`, which
 * keeps its digits. docs/reference/comparing.md has the rule.
 */

import { foldText } from '../text/fold-text.ts';
import { compare, type Decimal, decimalText, parseDecimal } from './decimal.ts';
import { ExactNumber } from './exact-number.ts';

export type Numeric = number | ExactNumber;

/** True for what is counted and compared as a number. */
export function isNumeric(value: unknown): value is Numeric {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Null for what has more than 100 digits, or is not finite. */
export function decimalOf(number: Numeric): Decimal | null {
  return parseDecimal(typeof number === 'number' ? String(number) : number.written);
}

export function numericOf(decimal: Decimal): Numeric {
  const text = decimalText(decimal);
  const number = Number(text);
  return String(number) === text && (decimal.scale > 0 || Number.isSafeInteger(number))
    ? number
    : new ExactNumber(text);
}

/** A number as JSON and templates write it. */
export function readNumber(written: string): Numeric {
  const number = Number(written);
  if (Number.isSafeInteger(number) && String(number) === written) return number;
  const decimal = parseDecimal(written);
  const isHeld = decimal !== null && typeof numericOf(decimal) === 'number';
  return isHeld ? number : new ExactNumber(written.replace(/^\+/, ''));
}

/** Characters of a number; where its digits are of another script, of which folding costs more. */
const maxLength = 1_000;
const maxFoldedLength = 40;

/**
 * A plain decimal number in a text, in digits of any script and with blanks around it; null for any other text, and for one of more
 * than 1,000 characters, or 40 where they are not ASCII. Grows: n in text.
 */
export function numberInText(text: string): Numeric | null {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (text.length > maxLength || (text.length > maxFoldedLength && /[^\0-\x7f]/.test(text))) return null;
  const folded = foldText(text).trim().replace('\u2212', '-').replace('\u066b', '.');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(folded)) return null;
  const decimal = parseDecimal(folded);
  return decimal === null ? Number(folded) : numericOf(decimal);
}

/** Negative, 0 or positive, as `a` is less, the same or more; NaN where one of them is none. */
export function compareNumbers(a: Numeric | null, b: Numeric | null): number {
  if (a === null || b === null) return Number.NaN;
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  const [one, other] = [decimalOf(a), decimalOf(b)];
  return one === null || other === null ? compareNumbers(Number(a), Number(b)) : compare(one, other);
}
