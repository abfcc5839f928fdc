/** /v1/Flows/{Sid}/History: the revisions of a flow with who made each of them and how. */

import type { FastifyInstance } from 'fastify';
import { type HistoryEntry, listHistory as operation } from '#api/flows/history.ts';
import type { RevisionHistoryRow } from '../../platform/database/schema/tables.ts';
import { dateTime, readDateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { presentPage, readPage } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { listHistory } from './service.ts';

export function historyRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operation, async ({ request, caller, params, query }) => {
    const pageRequest = readPage(request, (position) => /^\d{1,9}$/.test(position));
    const filter = {
      status: query.Status,
      author: query.Author,
      source: query.Source,
      search: query.Search,
      from: readDateTime('DateCreatedFrom', query.DateCreatedFrom),
      to: readDateTime('DateCreatedTo', query.DateCreatedTo),
    };
    return presentPage(ctx, request, {
      key: 'history',
      pageRequest,
      slice: await listHistory(ctx, caller, params.Sid, filter, pageRequest),
      positionOf: (row) => String(row.revision),
      present,
    });
  });
}

function present(row: RevisionHistoryRow): HistoryEntry {
  return {
    revision: row.revision,
    status: row.status,
    author_sid: row.author,
    key: row.key_sid === null ? null : { sid: row.key_sid, friendly_name: row.key_name ?? '' },
    source: row.source,
    source_revision: row.source_revision,
    edit_seq: row.edit_seq,
    message: row.message,
    summary: row.summary,
    date_created: dateTime(row.created_at),
  };
}
