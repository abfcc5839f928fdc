/** The filters that count: as the Liquid reference says, with decimals counted as decimals and all digits kept. */

import { type Liquid, filters as standardFilters } from 'liquidjs';
import * as decimal from '../number/decimal.ts';
import {
  compareNumbers,
  decimalOf,
  isNumeric,
  type Numeric,
  numberInText,
  numericOf,
} from '../number/numeric.ts';

/** The number that a filter counts with: of text what it reads as, 0 for everything else. */
export function numberOf(value: unknown): Numeric {
  if (isNumeric(value)) return Number.isNaN(value) ? 0 : value;
  return typeof value === 'string' ? (numberInText(value) ?? (Number(value) || 0)) : 0;
}

/**
 * A filter of two numbers. `small` counts whole numbers below 2^53, which most are, where its result is one too, and numbers of
 * more than 100 digits.
 */
function counting(
  small: (a: number, b: number) => number,
  large: (a: decimal.Decimal, b: decimal.Decimal) => decimal.Decimal,
) {
  return (left: unknown, right: unknown): Numeric => {
    const [a, b] = [numberOf(left), numberOf(right)];
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
      const result = small(a as number, b as number);
      if (Number.isSafeInteger(result)) return result;
    }
    const [one, other] = [decimalOf(a), decimalOf(b)];
    if (one === null || other === null) return small(Number(a), Number(b));
    const result = large(one, other);
    if (!decimal.isShort(result)) return small(Number(a), Number(b));
    return numericOf(isDouble(one) && isDouble(other) ? rounded(result) : result);
  };
}

/** A decimal, as Liquid rounds the results of decimals, to the digits of a JavaScript number; it stays a decimal. */
function rounded(result: decimal.Decimal): decimal.Decimal {
  const found = result.scale === 0 ? null : asDouble(result);
  return found?.scale === 0 ? { digits: found.digits * 10n, scale: 1 } : (found ?? result);
}

const asDouble = (number: decimal.Decimal) =>
  decimal.parseDecimal(String(Number(decimal.decimalText(number))));

/** True for a number that a JavaScript number holds. */
function isDouble(number: decimal.Decimal): boolean {
  const double = asDouble(number);
  return double !== null && decimal.compare(double, number) === 0;
}

function notZero(divisor: unknown): unknown {
  if (Number(numberOf(divisor)) === 0) throw new Error('divided by 0');
  return divisor;
}

const plus = counting((a, b) => a + b, decimal.add);
const quotient = counting((a, b) => Math.floor(a / b), decimal.divide);
const modulo = counting((a, b) => ((a % b) + b) % b, decimal.remainder);

const rounding =
  (towards: Parameters<typeof decimal.roundTo>[2]) =>
  (value: unknown, places?: unknown): Numeric => {
    const number = numberOf(value);
    const found = decimalOf(number);
    const digits = Math.trunc(Number(numberOf(places))) || 0;
    return found === null || Math.abs(digits) > 100
      ? number
      : numericOf(decimal.roundTo(found, digits, towards));
  };

const isLess = (a: Numeric, b: Numeric) => compareNumbers(a, b) < 0;

const handlers: Record<string, (left: unknown, right: unknown) => Numeric> = {
  plus,
  minus: counting((a, b) => a - b, decimal.subtract),
  times: counting((a, b) => a * b, decimal.multiply),
  divided_by: (left, right) => quotient(left, notZero(right)),
  modulo: (left, right) => modulo(left, notZero(right)),
  round: rounding('nearest'),
  floor: (value) => rounding('less')(value),
  ceil: (value) => rounding('more')(value),
  abs(value) {
    const number = numberOf(value);
    return isLess(number, 0) ? counting((a, b) => a - b, decimal.subtract)(0, number) : number;
  },
  at_least(left, right) {
    const [a, b] = [numberOf(left), numberOf(right)];
    return isLess(a, b) ? b : a;
  },
  at_most(left, right) {
    const [a, b] = [numberOf(left), numberOf(right)];
    return isLess(b, a) ? b : a;
  },
};

export function registerNumberFilters(liquid: Liquid): void {
  for (const [name, handler] of Object.entries(handlers)) liquid.registerFilter(name, handler);
  const { map } = standardFilters;
  liquid.registerFilter('sum', function* (list: unknown, property: unknown) {
    const values: unknown =
      property === undefined || typeof map !== 'function' ? list : yield map.call(this, list, property);
    return [values].flat().reduce<Numeric>(plus, 0);
  });
}
