/** /v1/Accounts: the caller's account, the subaccounts below it, and their tokens. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountResource, AccountWithToken } from '#api/accounts.ts';
import * as operations from '#api/operations/accounts.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import {
  type AccountRow,
  createSubaccount,
  fetchAccount,
  listAccounts,
  type NewToken,
  rotateToken,
  updateAccount,
} from '../../service/accounts.ts';
import type { Host } from '../../service/host.ts';
import { signIn } from '../../service/sessions.ts';
import { setSessionCookie } from '../auth.ts';
import { baseUrl } from '../base-url.ts';
import { dateTime, dateTimeOrNull } from '../date-time.ts';
import { presentPage, readPage } from '../paging.ts';
import { serve } from '../serve.ts';

export function accountsRoutes(app: FastifyInstance, host: Host): void {
  serve(app, operations.createAccount, async ({ request, reply, caller, form }) => {
    const wanted = { name: form.FriendlyName, username: form.Username ?? null };
    void reply.header('cache-control', 'no-store');
    return presentWithToken(host, request, await createSubaccount(host, caller, wanted));
  });

  serve(app, operations.listAccounts, async ({ request, caller, query }) => {
    const want = readPage(request, (position) => isSid('AC', position));
    const closed = query.Status === undefined ? undefined : query.Status === 'closed';
    return presentPage(host, request, {
      key: 'accounts',
      want,
      slice: await listAccounts(host, caller, closed, want),
      positionOf: (row) => row.sid,
      present: (row) => present(host, request, row),
    });
  });

  serve(app, operations.fetchAccount, async ({ request, caller, params }) =>
    present(host, request, await fetchAccount(host, caller, params.Sid)),
  );

  serve(app, operations.updateAccount, async ({ request, caller, params, form }) => {
    const closed = form.Status === undefined ? undefined : form.Status === 'closed';
    const change = { name: form.FriendlyName, closed };
    return present(host, request, await updateAccount(host, caller, params.Sid, change));
  });

  serve(app, operations.rotateToken, async ({ request, reply, caller, params }) => {
    const rotated = await rotateToken(host, caller, params.Sid);
    void reply.header('cache-control', 'no-store');
    const isOwn = params.Sid === caller.account;
    // Whoever rotates the token from the page is not put out of it.
    if (isOwn && request.headers.authorization === undefined) {
      setSessionCookie(host, reply, await signIn(host, params.Sid, rotated.token));
    }
    return presentWithToken(host, request, rotated);
  });
}

function presentWithToken(host: Host, request: FastifyRequest, { row, token }: NewToken): AccountWithToken {
  return { ...present(host, request, row), auth_token: token };
}

function present(host: Host, request: FastifyRequest, row: AccountRow): AccountResource {
  const base = baseUrl(host, request);
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
