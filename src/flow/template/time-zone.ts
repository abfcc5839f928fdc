/** Resolves dates written without a time zone in the configured zone. */

/**
 * A date without a time zone as ISO 8601 in UTC, read as local time in `timeZone` (an IANA name), wherever this
 * runs. A text that is no date, or names its zone, is returned unchanged.
 */
export function resolveLocalTime(text: string, timeZone: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const namesZone = /(z|utc|gmt|[+-]\d\d:?\d\d)\)?$/i.test(text.trim());
  if (/^\d+$/.test(text) || namesZone) return text;
  const isIso = /^\d{4}-\d\d-\d\dT[\d:.]+$/i.test(text);
  const wall = Date.parse(isDay ? text : `${text}${isIso ? 'Z' : ' UTC'}`);
  return Number.isNaN(wall) ? text : new Date(toEpoch(wall, timeZone)).toISOString();
}

/** Epoch milliseconds of the local time `wall` (as if it were UTC) in `timeZone`. */
function toEpoch(wall: number, timeZone: string): number {
  if (timeZone === 'UTC') return wall;
  const guess = wall - offsetAt(wall, timeZone);
  // Around a daylight saving change the first guess may be on the wrong side of it.
  return wall - offsetAt(guess, timeZone);
}

/** The local time of a moment (epoch milliseconds) in `timeZone`, without its zone: `2026-07-01T14:00:00`. */
export function localDateTime(epoch: number, timeZone: string): string {
  return new Date(epoch + offsetAt(epoch, timeZone)).toISOString().slice(0, 19);
}

/** The IANA name of a zone as the platform spells it (`europe/paris` → `Europe/Paris`); null when there is none. */
export function namedTimeZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Offset of `timeZone` from UTC at that moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = formatFor(timeZone).formatToParts(moment);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(moment / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
