/** What the JSON of carriers has in common. */

/** A carrier's error code as text, whether it writes a number or a text; '' for none. */
export function errorCodeOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}
