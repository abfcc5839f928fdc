/** Routes of revisions: /v2/Flows/{Sid}/Revisions. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as operations from '#api/flows/operations.ts';
import type { RevisionResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import { baseUrl } from '../../platform/http/base-url.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { presentPage, readPage } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { FlowEntry } from '../service.ts';
import { diffRevisions, fetchRevision, listRevisions, type RevisionSummary } from './service.ts';

export function revisionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listRevisions, async ({ request, caller, params }) => {
    const pageRequest = readPage(request, (position) => /^\d{1,9}$/.test(position));
    const { flow, slice } = await listRevisions(ctx, caller, params.Sid, pageRequest);
    return presentPage(ctx, request, {
      key: 'revisions',
      pageRequest,
      slice,
      positionOf: (row) => String(row.revision),
      present: (row) => presentRevision(ctx, request, flow, row),
    });
  });

  serveOperation(app, operations.fetchRevision, async ({ request, caller, params: { Sid, Revision } }) => {
    const { flow, row } = await fetchRevision(ctx, caller, Sid, Revision);
    return {
      ...presentRevision(ctx, request, flow, row),
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
function presentRevision(
  ctx: ServiceContext,
  request: FastifyRequest,
  flow: FlowEntry,
  row: RevisionSummary,
): RevisionResource {
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
    url: baseUrl(ctx, request) + paths.revision(flow.sid, row.revision),
  };
}
