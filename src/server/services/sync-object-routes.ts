/** /v1/SyncObjects: the shared JSON objects of the embedded sync service. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/services/operations.ts';
import { isSid } from '#api/sid.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  fetchSyncObject,
  listSyncObjects,
  removeSyncObject,
  type SyncObjectRow,
  writeSyncObject,
} from './sync-object-service.ts';

export function syncObjectRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listSyncObjects, async ({ request, caller }) => {
    const pageRequest = readPage(request, (position) => isSid('ET', position));
    return presentPage(ctx, request, {
      key: 'sync_objects',
      pageRequest,
      slice: await listSyncObjects(ctx, caller, pageRequest),
      positionOf: (row) => row.sid,
      present: (row) => presentObject(ctx, request, row),
    });
  });

  serveOperation(app, operations.fetchSyncObject, async ({ request, caller, params: { Sid } }) =>
    presentObject(ctx, request, await fetchSyncObject(ctx, caller, Sid)),
  );

  serveOperation(app, operations.writeSyncObject, async ({ request, caller, form }) => {
    const input = { name: form.Name.trim(), data: form.Data, mode: form.Mode ?? 'merge' };
    return presentObject(ctx, request, await writeSyncObject(ctx, caller, input));
  });

  serveOperation(app, operations.deleteSyncObject, ({ caller, params: { Sid } }) =>
    removeSyncObject(ctx, caller, Sid),
  );
}

function presentObject(
  ctx: ServiceContext,
  request: FastifyRequest,
  row: SyncObjectRow,
): operations.SyncObjectResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    name: row.name,
    data: JSON.parse(row.data) as JsonObject,
    revision: row.revision,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: baseUrl(ctx, request) + paths.syncObject(row.sid),
  };
}
