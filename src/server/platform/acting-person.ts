/** Who acts, as it is stored with what was done: with the name that the member or key had then. */

import type { ActingPerson } from '#api/people/schemas.ts';
import { actingKeyOf } from './permission.ts';
import type { Caller } from './service-context.ts';

export function actingPersonOf(caller: Caller): ActingPerson {
  const key = actingKeyOf(caller);
  return {
    user_sid: caller.user,
    name: key === undefined ? (caller.person?.name ?? null) : null,
    key: key === undefined ? null : { sid: key.sid, friendly_name: key.name },
  };
}

export function readActingPerson(json: string): ActingPerson {
  // Those of version 0.2.0 and before have no name.
  return { name: null, ...(JSON.parse(json) as Omit<ActingPerson, 'name'>) };
}
