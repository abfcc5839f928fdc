/** Authorisation: a caller may do what the table of roles allows (`#api/people/roles.ts`). */

import { isAllowed, type Permission } from '#api/people/roles.ts';
import { Refusal } from './errors.ts';
import type { Caller } from './service-context.ts';

/** @throws Refusal forbidden, with the permission */
export function requirePermission({ role }: Pick<Caller, 'role'>, permission: Permission): void {
  if (isAllowed(role, permission)) return;
  throw new Refusal(
    'forbidden',
    `Your role, ${role}, does not allow this: it needs the permission ${permission}`,
    {
      details: { permission },
    },
  );
}
