/** Who may approve a publish request. What a person is, and why: docs/decisions/030. */

import type { ActingPerson } from '#api/people/schemas.ts';
import { actingPersonOf } from '../platform/acting-person.ts';
import type { Caller } from '../platform/service-context.ts';

/** Each member is one, and so is each API key; the account's own credentials (auth token, its sessions) are one together. */
export function isSamePerson(one: ActingPerson, other: ActingPerson): boolean {
  return one.key?.sid === other.key?.sid && (one.key !== null || one.user_sid === other.user_sid);
}

/** Another person than the one who requested, whose key has the right to approve. */
export function mayApprove(caller: Caller, requestedBy: ActingPerson): boolean {
  return !isSamePerson(actingPersonOf(caller), requestedBy) && caller.key?.approvesPublishing !== false;
}
