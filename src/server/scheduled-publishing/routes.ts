/** /v1/Flows/{Sid}/Publishing and /PublishRequests: publishing at a time and by a second person. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/flows/publishing.ts';
import { paths } from '#api/paths.ts';
import { flowState } from '#flow/flow-state.ts';
import type { FlowWithChanges } from '../flows/summaries/service.ts';
import { readActingPerson } from '../platform/acting-person.ts';
import { dateTime, dateTimeOrNull, readDateTime } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { mayApprove } from './may-approve.ts';
import {
  approveRequest,
  cancelRequest,
  createRequest,
  fetchPublishing,
  listRequests,
  type PublishRequestRow,
  rejectRequest,
  updatePublishing,
} from './service.ts';

const decisions = { approved: approveRequest, rejected: rejectRequest, canceled: cancelRequest };

export function publishingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchPublishing, async ({ base, caller, params }) =>
    presentPublishing(base, await fetchPublishing(ctx, caller, params.Sid)),
  );

  serveOperation(app, operations.updatePublishing, async ({ base, caller, params, form }) =>
    presentPublishing(base, await updatePublishing(ctx, caller, params.Sid, form.NeedsApproval)),
  );

  serveOperation(app, operations.createPublishRequest, async ({ base, caller, params, form }) => {
    const row = await createRequest(ctx, caller, params.Sid, {
      revision: form.Revision,
      publishAt: readDateTime('PublishAt', form.PublishAt),
      endExecutions: form.EndExecutions ?? 'none',
      message: form.Message ?? null,
    });
    return present(base, caller, row);
  });

  serveOperation(app, operations.listPublishRequests, ({ page, base, caller, params }) =>
    page('publish_requests', bySid('PR'), {
      list: (wanted) => listRequests(ctx, caller, params.Sid, wanted),
      present: (row) => present(base, caller, row),
    }),
  );

  serveOperation(app, operations.updatePublishRequest, async ({ base, caller, params, form }) => {
    const decision = { flow: params.Sid, request: params.RequestSid, note: form.Note ?? null };
    return present(base, caller, await decisions[form.Status](ctx, caller, decision));
  });
}

function presentPublishing(
  base: string,
  { flow: { sid, revision, needs_approval }, changes }: FlowWithChanges,
): operations.FlowPublishing {
  return {
    sid,
    revision,
    ...changes,
    state: flowState(changes),
    needs_approval: needs_approval === 1,
    url: base + paths.flowPublishing(sid),
  };
}

function present(base: string, caller: Caller, row: PublishRequestRow): operations.PublishRequestResource {
  const requestedBy = readActingPerson(row.requested_by);
  return {
    sid: row.sid,
    flow_sid: row.flow,
    revision: row.revision,
    status: row.status,
    publish_at: dateTimeOrNull(row.publish_at),
    end_executions: row.end_executions,
    message: row.message,
    note: row.note,
    published_as: row.published_as,
    requested_by: requestedBy,
    approved_by: row.approved_by === null ? null : readActingPerson(row.approved_by),
    closed_by: row.closed_by === null ? null : readActingPerson(row.closed_by),
    may_approve: row.status === 'requested' && mayApprove(caller, requestedBy),
    date_requested: dateTime(row.requested_at),
    date_approved: dateTimeOrNull(row.approved_at),
    date_closed: dateTimeOrNull(row.closed_at),
    url: base + paths.publishRequest(row.flow, row.sid),
  };
}
