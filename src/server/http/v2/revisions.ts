/** /v2/Flows/{Sid}/Revisions: fetch one, list them. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RevisionResource } from '#api/flows.ts';
import { paths } from '#api/paths.ts';
import type { FlowEntry } from '../../service/flows.ts';
import type { Host } from '../../service/host.ts';
import { fetchRevision, listRevisions, type RevisionEntry } from '../../service/revisions.ts';
import { callerOf } from '../auth.ts';
import { baseUrl } from '../base-url.ts';
import { dateTime } from '../date-time.ts';
import { presentPage, readPage } from '../paging.ts';
import { sidParam } from '../sid-param.ts';

export function revisionRoutes(app: FastifyInstance, host: Host): void {
  app.get<{ Params: { sid: string } }>(paths.revisions(':sid'), async (request) => {
    const want = readPage(request, (position) => /^\d{1,9}$/.test(position));
    const sid = sidParam('FW', request.params.sid);
    const { flow, slice } = await listRevisions(host, callerOf(request), sid, want);
    return presentPage(host, request, {
      key: 'revisions',
      want,
      slice,
      positionOf: (row) => String(row.revision),
      present: (row) => presentEntry(host, request, flow, row),
    });
  });

  app.get<{ Params: { sid: string; revision: string } }>(
    paths.revision(':sid', ':revision'),
    async (request): Promise<RevisionResource> => {
      const { sid, revision } = request.params;
      const { flow, row } = await fetchRevision(host, callerOf(request), sidParam('FW', sid), revision);
      return {
        ...presentEntry(host, request, flow, row),
        definition: JSON.parse(row.definition) as RevisionResource['definition'],
        valid: true,
        errors: [],
      };
    },
  );
}

/** A revision never changes, so its only date is that of its making. */
function presentEntry(
  host: Host,
  request: FastifyRequest,
  flow: FlowEntry,
  row: RevisionEntry,
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
    url: baseUrl(host, request) + paths.revision(flow.sid, row.revision),
  };
}
