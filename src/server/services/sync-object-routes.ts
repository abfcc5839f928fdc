/** /v1/SyncObjects: the shared JSON objects of the embedded sync service. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/services/operations.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  fetchSyncObject,
  listSyncObjects,
  removeSyncObject,
  type SyncObjectRow,
  writeSyncObject,
} from './sync-object-service.ts';

export function syncObjectRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listSyncObjects, ({ page, base, caller }) =>
    page('sync_objects', bySid('ET'), {
      list: (wanted) => listSyncObjects(ctx, caller, wanted),
      present: (row) => presentObject(base, row),
    }),
  );

  serveOperation(app, operations.fetchSyncObject, async ({ base, caller, params: { Sid } }) =>
    presentObject(base, await fetchSyncObject(ctx, caller, Sid)),
  );

  serveOperation(app, operations.writeSyncObject, async ({ base, caller, form }) => {
    const input = { name: form.Name.trim(), data: form.Data, mode: form.Mode ?? 'merge' };
    return presentObject(base, await writeSyncObject(ctx, caller, input));
  });

  serveOperation(app, operations.deleteSyncObject, ({ caller, params: { Sid } }) =>
    removeSyncObject(ctx, caller, Sid),
  );
}

function presentObject(base: string, row: SyncObjectRow): operations.SyncObjectResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    name: row.name,
    data: parseExactJson(row.data) as JsonObject,
    revision: row.revision,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.syncObject(row.sid),
  };
}
