/** Dates and lengths of time as people read them, in the way of their locale. */

import { locale } from './locale.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

function capitalized(text: string): string {
  return `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`;
}

/** `Now`, `2 min ago`, `3 hr ago`, `Yesterday`, then the date. Both in epoch ms or as a date text. */
export function timeAgo(then: number | string, now: number): string {
  return capitalized(timeAgoInSentence(then, now));
}

/** The same inside a sentence: words begin in lower case, dates keep the capital of their month. */
export function timeAgoInSentence(then: number | string, now: number): string {
  const time = new Date(then).getTime();
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' });
  const format = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
    relative.format(value, unit).replaceAll('.', '');
  const passed = Math.max(0, now - time);
  if (passed < minute) return format(0, 'second');
  if (passed < hour) return format(-Math.floor(passed / minute), 'minute');
  if (startOfDay(time) === startOfDay(now)) return format(-Math.floor(passed / hour), 'hour');
  if (startOfDay(now) - startOfDay(time) < 1.5 * day) return format(-1, 'day');
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const form: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(locale(), sameYear ? form : { ...form, year: 'numeric' }).format(time);
}

/** `Today 09:41`, `Yesterday 17:52`, `12 Nov 08:00`. */
export function shortDateAndTime(then: number | string, now: number): string {
  return capitalized(shortDateAndTimeInSentence(then, now));
}

/** The same inside a sentence: `today 09:41`. */
export function shortDateAndTimeInSentence(then: number | string, now: number): string {
  const time = new Date(then).getTime();
  const clock = new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(time);
  const days = Math.round((startOfDay(time) - startOfDay(now)) / day);
  if (days === 0 || days === -1) {
    const word = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
    return `${word.replaceAll('.', '')} ${clock}`;
  }
  return `${new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short' }).format(time)} ${clock}`;
}

/** A day of the calendar given as YYYY-MM-DD: `18 Nov`. The same in every time zone. */
export function calendarDay(day: string): string {
  return calendar(day, { day: 'numeric', month: 'short' });
}

/** Its month: `Nov 2025`. */
export function calendarMonth(day: string): string {
  return calendar(day, { month: 'short', year: 'numeric' });
}

function calendar(day: string, form: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), { ...form, timeZone: 'UTC' }).format(new Date(day));
}

/** The time of day to the second: `09:41:07`. */
export function timeOfDay(then: number | string): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' }).format(new Date(then));
}

/** `09:41`. */
export function clockTime(then: number | string): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(new Date(then));
}

/** The whole moment: `20 Nov 2025, 09:41:07`. */
export function dateAndTime(then: number | string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(then),
  );
}

/** How far into an execution something happened: to a tenth of a second below a minute, as steps are that quick. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  return seconds < 59.95 ? `${tenths(locale()).format(seconds)} s` : duration(ms);
}

const formatsOfTenths = new Map<string, Intl.NumberFormat>();

/** Kept, as making one takes longer than drawing the row that it is for. */
function tenths(language: string): Intl.NumberFormat {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const format = formatsOfTenths.get(language) ?? new Intl.NumberFormat(language, digits);
  formatsOfTenths.set(language, format);
  return format;
}

/** A length of time in ms in its two largest units: `41 s`, `2 m 49 s`, `3 h 05 m`, `2 d 4 h`. A second one of 0 is left out. */
export function duration(ms: number): string {
  const [[large, unit], [small, smaller]] = largestUnits(ms);
  if (small === 0) return `${large} ${unit.short}`;
  const digits = smaller.short === 'h' ? 1 : 2;
  return `${large} ${unit.short} ${String(small).padStart(digits, '0')} ${smaller.short}`;
}

/** The same in whole words, as a sentence has them: `30 days`, `1 hour 5 minutes`. */
export function durationInWords(ms: number): string {
  const parts = largestUnits(ms).flatMap(([value, { unit }], at) =>
    at > 0 && value === 0
      ? []
      : [new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value)],
  );
  return new Intl.ListFormat(locale(), { type: 'unit', style: 'narrow' }).format(parts);
}

type Unit = { unit: string; short: string; seconds: number };

const unitOfSeconds: Unit = { unit: 'second', short: 's', seconds: 1 };
const units: readonly Unit[] = [
  { unit: 'day', short: 'd', seconds: 86_400 },
  { unit: 'hour', short: 'h', seconds: 3_600 },
  { unit: 'minute', short: 'm', seconds: 60 },
  unitOfSeconds,
];

/** How many of the largest unit that fits, and of the next smaller one; of seconds there is no smaller one. */
function largestUnits(ms: number): [[number, Unit], [number, Unit]] {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const at = units.findIndex((each) => seconds >= each.seconds);
  const [unit = unitOfSeconds, smaller = unitOfSeconds] = at === -1 ? [] : units.slice(at);
  const rest = unit === unitOfSeconds ? 0 : seconds % unit.seconds;
  return [
    [Math.floor(seconds / unit.seconds), unit],
    [Math.floor(rest / smaller.seconds), smaller],
  ];
}
