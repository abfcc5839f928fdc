/** Who is signed in, as the API shows it. */

import { isAllowed, permissionNames } from '#api/people/roles.ts';
import type { SessionResource } from '#api/people/schemas.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { fetchAccountName } from '../service.ts';
import { needsOwner } from './profile-service.ts';

export async function describeSession(ctx: ServiceContext, caller: Caller): Promise<SessionResource> {
  const { account, role, person } = caller;
  return {
    account_sid: account,
    friendly_name: await fetchAccountName(ctx, account),
    person: person ?? null,
    role,
    permissions: permissionNames.filter((each) => isAllowed(role, each)),
    needs_owner: await needsOwner(ctx, caller),
  };
}
