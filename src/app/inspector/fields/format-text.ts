/** A JSON value as the text of a field. */

import type { Json } from '#flow/json/json.ts';

/** Text as it is, nothing as nothing, everything else as JSON. */
export function formatText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
