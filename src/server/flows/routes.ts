/** Routes of flows: /v2/Flows. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as operations from '#api/flows/operations.ts';
import type { FlowFinding, FlowResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { type OperationRequest, serveOperation } from '../platform/http/operation-route.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  createFlow,
  deleteFlow,
  type FlowEntry,
  type FlowWithRevision,
  fetchFlow,
  listFlows,
  type NewFlow,
  updateFlow,
} from './service.ts';
import { requireValidDefinition } from './validation.ts';

export function flowRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createFlow, async ({ request, caller, form }) =>
    presentFlow(ctx, request, await createFlow(ctx, caller, readNewFlow(form, schemaUri(ctx, request)))),
  );

  serveOperation(app, operations.listFlows, async ({ request, caller }) => {
    const pageRequest = readPage(request, (position) => isSid('FW', position));
    return presentPage(ctx, request, {
      key: 'flows',
      pageRequest,
      slice: await listFlows(ctx, caller, pageRequest),
      positionOf: (flow) => flow.sid,
      present: (flow) => presentFlowSummary(ctx, request, flow),
    });
  });

  serveOperation(app, operations.validateFlow, async ({ request, form }) => {
    await requireValidDefinition(form.Definition, schemaUri(ctx, request));
    return { valid: true };
  });

  serveOperation(app, operations.fetchFlow, async ({ request, caller, params }) =>
    presentFlow(ctx, request, await fetchFlow(ctx, caller, params.Sid)),
  );

  serveOperation(app, operations.updateFlow, async ({ request, caller, params, form }) => {
    const record = await updateFlow(ctx, caller, params.Sid, {
      status: form.Status,
      friendlyName: form.FriendlyName,
      definition: form.Definition,
      schemaUri: schemaUri(ctx, request),
      commitMessage: form.CommitMessage ?? null,
      author: form.AuthorSid ?? null,
      base: form.BaseRevision,
      source: form.Source ?? null,
      sourceRevision: form.SourceRevision ?? null,
      editSeq: form.EditSeq,
      newestEditOnly: form.NewestEditOnly ?? false,
      client: form.Client,
      authorName: form.AuthorName ?? '',
    });
    return presentFlow(ctx, request, record);
  });

  serveOperation(app, operations.deleteFlow, async ({ caller, params }) => {
    await deleteFlow(ctx, caller, params.Sid);
  });
}

/** The address at which this server publishes the schema of definitions. */
const schemaUri = (ctx: ServiceContext, request: FastifyRequest) =>
  baseUrl(ctx, request) + paths.definitionSchema;

function readNewFlow(
  form: OperationRequest<typeof operations.createFlow>['form'],
  schemaUri: string,
): NewFlow {
  return {
    friendlyName: form.FriendlyName,
    status: form.Status,
    definition: form.Definition,
    schemaUri,
    commitMessage: form.CommitMessage ?? null,
    author: form.AuthorSid ?? null,
    source: form.Source ?? null,
  };
}

function presentFlow(
  ctx: ServiceContext,
  request: FastifyRequest,
  { flow, newest, definition = JSON.parse(newest.definition) }: FlowWithRevision,
): FlowResource {
  return {
    ...presentFlowSummary(ctx, request, flow),
    definition: definition as FlowResource['definition'],
    commit_message: newest.commit_message,
    valid: true,
    errors: [],
    warnings: JSON.parse(newest.warnings) as FlowFinding[],
  };
}

function presentFlowSummary(ctx: ServiceContext, request: FastifyRequest, flow: FlowEntry): FlowResource {
  const base = baseUrl(ctx, request);
  return {
    sid: flow.sid,
    account_sid: flow.account,
    author_sid: flow.author,
    friendly_name: flow.friendly_name,
    definition: null,
    status: flow.status,
    revision: flow.revision,
    commit_message: null,
    valid: null,
    errors: null,
    warnings: null,
    date_created: dateTime(flow.created_at),
    date_updated: dateTimeOrNull(flow.updated_at),
    webhook_url: base + paths.webhook(flow.account, flow.sid),
    url: base + paths.flow(flow.sid),
    links: {
      test_users: base + paths.testUsers(flow.sid),
      revisions: base + paths.revisions(flow.sid),
      executions: base + paths.executions(flow.sid),
    },
  };
}
