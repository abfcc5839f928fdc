/** Routes of revisions: /v2/Flows/{Sid}/Revisions. */

import type { FastifyInstance } from 'fastify';
import { type HistoryEntry, listHistory as operation } from '#api/flows/history.ts';
import * as operations from '#api/flows/operations.ts';
import type { RevisionResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import { dateTime, readDateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { byNumber, presentPage, readPage } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { FlowEntry } from '../service.ts';
import {
  diffRevisions,
  fetchRevision,
  type HistoryEntryRow,
  listHistory,
  listRevisions,
  type RevisionSummary,
} from './service.ts';

const byRevision = byNumber(({ revision }: { revision: number }) => revision);

export function revisionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listRevisions, async ({ base, request, caller, params }) => {
    const pageRequest = readPage(request, byRevision.isPosition);
    const { flow, slice } = await listRevisions(ctx, caller, params.Sid, pageRequest);
    return presentPage(base, request, {
      key: 'revisions',
      pageRequest,
      slice,
      positionOf: byRevision.positionOf,
      present: (row) => presentRevision(base, flow, row),
    });
  });

  serveOperation(app, operations.fetchRevision, async ({ base, caller, params: { Sid, Revision } }) => {
    const { flow, row } = await fetchRevision(ctx, caller, Sid, Revision);
    return {
      ...presentRevision(base, flow, row),
      definition: JSON.parse(row.definition) as RevisionResource['definition'],
      valid: true,
      errors: [],
    };
  });

  serveOperation(app, operations.diffRevisions, async ({ reply, caller, params, query: { From, To } }) => {
    const text = await diffRevisions(ctx, caller, params.Sid, { from: From, to: To });
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** A revision is immutable, so its only date is that of its creation. */
function presentRevision(base: string, flow: FlowEntry, row: RevisionSummary): RevisionResource {
  return {
    sid: flow.sid,
    account_sid: flow.account,
    author_sid: row.author,
    friendly_name: row.friendly_name,
    definition: null,
    status: row.status,
    revision: row.revision,
    commit_message: row.commit_message,
    valid: null,
    errors: null,
    date_created: dateTime(row.created_at),
    date_updated: null,
    url: base + paths.revision(flow.sid, row.revision),
  };
}

/** /v1/Flows/{Sid}/History: the revisions of a flow with who made each of them and how. */
export function historyRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operation, async ({ page, caller, params, query }) => {
    const filter = {
      status: query.Status,
      author: query.Author,
      source: query.Source,
      search: query.Search,
      from: readDateTime('DateCreatedFrom', query.DateCreatedFrom),
      to: readDateTime('DateCreatedTo', query.DateCreatedTo),
    };
    return page('history', byRevision, {
      list: (wanted) => listHistory(ctx, caller, params.Sid, filter, wanted),
      present,
    });
  });
}

function present(row: HistoryEntryRow): HistoryEntry {
  return {
    revision: row.revision,
    status: row.status,
    author_sid: row.author,
    author_name: row.author_name,
    key: row.key_sid === null ? null : { sid: row.key_sid, friendly_name: row.key_name ?? '' },
    source: row.source,
    source_revision: row.source_revision,
    edit_seq: row.edit_seq,
    message: row.message,
    summary: row.summary,
    date_created: dateTime(row.created_at),
  };
}
