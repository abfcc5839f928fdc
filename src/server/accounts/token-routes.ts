/** /v1/Tokens: the personal tokens of the members. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/accounts/token-operations.ts';
import { paths } from '#api/paths.ts';
import type { Permission } from '#api/people/roles.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { isExpired } from './key-service.ts';
import { createToken, deleteToken, type ListedKey, listTokens } from './token-service.ts';

export function tokenRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createToken, async ({ base, reply, caller, form }) => {
    void reply.header('cache-control', 'no-store');
    const { row, secret } = await createToken(ctx, caller, {
      name: form.FriendlyName,
      role: form.Role,
      scopes: form.Scopes,
      days: form.Days,
    });
    return { ...present(base, row), secret };
  });

  serveOperation(app, operations.listTokens, ({ page, base, caller, query }) =>
    page('tokens', bySid('SK'), {
      list: (wanted) => listTokens(ctx, caller, { ...wanted, all: query.All === true }),
      present: (row) => present(base, row),
    }),
  );

  serveOperation(app, operations.deleteToken, ({ caller, params }) => deleteToken(ctx, caller, params.Sid));

  function present(base: string, row: ListedKey): operations.TokenResource {
    return {
      sid: row.sid,
      account_sid: row.account,
      person_sid: row.made_by ?? '',
      person_name: row.maker ?? '',
      friendly_name: row.name,
      role: row.role,
      scopes: row.scopes === null ? [] : (JSON.parse(row.scopes) as Permission[]),
      status: isExpired(row, ctx.clock.now()) ? 'expired' : 'active',
      date_created: dateTime(row.created_at),
      date_expires: dateTimeOrNull(row.expires_at),
      date_last_used: dateTimeOrNull(row.last_used_at),
      url: base + paths.token(row.sid),
    };
  }
}
