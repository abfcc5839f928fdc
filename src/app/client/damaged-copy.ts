/** Tells the refusal of a working copy that has to be repaired from others; the repair itself is loaded with its page. */

import { isObject } from '#flow/json/json.ts';
import { RequestError } from './request.ts';

/** True of the refusal of a copy that has to be repaired first. */
export function isDamagedCopy(failure: unknown): boolean {
  if (!(failure instanceof RequestError) || failure.status !== 409) return false;
  return isObject(failure.details) && typeof failure.details.damaged_edit === 'number';
}
