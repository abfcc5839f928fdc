/** Routes: /v3/api_keys and /v3/scopes. */

import type { FastifyInstance } from 'fastify';
import type { Key } from '#api/email/keys.ts';
import * as operations from '#api/email/operations/keys.ts';
import { accessKindOf, scopes } from '#api/email/scopes.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { effectiveScopes } from '../access/service.ts';
import { emailRoute } from '../http/operation-route.ts';
import {
  createKey,
  deleteKey,
  type EmailKeyRow,
  fetchKey,
  listKeys,
  renameKey,
  replaceKey,
  scopesOf,
} from './service.ts';

export function keyRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createKey, async ({ caller, body, reply }) => {
    void reply.header('cache-control', 'no-store');
    const { row, key } = await createKey(ctx, caller, body);
    return { api_key: key, ...present(row) };
  });

  emailRoute(app, operations.listKeys, async ({ caller, query }) => {
    const rows = await listKeys(ctx, caller, query.limit);
    const withUsage = query.include === 'usage';
    return {
      result: rows.map((row) => ({
        name: row.name,
        api_key_id: row.id,
        ...(withUsage && { usage: usageOf(row) }),
      })),
    };
  });

  emailRoute(app, operations.fetchKey, async ({ caller, params }) =>
    present(await fetchKey(ctx, caller, params.api_key_id)),
  );

  emailRoute(app, operations.renameKey, async ({ caller, params, body }) => {
    const { id, name } = await renameKey(ctx, caller, params.api_key_id, body.name);
    return { api_key_id: id, name };
  });

  emailRoute(app, operations.updateKey, async ({ caller, params, body }) =>
    present(await replaceKey(ctx, caller, params.api_key_id, body)),
  );

  emailRoute(app, operations.deleteKey, async ({ caller, params }) => {
    await deleteKey(ctx, caller, params.api_key_id);
  });

  emailRoute(app, operations.listScopes, ({ caller }) => {
    const held = effectiveScopes(caller);
    return { scopes: scopes.filter((scope) => held.has(scope)) };
  });
}

function present(row: EmailKeyRow): Key {
  return { api_key_id: row.id, name: row.name, scopes: [...scopesOf(row)] };
}

function usageOf(row: EmailKeyRow) {
  return {
    access: accessKindOf(scopesOf(row)),
    created_at: dateTime(row.created_at),
    last_used_at: dateTimeOrNull(row.last_used_at),
  };
}
