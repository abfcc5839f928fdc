/** Date-times of the API: ISO 8601 in GMT, formatted and parsed. */

import { invalidParameter } from './form.ts';

/** ISO 8601 in GMT without milliseconds: `2026-11-06T12:00:00Z`. */
export function dateTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

export function dateTimeOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : dateTime(epochMs);
}

const iso8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * A query parameter as epoch milliseconds; undefined when it is not there. Without an offset it is GMT, a
 * date alone its first moment.
 *
 * @throws Refusal with the parameter's name when it is no ISO 8601 date
 */
export function readDateTime(name: string, given: string | undefined): number | undefined {
  // An offset's plus sign that was not escaped arrives as a space.
  const text = (given ?? '')
    .trim()
    .replace(' ', '+')
    .replace(/^(.{10})Z$/i, '$1');
  if (text === '') return undefined;
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10));
  const time = iso8601.test(text) ? Date.parse(text.length > 10 && !hasZone ? `${text}Z` : text) : Number.NaN;
  if (Number.isNaN(time)) throw invalidParameter(name, 'must be an ISO 8601 date or date-time');
  return time;
}
