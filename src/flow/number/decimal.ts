/** Decimal numbers of up to 100 digits, counted by their digits and not in binary. */

/** `digits` divided by ten to the power of `scale`. One that is written with a point has a scale of 1 or more: 7.0 is 70 and 1. */
export type Decimal = { digits: bigint; scale: number };

/** A number of more digits is counted as JavaScript does. */
const maxDigits = 100;

const written = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

/** Null for what is no decimal number, and for one of more than 100 digits. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = written.exec(text) ?? [];
  if (whole + fraction === '' || whole.length + fraction.length + Math.abs(Number(exponent)) > maxDigits)
    return null;
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(sign + whole + fraction + '0'.repeat(Math.max(0, -scale)));
  return { digits, scale: Math.max(0, scale) };
}

/** The number without zeros at its end, but with one behind the point where it has a point and is whole. */
export function decimalText({ digits, scale }: Decimal): string {
  if (scale === 0) return String(digits);
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const fraction = all.slice(-scale).replace(/(?<=.)0+$/, '');
  return `${digits < 0n ? '-' : ''}${all.slice(0, -scale)}.${fraction}`;
}

/** True where counting goes on by digits. */
export function isShort({ digits, scale }: Decimal): boolean {
  return scale <= maxDigits && String(digits).length <= maxDigits;
}

/** The digits of both with the same scale. */
function aligned(a: Decimal, b: Decimal): { a: bigint; b: bigint; scale: number } {
  const scale = Math.max(a.scale, b.scale);
  const digitsOf = (each: Decimal) => each.digits * 10n ** BigInt(scale - each.scale);
  return { a: digitsOf(a), b: digitsOf(b), scale };
}

export function add(one: Decimal, other: Decimal): Decimal {
  const { a, b, scale } = aligned(one, other);
  return { digits: a + b, scale };
}

export function subtract(one: Decimal, other: Decimal): Decimal {
  return add(one, { ...other, digits: -other.digits });
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** The quotient of two whole numbers, rounded down. `b` is not 0. */
export function floorQuotient(a: bigint, b: bigint): bigint {
  return a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n);
}

/** Rounded down where both are whole and without a point, otherwise to 30 digits behind the point. `b` is not 0. */
export function divide(one: Decimal, other: Decimal): Decimal {
  const { a, b, scale } = aligned(one, other);
  if (scale === 0) return { digits: floorQuotient(a, b), scale };
  return { digits: (a * 10n ** 30n) / b, scale: 30 };
}

/** What remains when the quotient is rounded down: it has the sign of `b`, which is not 0. */
export function remainder(one: Decimal, other: Decimal): Decimal {
  const { a, b, scale } = aligned(one, other);
  return { digits: a - b * floorQuotient(a, b), scale };
}

/** Negative, 0 or positive, as `one` is less, the same or more. */
export function compare(one: Decimal, other: Decimal): number {
  const { a, b } = aligned(one, other);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whole for 0 places or fewer. `towards` is where it is rounded to; `nearest` rounds a half away from zero. */
export function roundTo(
  { digits, scale }: Decimal,
  places: number,
  towards: 'nearest' | 'less' | 'more',
): Decimal {
  if (places >= scale) return { digits, scale };
  const unit = 10n ** BigInt(scale - places);
  const half = towards === 'nearest' ? unit / 2n : towards === 'more' ? unit - 1n : 0n;
  const isMirrored = towards === 'nearest' && digits < 0n;
  const rounded = floorQuotient((isMirrored ? -digits : digits) + half, unit) * (isMirrored ? -1n : 1n);
  return places > 0
    ? { digits: rounded, scale: places }
    : { digits: rounded * 10n ** BigInt(-places), scale: 0 };
}
