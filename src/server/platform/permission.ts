/**
 * Authorisation: a caller may do what the table of roles allows (`#api/people/roles.ts`), and a person some things only a short
 * while after they have proven who they are.
 */

import { needsConfirmation, type Operation } from '#api/operation/operation.ts';
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

/**
 * @throws Refusal forbidden, with `second_factor` where one must be set up first, or with `confirmation`, so that the page asks for
 *   the proof and sends the request again
 */
export function requireProof(
  { isUnconfirmed, lacksSecondFactor }: Pick<Caller, 'isUnconfirmed' | 'lacksSecondFactor'>,
  operation: Pick<Operation, 'method' | 'permission' | 'confirmation'>,
): void {
  // What is one's own stays open: there it is set up.
  if (lacksSecondFactor === true && operation.permission !== 'profile.write') {
    throw new Refusal(
      'forbidden',
      'This account requires a second factor: set yours up, and reload the page',
      {
        details: { second_factor: true },
      },
    );
  }
  if (isUnconfirmed !== true || !needsConfirmation(operation)) return;
  throw new Refusal('forbidden', 'Confirm first that it is you: the last time is a while ago', {
    details: { confirmation: true },
  });
}
