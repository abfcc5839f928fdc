/** Reads the dates and times that split-based-on compares. */

import { localDateTime, resolveLocalTime } from '#flow/template/time-zone.ts';

/** `day` is YYYY-MM-DD; `epoch` the moment in milliseconds, null for a day without a time. */
export type ComparedDate = { day: string; epoch: number | null };

/** Year first (ISO 8601), or month first. */
const day = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d{1,2})\/(\d{1,2})\/(\d{4}))$/;
const isoDateTime = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(z|[+-]\d\d(?::?\d\d)?)?$/i;
const time24 = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const time12 = /^(0?[1-9]|1[0-2])(?::([0-5]\d)(?::([0-5]\d))?)?\s*([ap])\.?m\.?$/i;

/**
 * A date as ISO 8601 (YYYY-MM-DD, or with a time and perhaps its zone) or MM/DD/YYYY; null when it cannot be read.
 * A date-time without a zone is local to `timeZone` (an IANA name), and one with a zone has its day there.
 */
export function readDate(text: string, timeZone: string): ComparedDate | null {
  const whole = readDay(text);
  if (whole !== null) return { day: whole, epoch: null };
  const moment = readDateTime(text, timeZone);
  return moment && { day: moment.local.slice(0, 10), epoch: moment.epoch };
}

/**
 * A time of day in seconds: HH:MM, HH:MM:SS, a 12-hour time (5:30 PM), or that of an ISO 8601 date-time in
 * `timeZone`; null when it cannot be read.
 */
export function readTime(text: string, timeZone: string): number | null {
  const half = time12.exec(text);
  if (half !== null) {
    const hour = (Number(half[1]) % 12) + (half[4]?.toLowerCase() === 'p' ? 12 : 0);
    return secondsOf(hour, half[2], half[3]);
  }
  const local = readDateTime(text, timeZone)?.local.slice(11, 19) ?? text;
  const full = time24.exec(local);
  return full && secondsOf(Number(full[1]), full[2], full[3]);
}

function secondsOf(hour: number, minute = '0', second = '0'): number {
  return hour * 3600 + Number(minute) * 60 + Number(second);
}

/** YYYY-MM-DD of a day that is in the calendar. */
function readDay(text: string): string | null {
  const found = day.exec(text);
  if (found === null) return null;
  const [, isoYear, isoMonth, isoDay, month = '', dayOfMonth = '', year = ''] = found;
  const written =
    isoYear === undefined
      ? `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
      : `${isoYear}-${isoMonth}-${isoDay}`;
  const parsed = new Date(`${written}T00:00:00Z`);
  const exists = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(written);
  return exists ? written : null;
}

/** The moment of an ISO 8601 date-time, and its local form in `timeZone`: YYYY-MM-DDTHH:MM:SS. */
function readDateTime(text: string, timeZone: string): { epoch: number; local: string } | null {
  const [, date = '', time = '', zone = ''] = isoDateTime.exec(text) ?? [];
  if (readDay(date) === null || !time24.test(time.slice(0, 8))) return null;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const epoch = Date.parse(
    offset === '' ? resolveLocalTime(`${date}T${time}`, timeZone) : `${date}T${time}${offset.toUpperCase()}`,
  );
  return Number.isNaN(epoch) ? null : { epoch, local: localDateTime(epoch, timeZone) };
}
