/** Routes of flows: /v2/Flows, and /schemas/… of what they are made of. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/flows/operations.ts';
import type { FlowFinding, FlowResource } from '#api/flows/schemas.ts';
import { schemaUriAt } from '#api/flows/validation-context.ts';
import { paths } from '#api/paths.ts';
import { type PublishedSchemaName, publishedSchema } from '#flow/schema/published-schema.ts';
import { publishedFlowTestSchema } from '#simulator/flow-test/schema.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { type OperationRequest, serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import { publicDocument } from '../platform/http/public-document.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { createFlow, type NewFlow, updateFlow } from './publish-service.ts';
import { deleteFlow, type FlowEntry, type FlowWithRevision, fetchFlow, listFlows } from './service.ts';
import { requireValidDefinition } from './validation.ts';

export function flowRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createFlow, async ({ base, caller, form }) =>
    presentFlow(base, await createFlow(ctx, caller, readNewFlow(form, schemaUriAt(base)))),
  );

  serveOperation(app, operations.listFlows, ({ page, base, caller }) =>
    page('flows', bySid('FW'), {
      list: (wanted) => listFlows(ctx, caller, wanted),
      present: (flow) => presentFlowSummary(base, flow),
    }),
  );

  serveOperation(app, operations.validateFlow, async ({ base, form }) => {
    await requireValidDefinition(form.Definition, schemaUriAt(base));
    return { valid: true };
  });

  serveOperation(app, operations.fetchFlow, async ({ base, caller, params }) =>
    presentFlow(base, await fetchFlow(ctx, caller, params.Sid)),
  );

  serveOperation(app, operations.updateFlow, async ({ base, caller, params, form }) => {
    const record = await updateFlow(ctx, caller, params.Sid, {
      status: form.Status,
      friendlyName: form.FriendlyName,
      definition: form.Definition,
      schemaUri: schemaUriAt(base),
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
    return presentFlow(base, record);
  });

  serveOperation(app, operations.deleteFlow, async ({ caller, params }) => {
    await deleteFlow(ctx, caller, params.Sid);
  });
}

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
  base: string,
  { flow, newest, definition = JSON.parse(newest.definition) }: FlowWithRevision,
): FlowResource {
  return {
    ...presentFlowSummary(base, flow),
    definition: definition as FlowResource['definition'],
    commit_message: newest.commit_message,
    valid: true,
    errors: [],
    warnings: JSON.parse(newest.warnings) as FlowFinding[],
  };
}

function presentFlowSummary(base: string, flow: FlowEntry): FlowResource {
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

const documents: readonly [string, (base: string) => object][] = [
  [paths.definitionSchema, published('flow-definition')],
  [paths.triggerSchema, published('trigger')],
  [paths.capturePaymentsSchema, published('capture-payments')],
  [paths.flowTestSchema, publishedFlowTestSchema],
];

/** /schemas/…: the published schemas of flow definitions, of widgets and of flow tests. */
function published(name: PublishedSchemaName): (base: string) => object {
  return (base) => publishedSchema(name, base);
}

export function definitionSchemaRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  for (const [path, documentAt] of documents) {
    const document = publicDocument(ctx, (base) => JSON.stringify(documentAt(`${base}/schemas`)));
    app.get(path, async (request, reply) =>
      reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'no-cache')
        .type('application/schema+json')
        .send(await document(request)),
    );
  }
}
