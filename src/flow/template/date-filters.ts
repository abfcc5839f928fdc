/** The filters `date` and `timezone`: the time is passed in, and zones are IANA names. */

import { type Context, type Liquid, filters as standardFilters } from 'liquidjs';
import { ExactNumber } from '../number/exact-number.ts';
import { localDateTime, namedTimeZone, resolveLocalTime } from './time-zone.ts';

/** The present time of a rendering: epoch milliseconds, and the IANA name of the zone in which dates are formatted. */
export type RenderTime = { now: number; timeZone: string };

/** A moment that `timezone` has moved to a zone: `date` formats it there; by itself it is ISO 8601 with its offset. */
class ZonedTime {
  /** Epoch milliseconds. */
  readonly epoch: number;
  readonly zone: string;

  constructor(epoch: number, zone: string) {
    this.epoch = epoch;
    this.zone = zone;
  }

  toString(): string {
    const local = localDateTime(this.epoch, this.zone);
    const minutes = Math.round((Date.parse(`${local}Z`) - this.epoch) / 60_000);
    const clock = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    const offset = clock.map((part) => String(part).padStart(2, '0')).join(':');
    return `${local}${minutes < 0 ? '-' : '+'}${offset}`;
  }
}

/** Registers both filters; `timeOf` gives the time of the rendering that a filter runs in. */
export function registerDateFilters(liquid: Liquid, timeOf: (context: Context) => RenderTime): void {
  const standardDate = standardFilters.date;

  liquid.registerFilter('date', function (value: unknown, format: unknown, zone: unknown) {
    if (typeof standardDate !== 'function') return value;
    const { now, timeZone } = timeOf(this.context);
    const instant = instantOf(value, now, timeZone);
    // Zone conversion is slow, so a zone is only passed where it is not UTC.
    const own = value instanceof ZonedTime ? value.zone : timeZone;
    const named = zone ?? (own === 'UTC' ? undefined : own);
    return standardDate.call(this, instant, format, ...(named === undefined ? [] : [named]));
  });

  liquid.registerFilter('timezone', function (value: unknown, zone: unknown) {
    const { now, timeZone } = timeOf(this.context);
    this.context.memoryLimit.use(zoneCost);
    const name = namedTimeZone(String(zone));
    if (name === null) throw new Error(`There is no time zone "${String(zone).slice(0, maxZoneLength)}"`);
    const instant = instantOf(value, now, timeZone);
    const isSeconds = typeof instant === 'number' || /^\d+$/.test(String(instant));
    const epoch = isSeconds ? Number(instant) * 1000 : Date.parse(String(instant));
    return Number.isNaN(new Date(epoch).getTime()) ? value : new ZonedTime(epoch, name);
  });
}

/** Characters of a zone's name that an error repeats. */
const maxZoneLength = 60;

/** Looking up a zone takes about as long as handling so many characters. */
const zoneCost = 1_000;

/** What the standard filter reads as a moment: epoch seconds, or a date that names its zone. */
function instantOf(value: unknown, now: number, timeZone: string): unknown {
  if (value === 'now' || value === 'today') return now / 1000;
  if (value instanceof ZonedTime) return value.epoch / 1000;
  if (value instanceof ExactNumber) return Number(value);
  return typeof value === 'string' ? resolveLocalTime(value, timeZone) : value;
}
