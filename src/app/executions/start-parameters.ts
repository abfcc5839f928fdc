/** Validation of the parameters in the start dialog. Pure. */

import { isObject } from '#flow/json/json.ts';
import { jsonErrorLine } from '#flow/json/json-syntax-error.ts';

/** null: nothing is wrong. `line` is where the text stops being JSON, 1-based. */
export type ParametersError = { kind: 'json'; line: number } | { kind: 'no-object' } | null;

/** Parameters may be empty; otherwise they are one JSON object. */
export function parametersError(text: string): ParametersError {
  if (text.trim() === '') return null;
  try {
    return isObject(JSON.parse(text)) ? null : { kind: 'no-object' };
  } catch {
    return { kind: 'json', line: jsonErrorLine(text) ?? 1 };
  }
}
