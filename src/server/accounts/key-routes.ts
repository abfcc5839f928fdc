/** /v1/ApiKeys: keys that sign in like the auth token of their account. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as operations from '#api/accounts/key-operations.ts';
import type { AccountKeyResource } from '#api/accounts/schemas.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { type AccountKeyRow, createAccountKey, deleteAccountKey, listAccountKeys } from './key-service.ts';

export function accountKeyRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createAccountKey, async ({ request, reply, caller, form }) => {
    void reply.header('cache-control', 'no-store');
    const { row, secret } = await createAccountKey(ctx, caller, {
      ...(form.FriendlyName !== undefined && { name: form.FriendlyName }),
      approvesPublishing: form.ApprovesPublishing ?? false,
    });
    return { ...present(ctx, request, row), secret };
  });

  serveOperation(app, operations.listAccountKeys, async ({ request, caller }) => {
    const pageRequest = readPage(request, (position) => isSid('SK', position));
    return presentPage(ctx, request, {
      key: 'api_keys',
      pageRequest,
      slice: await listAccountKeys(ctx, caller, pageRequest),
      positionOf: (row) => row.sid,
      present: (row) => present(ctx, request, row),
    });
  });

  serveOperation(app, operations.deleteAccountKey, async ({ caller, params }) => {
    await deleteAccountKey(ctx, caller, params.Sid);
  });
}

function present(ctx: ServiceContext, request: FastifyRequest, row: AccountKeyRow): AccountKeyResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    friendly_name: row.name,
    approves_publishing: row.approves_publishing === 1,
    date_created: dateTime(row.created_at),
    url: baseUrl(ctx, request) + paths.apiKey(row.sid),
  };
}
