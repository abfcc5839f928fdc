/** Who acts on publish requests. What a person is, and why: docs/decisions/030. */

import type { ActingPerson } from '#api/flows/publishing.ts';
import { actingKeyOf } from '../platform/permission.ts';
import type { Caller } from '../platform/service-context.ts';

/** As stored: with the name that the member or key had then. */
export function personOf(caller: Caller): ActingPerson {
  const key = actingKeyOf(caller);
  return {
    user_sid: caller.user,
    name: key === undefined ? (caller.person?.name ?? null) : null,
    key: key === undefined ? null : { sid: key.sid, friendly_name: key.name },
  };
}

/** Each member is one, and so is each API key; the account's own credentials (auth token, its sessions) are one together. */
export function isSamePerson(one: ActingPerson, other: ActingPerson): boolean {
  return one.key?.sid === other.key?.sid && (one.key !== null || one.user_sid === other.user_sid);
}

/** Another person than the one who requested, whose key has the right to approve. */
export function mayApprove(caller: Caller, requestedBy: ActingPerson): boolean {
  return !isSamePerson(personOf(caller), requestedBy) && caller.key?.approvesPublishing !== false;
}
