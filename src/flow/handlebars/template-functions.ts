/** The helpers of email templates: conditions, comparisons, defaults and dates. */

/** Values come from JSON; undefined where there is none. */
export type Value = unknown;

/** How many arguments each takes. `each` is the renderer's, as it changes what paths begin at. */
const arities = {
  if: [1, 1],
  unless: [1, 1],
  each: [1, 1],
  equals: [2, 2],
  notEquals: [2, 2],
  and: [2, 20],
  or: [2, 20],
  greaterThan: [2, 2],
  lessThan: [2, 2],
  length: [1, 1],
  insert: [2, 2],
  formatDate: [2, 3],
} as const;

export type Helper = keyof typeof arities;

export function isHelper(name: string): name is Helper {
  return Object.hasOwn(arities, name);
}

export const helperArity = (name: Helper): readonly [number, number] => arities[name];

/** As Handlebars has it: an empty list is false, an empty object is not. */
export function isTruthy(value: Value): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Steps of the budget that a call takes beside its arguments: those of a date, and one for each 8 characters that are read. */
export function helperCost(name: Helper, values: readonly Value[]): number {
  const characters = values.reduce<number>((sum, each) => sum + (isText(each) ? each.length : 0), 0);
  return (name === 'formatDate' ? 20 : 0) + Math.floor(characters / 8);
}

const isText = (value: Value) => typeof value === 'string';

/** The value of a helper that is no block, or the condition of one that is. */
export function callHelper(
  name: Exclude<Helper, 'each'>,
  [first, second, third]: readonly Value[],
  all: readonly Value[],
): Value {
  switch (name) {
    case 'if':
      return isTruthy(first);
    case 'unless':
      return !isTruthy(first);
    case 'equals':
      return isEqual(first, second);
    case 'notEquals':
      return !isEqual(first, second);
    case 'and':
      return all.every(isTruthy);
    case 'or':
      return all.some(isTruthy);
    case 'greaterThan':
      return compare(first, second, (one, other) => one > other);
    case 'lessThan':
      return compare(first, second, (one, other) => one < other);
    case 'length':
      return typeof first === 'string' || Array.isArray(first) ? first.length : 0;
    case 'insert':
      return isMissing(first) ? plainText(second).replace(/^default=/, '') : first;
    case 'formatDate':
      return formatDate(first, plainText(second), third);
  }
}

/** What a list or an object looks like is of no use to a helper, and may be long. */
const plainText = (value: Value) => (typeof value === 'object' ? '' : String(value ?? ''));

const isMissing = (value: Value) => value === undefined || value === null || value === '';

/** Texts and numbers are compared by what they look like, as data often has numbers as texts. */
function isEqual(one: Value, other: Value): boolean {
  const isPlain = (value: Value) => typeof value === 'string' || typeof value === 'number';
  return one === other || (isPlain(one) && isPlain(other) && String(one) === String(other));
}

function compare(one: Value, other: Value, holds: (one: number, other: number) => boolean): boolean {
  const [left, right] = [numberOf(one), numberOf(other)];
  return left !== null && right !== null && holds(left, right);
}

function numberOf(value: Value): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isNaN(number) ? null : number;
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
/** Numbers beyond are milliseconds, others seconds. */
const largestSeconds = 100_000_000_000;

/** A time, ISO 8601 or Unix, by a pattern: `D MMMM YYYY, HH:mm`; '' for none. The zone is an offset such as -0800, else UTC. */
function formatDate(time: Value, pattern: string, zone: Value): string {
  const ms =
    typeof time === 'number'
      ? Math.abs(time) < largestSeconds
        ? time * 1000
        : time
      : Date.parse(plainText(time));
  const offset = offsetMinutes(zone);
  const date = new Date(ms + offset * 60_000);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const weekday = weekdays[date.getUTCDay()] ?? '';
  const sign = offset < 0 ? '-' : '+';
  const hours = (separator: string) =>
    sign + two(Math.floor(Math.abs(offset) / 60)) + separator + two(Math.abs(offset) % 60);
  const tokens: Record<string, string> = {
    ...{ YYYY: String(year), YY: two(year % 100), M: String(month + 1), MM: two(month + 1) },
    ...{ MMM: months[month]?.slice(0, 3) ?? '', MMMM: months[month] ?? '', D: String(day), DD: two(day) },
    ...{ ddd: weekday.slice(0, 3), dddd: weekday, H: String(hour), HH: two(hour) },
    ...{ h: String(hour % 12 || 12), hh: two(hour % 12 || 12), m: String(minute), mm: two(minute) },
    ...{ s: String(second), ss: two(second), A: hour < 12 ? 'AM' : 'PM', a: hour < 12 ? 'am' : 'pm' },
    ...{ Z: hours(':'), ZZ: hours('') },
  };
  const token = /\[[^\]]*\]|Y{4}|Y{2}|M{1,4}|D{1,2}|d{3,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|A|a|Z{1,2}/g;
  return pattern.replaceAll(token, (found) =>
    found.startsWith('[') ? found.slice(1, -1) : (tokens[found] ?? found),
  );
}

/** Minutes east of UTC; the offset is often written as a number, -0800 or -800. */
function offsetMinutes(zone: Value): number {
  const [, sign, hours = '', minutes = ''] = /^([+-]?)(\d{1,2}):?(\d{2})$/.exec(plainText(zone).trim()) ?? [];
  if (sign === undefined) return 0;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}
