/** Dates that are written without a time zone: what moment they mean in the zone of the settings. */

/**
 * The text with its moment made plain: one without a time zone means the clock in `timeZone` (an IANA name),
 * wherever this runs. What is no date, or names its zone, comes back as it is.
 */
export function resolveLocalTime(text: string, timeZone: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const namesZone = /(z|utc|gmt|[+-]\d\d:?\d\d)\)?$/i.test(text.trim());
  if (/^\d+$/.test(text) || (namesZone && !isDay)) return text;
  const wall = Date.parse(isDay ? text : `${text} UTC`);
  return Number.isNaN(wall) ? text : new Date(toEpoch(wall, timeZone)).toISOString();
}

/** When a clock in `timeZone` shows what a clock in UTC shows at `wall`, in epoch milliseconds. */
function toEpoch(wall: number, timeZone: string): number {
  if (timeZone === 'UTC') return wall;
  const guess = wall - offsetAt(wall, timeZone);
  // Around a change to or from summer time the first guess may stand on the wrong side of it.
  return wall - offsetAt(guess, timeZone);
}

/** By how many milliseconds the clock in `timeZone` is ahead of UTC at that moment. */
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
