/**
 * How templates compare numbers with text. A variable that a flow has set is a number where its text reads as one; for
 * comparisons and filters of text it is still that text, as what a contact types may be 12345 or 01234.
 */

import { type Comparable, Drop } from 'liquidjs';
import { ExactNumber } from '../number/exact-number.ts';
import { compareNumbers, isNumeric, type Numeric, numberInText } from '../number/numeric.ts';

type Scalar = string | boolean | Numeric;

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || isNumeric(value);
}

/** The value of a variable that a flow has set. */
class StoredValue extends Drop {
  readonly #value: Scalar;

  constructor(value: Scalar) {
    super();
    this.#value = value;
  }

  override valueOf(): Scalar {
    return this.#value;
  }

  override toString(): string {
    return String(this.#value);
  }

  toJSON(): Scalar {
    return this.#value;
  }
}

/** The value of a variable, as one that a flow has set. Text stays as it is. */
export function stored(value: unknown): unknown {
  return isScalar(value) && typeof value !== 'string' ? new StoredValue(value) : value;
}

/** The value for filters of numbers, and others that know nothing of stored ones. */
export function plain(value: unknown): unknown {
  return value instanceof StoredValue ? value.valueOf() : value;
}

/** The value for filters of text. */
export function asText(value: unknown): unknown {
  return value instanceof StoredValue ? String(value) : value;
}

/** What Liquid compares by these functions instead of its own. */
class Compared implements Comparable {
  readonly #value: Scalar;
  readonly #isStored: boolean;

  constructor(value: Scalar | StoredValue) {
    this.#value = value instanceof StoredValue ? value.valueOf() : value;
    this.#isStored = value instanceof StoredValue;
  }

  equals(other: unknown): ReturnType<Comparable['equals']> {
    const [left, right] = [this.#value, other instanceof Compared ? other.#value : plain(other)];
    if (!isScalar(right)) return isComparable(right) ? right.equals(left) : false;
    // Digits that a JavaScript number does not hold stay text when a flow stores them.
    if (left instanceof ExactNumber || right instanceof ExactNumber)
      return compareNumbers(readNumeric(left), readNumeric(right)) === 0;
    const hasText = typeof left === 'string' || typeof right === 'string';
    const isStored =
      this.#isStored || other instanceof StoredValue || (other instanceof Compared && other.#isStored);
    return hasText && isStored ? String(left) === String(right) : left === right;
  }

  gt(other: unknown): boolean {
    return this.#order(other, (left, right) => left > right);
  }

  geq(other: unknown): boolean {
    return this.#order(other, (left, right) => left >= right);
  }

  lt(other: unknown): boolean {
    return this.#order(other, (left, right) => left < right);
  }

  leq(other: unknown): boolean {
    return this.#order(other, (left, right) => left <= right);
  }

  /** By number where one is a number and the other reads as one, otherwise as JavaScript does. */
  #order(other: unknown, holds: (left: Scalar, right: Scalar) => boolean): boolean {
    const [left, right] = [this.#value, (other instanceof Compared ? other.#value : plain(other)) as Scalar];
    const hasNumber = isNumeric(left) || isNumeric(right);
    const order = hasNumber ? compareNumbers(readNumeric(left), readNumeric(right)) : Number.NaN;
    return Number.isNaN(order) ? holds(left, right) : holds(order, 0);
  }
}

const readNumeric = (value: unknown) =>
  isNumeric(value) ? value : typeof value === 'string' ? numberInText(value) : null;

const isComparable = (value: unknown): value is Comparable =>
  typeof value === 'object' && value !== null && 'equals' in value && typeof value.equals === 'function';

/** The value as one that Liquid compares as described above; what is compared as ever stays as it is. */
export function compared(value: unknown): unknown {
  return value instanceof StoredValue || value instanceof ExactNumber ? new Compared(value) : value;
}

const orders = new Set(['<', '>', '<=', '>=']);

/** The operands of an operator; most are of one kind, and stay as they are. */
export function comparedOperands(name: string, left: unknown, right: unknown): [unknown, unknown] {
  if (name === 'contains') return [asText(left), Array.isArray(left) ? compared(right) : asText(right)];
  const isOrder = orders.has(name);
  if (isOrder && typeof left !== typeof right && isScalar(left) && isScalar(right))
    return [new Compared(left), right];
  return isOrder || name === '==' || name === '!=' ? [compared(left), compared(right)] : [left, right];
}
