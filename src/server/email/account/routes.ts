/** Routes: /v3/user, /v3/teammates and /v3/subusers. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/account.ts';
import { isAllowed, type Role } from '#api/people/roles.ts';
import type { Member } from '../../accounts/people/members-service.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import * as service from './service.ts';

const defaultLimit = 500;

export function accountRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.fetchUserAccount, async ({ caller }) => ({
    type: 'paid' as const,
    reputation: await service.fetchReputation(ctx, caller),
  }));

  emailRoute(app, operations.fetchUserName, async ({ caller }) => {
    const account = await service.fetchOwnAccount(ctx, caller);
    return { username: service.nameOf(account), user_id: service.numberOf(account.sid) };
  });

  emailRoute(app, operations.fetchUserEmail, async ({ caller }) => {
    const owner = await service.findOwner(ctx, caller);
    if (owner === undefined) throw notFound();
    return { email: owner.email };
  });

  emailRoute(app, operations.fetchUserProfile, async ({ caller }) => {
    const { name: company } = await service.fetchOwnAccount(ctx, caller);
    const owner = await service.findOwner(ctx, caller);
    const unknown = {
      address: '',
      address2: '',
      city: '',
      country: '',
      phone: '',
      state: '',
      website: '',
      zip: '',
    };
    return { company, ...namesOf(owner?.name ?? ''), ...unknown };
  });

  emailRoute(app, operations.listTeammates, async ({ caller, query }) => {
    const { limit = defaultLimit, offset = 0 } = query;
    const members = await service.listTeammates(ctx, caller, { limit, offset });
    return { result: members.map(present) };
  });

  emailRoute(app, operations.listPendingTeammates, async ({ caller }) => ({
    result: (await service.listPending(ctx, caller)).map(({ sid, email, role, expires_at }) => ({
      ...{ email, scopes: [...service.scopesOfRole(role)], is_admin: isAdmin(role), token: sid },
      expiration_date: Math.floor(expires_at / 1000),
    })),
  }));

  emailRoute(app, operations.fetchTeammate, async ({ caller, params }) => {
    const member = await service.fetchTeammate(ctx, caller, params.username);
    return { ...present(member), scopes: [...service.scopesOfRole(member.role)] };
  });

  emailRoute(app, operations.listSubusers, async ({ caller, query }) => {
    const { limit = defaultLimit, offset = 0, username } = query;
    const accounts = await service.listSubusers(ctx, caller, { limit, offset, username });
    return accounts.map((row) => ({
      ...{ id: service.numberOf(row.sid), username: service.nameOf(row), email: '' },
      disabled: row.closed_at !== null,
    }));
  });
}

const isAdmin = (role: Role) => isAllowed(role, 'members.write');

function present({ email, name, role }: Member) {
  const user_type = role === 'owner' ? role : isAdmin(role) ? ('admin' as const) : ('teammate' as const);
  return { username: email, email, ...namesOf(name), user_type, is_admin: isAdmin(role) };
}

/** The last word is the family name. */
function namesOf(name: string): { first_name: string; last_name: string } {
  const [, first = name, last = ''] = /^(.*\S)\s+(\S+)$/.exec(name.trim()) ?? [];
  return { first_name: first, last_name: last };
}
