/** The comparisons of split-based-on: of folded texts, without surrounding white space. */

import { compareNumbers, numberInText } from '#flow/number/numeric.ts';
import { normalizeText } from '#flow/text/normalize-text.ts';
import { type ConditionType, isConditionType } from '#flow/widgets/conditions.ts';
import type { WorkBudget } from '#flow/work-budget/work-budget.ts';
import { foldWithin } from './budgeted-folding.ts';
import { type ComparedDate, readDate, readTime } from './date-time.ts';
import { compileRegex } from './regex-matcher.ts';

/** Characters of a text that a note repeats. */
const maxQuotedLength = 60;

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
  less_than: (tested, value) => compareNumbers(numberInText(tested), numberInText(value)) < 0,
  greater_than: (tested, value) => compareNumbers(numberInText(tested), numberInText(value)) > 0,
  is_before_date: null,
  is_after_date: null,
  is_before_time: null,
  is_after_time: null,
};

/**
 * Whether the comparison `type` of `tested` with `value`, both rendered text, is true. What cannot be compared
 * (text as number, not a date, an unknown comparison) is false; `warn` is called where that is an error. Dates
 * without a time zone are local to `timeZone`.
 * @throws LimitExceeded when `work` does not suffice
 */
export function conditionHolds(
  type: string,
  tested: string,
  value: string,
  { timeZone, work }: { timeZone: string; work: WorkBudget },
  warn: (message: string) => void,
): boolean {
  work.spend('byte', tested.length + value.length);
  if (!isConditionType(type)) {
    warn(`There is no comparison "${type}".`);
    return false;
  }
  const comparison = comparisons[type];
  if (comparison !== null) {
    const [text, wanted] = [foldWithin(tested, work).trim(), foldWithin(value, work)];
    if (type === 'contains' || type === 'does_not_contain') work.spendSearch(text.length, wanted.length);
    return comparison(text, wanted);
  }
  if (type !== 'regex') {
    work.spend('date', 2);
    const readBy: Reading = (read, text) => read(foldWithin(text, work), timeZone);
    return comesBeforeOrAfter(type, tested.trim(), value.trim(), readBy, warn);
  }
  const matcher = compileRegex(normalizeText(value.trim()), work);
  if (typeof matcher === 'function') return matcher(foldWithin(tested, work).trim(), work);
  warn(`The pattern "${value}" cannot be used: ${matcher}`);
  return false;
}

function isAnyOf(tested: string, list: string): boolean {
  return list.split(',').some((item) => item.trim() !== '' && item.trim() === tested);
}

/** Reads a text as it is compared. */
type Reading = <T>(read: (text: string, timeZone: string) => T | null, text: string) => T | null;

/** Strict: neither holds for the same day, moment or time. A day is compared with a moment by the moment's day. */
function comesBeforeOrAfter(
  type: string,
  tested: string,
  value: string,
  readBy: Reading,
  warn: (message: string) => void,
): boolean {
  const order = type.endsWith('_date')
    ? compareDates(readOrWarn(readDate, tested), readOrWarn(readDate, value))
    : compareTimes(readOrWarn(readTime, tested), readOrWarn(readTime, value));
  return type.startsWith('is_before') ? order < 0 : order > 0;

  function readOrWarn<T>(read: (text: string, timeZone: string) => T | null, text: string): T | null {
    const found = readBy(read, text);
    if (found === null) {
      const kind = type.endsWith('_date') ? 'date' : 'time';
      warn(`"${text.slice(0, maxQuotedLength)}" cannot be read as a ${kind}, so the condition is not met.`);
    }
    return found;
  }
}

/** Negative when `tested` is earlier, NaN when one of them is missing. */
function compareDates(tested: ComparedDate | null, value: ComparedDate | null): number {
  if (tested === null || value === null) return Number.NaN;
  if (tested.epoch !== null && value.epoch !== null) return tested.epoch - value.epoch;
  if (tested.day === value.day) return 0;
  return tested.day < value.day ? -1 : 1;
}

function compareTimes(tested: number | null, value: number | null): number {
  return tested === null || value === null ? Number.NaN : tested - value;
}
