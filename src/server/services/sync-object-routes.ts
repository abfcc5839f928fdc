/** /v1/SyncObjects: the shared JSON objects of the embedded sync service. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import type { SyncObjectResource } from '#api/services/resources.ts';
import { isSid } from '#api/sid.ts';
import { isObject, type JsonObject } from '#flow/json/json.ts';
import { callerOf } from '../platform/http/authentication.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { type Form, formOf, invalidParameter } from '../platform/http/form.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  fetchSyncObject,
  listSyncObjects,
  removeSyncObject,
  type SyncObjectRow,
  writeSyncObject,
} from './sync-object-service.ts';

type One = { Params: { sid: string } };

const modes = ['merge', 'replace'] as const;

export function syncObjectRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.syncObjects, async (request) => {
    const pageRequest = readPage(request, (position) => isSid('ET', position));
    return presentPage(ctx, request, {
      key: 'sync_objects',
      pageRequest,
      slice: await listSyncObjects(ctx, callerOf(request), pageRequest),
      positionOf: (row) => row.sid,
      present: (row) => presentObject(ctx, request, row),
    });
  });

  app.get<One>(paths.syncObject(':sid'), async (request) =>
    presentObject(ctx, request, await fetchSyncObject(ctx, callerOf(request), request.params.sid)),
  );

  app.post(paths.syncObjects, async (request) => {
    const form = formOf(request.body);
    const input = {
      name: form.required('Name').trim(),
      data: dataOf(form),
      mode: form.choice('Mode', modes) ?? 'merge',
    };
    return presentObject(ctx, request, await writeSyncObject(ctx, callerOf(request), input));
  });

  app.delete<One>(paths.syncObject(':sid'), async (request, reply) => {
    await removeSyncObject(ctx, callerOf(request), request.params.sid);
    return reply.code(204).send();
  });
}

function dataOf(form: Form): JsonObject {
  const data = form.json('Data');
  if (!isObject(data)) throw invalidParameter('Data', 'must be a JSON object');
  return data;
}

function presentObject(ctx: ServiceContext, request: FastifyRequest, row: SyncObjectRow): SyncObjectResource {
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
