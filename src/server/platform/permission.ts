/**
 * Authorisation: a caller may do what the table of roles allows (`#api/people/roles.ts`), and a person some things only a short
 * while after they have proven who they are.
 */

import { needsConfirmation, type Operation } from '#api/operation/operation.ts';
import { paths } from '#api/paths.ts';
import { isAllowed, type Permission } from '#api/people/roles.ts';
import { Refusal } from './errors.ts';
import type { Caller, CallerKey } from './service-context.ts';

type Authority = Pick<Caller, 'role' | 'permissions'>;

/** Whether the role of the caller allows it, and of a token its scopes too. */
export function mayDo({ role, permissions }: Authority, permission: Permission): boolean {
  return isAllowed(role, permission) && permissions?.has(permission) !== false;
}

/** @throws Refusal forbidden, with the permission */
export function requirePermission(caller: Authority, permission: Permission): void {
  if (mayDo(caller, permission)) return;
  const { role } = caller;
  const lacking = isAllowed(role, permission) ? 'The scopes of this token do' : `Your role, ${role}, does`;
  throw new Refusal('forbidden', `${lacking} not allow this: it needs the permission ${permission}`, {
    details: { permission },
  });
}

/**
 * @throws Refusal forbidden, with `second_factor` where one must be set up first, or with `confirmation`, so that the page asks for
 *   the proof and sends the request again
 */
export function requireProof(
  { isUnconfirmed, lacksSecondFactor }: Pick<Caller, 'isUnconfirmed' | 'lacksSecondFactor'>,
  operation: Pick<Operation, 'method' | 'path' | 'permission' | 'confirmation'>,
): void {
  // The profile stays open: there it is set up.
  const isProfile = operation.permission === 'profile.write' && operation.path.startsWith(paths.me);
  if (lacksSecondFactor === true && !isProfile) {
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

/** The key that acts in its own name: what a personal token does, its person has done. */
export function actingKeyOf({ key }: Pick<Caller, 'key'>): CallerKey | undefined {
  return key?.isPersonal === true ? undefined : key;
}
