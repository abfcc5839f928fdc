/** /v1/Accounts: the caller's account, the subaccounts below it, and their tokens. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/accounts/operations.ts';
import type { AccountResource, AccountWithToken } from '#api/accounts/schemas.ts';
import { paths } from '#api/paths.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  type AccountRow,
  createSubaccount,
  fetchAccount,
  type IssuedToken,
  listAccounts,
  rotateToken,
  updateAccount,
} from './service.ts';
import { sessionToken, setSessionCookie } from './session-cookie.ts';

export function accountRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createAccount, async ({ base, reply, caller, form }) => {
    const wanted = { name: form.FriendlyName, username: form.Username ?? null };
    void reply.header('cache-control', 'no-store');
    return presentWithToken(base, await createSubaccount(ctx, caller, wanted));
  });

  serveOperation(app, operations.listAccounts, async ({ page, base, caller, query }) => {
    const closed = query.Status === undefined ? undefined : query.Status === 'closed';
    return page('accounts', bySid('AC'), {
      list: (wanted) => listAccounts(ctx, caller, closed, wanted),
      present: (row) => present(base, row),
    });
  });

  serveOperation(app, operations.fetchAccount, async ({ base, caller, params }) =>
    present(base, await fetchAccount(ctx, caller, params.Sid)),
  );

  serveOperation(app, operations.updateAccount, async ({ base, caller, params, form }) => {
    const closed = form.Status === undefined ? undefined : form.Status === 'closed';
    const change = { name: form.FriendlyName, closed };
    return present(base, await updateAccount(ctx, caller, params.Sid, change));
  });

  serveOperation(app, operations.rotateToken, async ({ base, request, reply, caller, params, form }) => {
    const revoked = { sessions: form.RevokeSessions ?? true, keys: form.RevokeKeys ?? false };
    const own = caller.isSession === true ? sessionToken(request) : undefined;
    const rotated = await rotateToken(ctx, caller, params.Sid, revoked, own);
    void reply.header('cache-control', 'no-store');
    if (rotated.session !== null) setSessionCookie(ctx, reply, rotated.session);
    return presentWithToken(base, rotated);
  });
}

function presentWithToken(base: string, { row, token }: IssuedToken): AccountWithToken {
  return { ...present(base, row), auth_token: token };
}

function present(base: string, row: AccountRow): AccountResource {
  return {
    sid: row.sid,
    parent_sid: row.parent,
    friendly_name: row.name,
    username: row.username,
    status: row.closed_at === null ? 'active' : 'closed',
    date_created: dateTime(row.created_at),
    date_closed: dateTimeOrNull(row.closed_at),
    url: base + paths.account(row.sid),
    links: { auth_token: base + paths.authToken(row.sid) },
  };
}
