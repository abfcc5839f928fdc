/** When a flow has been silent for too long, by how often it is usually started at each hour of the week. Pure. */

const hourMs = 3_600_000;
const weekHours = 168;
const dayHours = 24;

/** Shorter is no silence, however often a flow is started. */
export const leastSilenceMs = 10 * 60_000;
/** So far ahead it is reckoned. */
const horizonHours = 2 * weekHours;

/** Starts by hour since 1970; hours without any are left out. */
export type StartsByHour = ReadonlyMap<number, number>;

/**
 * How often it is usually started in that hour: in the same hour of the last four weeks, or while two of them are not yet known,
 * at the same time of the last seven days. 0 where it usually rests, and where too little is known.
 */
export function usualStarts(starts: StartsByHour, hour: number, now: number): number {
  const current = Math.floor(now / hourMs);
  const first = Math.min(current, ...starts.keys());
  const samples = (step: number, count: number) => {
    const hours = Array.from({ length: count }, (_, index) => hour - (index + 1) * step);
    return hours.filter((each) => each >= first && each < current).map((each) => starts.get(each) ?? 0);
  };
  const weeks = samples(weekHours, 4);
  if (weeks.length >= 2) return meanOfOpen(weeks);
  const days = samples(dayHours, 7);
  return days.length >= 3 ? meanOfOpen(days) : 0;
}

function meanOfOpen(samples: readonly number[]): number {
  const open = samples.filter((count) => count > 0).length;
  if (open * 2 < samples.length) return 0;
  return samples.reduce((sum, count) => sum + count, 0) / samples.length;
}

/**
 * The time at which `times` starts are missing since the last one: hours in which it usually rests do not count. Null when that
 * is not within two weeks.
 */
export function silentAt(starts: StartsByHour, lastStart: number, times: number, now: number): number | null {
  let missing = 0;
  for (let index = 0, at = lastStart; index <= horizonHours; index += 1) {
    const hour = Math.floor(at / hourMs);
    const end = (hour + 1) * hourMs;
    const usual = usualStarts(starts, hour, now);
    const more = (usual * (end - at)) / hourMs;
    if (missing + more >= times) {
      return Math.max(lastStart + leastSilenceMs, at + ((times - missing) / usual) * hourMs);
    }
    missing += more;
    at = end;
  }
  return null;
}

/** The usual gap in minutes in the hour of the last start, or the first hour after it in which it is started at all. */
export function usualGapMinutes(starts: StartsByHour, lastStart: number, now: number): number | null {
  const hour = Math.floor(lastStart / hourMs);
  for (let index = 0; index < weekHours; index += 1) {
    const usual = usualStarts(starts, hour + index, now);
    if (usual > 0) return Math.round((60 / usual) * 10) / 10;
  }
  return null;
}
