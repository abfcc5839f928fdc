/** SIDs in the address of a request. */

import { isSid, type SidPrefix } from '#api/sid.ts';
import { notFound } from '../errors.ts';

/**
 * The parameter if it is a SID of that kind.
 *
 * @throws Refusal not-found: nothing can stand at such an address
 */
export function sidParam(prefix: SidPrefix, value: string): string {
  if (!isSid(prefix, value)) throw notFound();
  return value;
}
