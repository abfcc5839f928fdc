/** The comparisons of split-based-on: case-insensitive, in Unicode NFC, without surrounding white space. */

import { type ConditionType, isConditionType } from '#flow/widgets/conditions.ts';
import type { WorkBudget } from '#flow/work-budget/work-budget.ts';
import { compileRegex } from './regex-matcher.ts';

type Comparison = (tested: string, value: string) => boolean;

const comparisons: { readonly [T in ConditionType]: Comparison | null } = {
  equal_to: (tested, value) => tested === value.trim(),
  not_equal_to: (tested, value) => tested !== value.trim(),
  matches_any_of: isAnyOf,
  does_not_match_any_of: (tested, value) => !isAnyOf(tested, value),
  contains: (tested, value) => tested.includes(value),
  does_not_contain: (tested, value) => !tested.includes(value),
  starts_with: (tested, value) => tested.startsWith(value.trimStart()),
  does_not_start_with: (tested, value) => !tested.startsWith(value.trimStart()),
  is_blank: (tested) => tested === '',
  is_not_blank: (tested) => tested !== '',
  regex: null,
  less_than: (tested, value) => number(tested) < number(value),
  greater_than: (tested, value) => number(tested) > number(value),
  is_before_date: orderedComparison(isDate, (tested, value) => tested < value),
  is_after_date: orderedComparison(isDate, (tested, value) => tested > value),
  is_before_time: orderedComparison(isTime, (tested, value) => tested < value),
  is_after_time: orderedComparison(isTime, (tested, value) => tested > value),
};

/**
 * Whether the comparison `type` of `tested` with `value`, both rendered text, is true. What cannot be compared
 * (text as number, not a date, an unknown comparison) is false; `warn` is called where that is an error.
 * @throws LimitExceeded when `work` does not suffice
 */
export function conditionHolds(
  type: string,
  tested: string,
  value: string,
  warn: (message: string) => void,
  work: WorkBudget,
): boolean {
  work.spend('byte', tested.length + value.length);
  if (!isConditionType(type)) {
    warn(`There is no comparison "${type}".`);
    return false;
  }
  const comparison = comparisons[type];
  if (comparison !== null) return comparison(folded(tested).trim(), folded(value));
  const matcher = compileRegex(value.trim());
  if (typeof matcher === 'function') return matcher(tested.trim().normalize());
  warn(`The pattern "${value}" cannot be used: ${matcher}`);
  return false;
}

function folded(text: string): string {
  return text.normalize().toLowerCase();
}

function isAnyOf(tested: string, list: string): boolean {
  return list.split(',').some((item) => item.trim() !== '' && item.trim() === tested);
}

/** NaN for anything but a plain decimal number, so that every comparison is false. */
function number(text: string): number {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(text) ? Number(text) : Number.NaN;
}

function orderedComparison(isOne: (text: string) => boolean, compare: Comparison): Comparison {
  return (tested, value) => isOne(tested) && isOne(value.trim()) && compare(tested, value.trim());
}

function isDate(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text);
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}
