/** /v1/ApiKeys: keys that sign in like the auth token of their account. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/accounts/key-operations.ts';
import type { AccountKeyResource } from '#api/accounts/schemas.ts';
import { paths } from '#api/paths.ts';
import type { AccountKeyRow } from '../platform/database/schema/tables.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { createAccountKey, deleteAccountKey, isExpired, listAccountKeys } from './key-service.ts';

export function accountKeyRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createAccountKey, async ({ base, reply, caller, form }) => {
    void reply.header('cache-control', 'no-store');
    const { row, secret } = await createAccountKey(ctx, caller, {
      ...(form.FriendlyName !== undefined && { name: form.FriendlyName }),
      approvesPublishing: form.ApprovesPublishing,
      role: form.Role,
      days: form.Days,
    });
    return { ...present(base, row), secret };
  });

  serveOperation(app, operations.listAccountKeys, ({ page, base, caller }) =>
    page('api_keys', bySid('SK'), {
      list: (wanted) => listAccountKeys(ctx, caller, wanted),
      present: (row) => present(base, row),
    }),
  );

  serveOperation(app, operations.deleteAccountKey, async ({ caller, params }) => {
    await deleteAccountKey(ctx, caller, params.Sid);
  });

  function present(base: string, row: AccountKeyRow): AccountKeyResource {
    return {
      sid: row.sid,
      account_sid: row.account,
      friendly_name: row.name,
      approves_publishing: row.approves_publishing === 1,
      role: row.role,
      status: isExpired(row, ctx.clock.now()) ? 'expired' : 'active',
      date_created: dateTime(row.created_at),
      date_expires: dateTimeOrNull(row.expires_at),
      date_last_used: dateTimeOrNull(row.last_used_at),
      url: base + paths.apiKey(row.sid),
    };
  }
}
