/** /v1/Events, …/Flows/{FlowSid}/Events and …/Executions/{Sid}/Events: live streams of what happens, and /schemas/… of the events. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountStart, ExecutionSnapshot, FlowSnapshot } from '#api/live/events.ts';
import * as operations from '#api/live/operations.ts';
import {
  accountStartSchema,
  cloudEventSchema,
  executionSnapshotSchema,
  flowSnapshotSchema,
} from '#api/live/stream-schemas.ts';
import { paths } from '#api/paths.ts';
import { presentExecutionSummary, presentExecutionView } from '../executions/service/presentation.ts';
import { baseUrl } from '../platform/http/host.ts';
import { asItIs, type Mask } from '../platform/http/masking.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { createEventStreams, formatEvent } from '../platform/http/sse.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  type EventSubscription,
  envelopeOfEvent,
  type LiveEvent,
  type StreamedEvent,
  subscribeToAccount,
  subscribeToExecution,
  subscribeToFlow,
} from './service.ts';

export function eventStreamRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const streams = createEventStreams(app, ctx);
  // An answer that does not end has no head to ask for alone.
  const options = { exposeHeadRoute: false };

  const stream = async (
    { reply, mask }: { reply: FastifyReply; mask: Mask },
    subscribed: EventSubscription<unknown>,
    first: AccountStart | FlowSnapshot | ExecutionSnapshot,
  ) => streams.send(reply, (signal) => streamTexts(ctx, subscribed, { first, mask }, signal));

  serveOperation(
    app,
    operations.followAccount,
    async ({ caller, reply, mask }) => {
      const subscribed = await subscribeToAccount(ctx, caller);
      const first = mask(accountStartSchema, { beginning: subscribed.beginning });
      await stream({ reply, mask }, subscribed, first);
    },
    options,
  );

  serveOperation(
    app,
    operations.followFlow,
    async ({ base, request, reply, mask, caller, params: { FlowSid }, query }) => {
      const subscribed = await subscribeToFlow(ctx, caller, FlowSid, lastEventId(request, query));
      const { beginning, snapshot } = subscribed;
      const first = {
        beginning,
        flow_sid: FlowSid,
        active_executions: snapshot.rows.map((row) => presentExecutionSummary(base, row)),
        more: snapshot.more,
      };
      await stream({ reply, mask }, subscribed, mask(flowSnapshotSchema, first));
    },
    options,
  );

  serveOperation(
    app,
    operations.followExecution,
    async ({ base, request, reply, mask, caller, params: { FlowSid, Sid }, query }) => {
      const key = { flow: FlowSid, sid: Sid };
      const subscribed = await subscribeToExecution(ctx, caller, key, lastEventId(request, query));
      const { beginning, snapshot } = subscribed;
      const first = { beginning, ...presentExecutionView(ctx, base, snapshot) };
      await stream({ reply, mask }, subscribed, mask(executionSnapshotSchema, first));
    },
    options,
  );
}

/** A browser that reconnects sends the header; who cannot send headers may write it into the address. */
function lastEventId({ headers }: FastifyRequest, query: { LastEventId?: string }): string | null {
  const header = headers['last-event-id'];
  return (typeof header === 'string' && header) || query.LastEventId || null;
}

async function* streamTexts(
  ctx: ServiceContext,
  { id, events: subscribed, close }: EventSubscription<unknown>,
  { first, mask }: { first: AccountStart | FlowSnapshot | ExecutionSnapshot; mask: Mask },
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    yield formatEvent({ id, event: 'snapshot', data: JSON.stringify(first) });
    for await (const batch of subscribed(signal))
      yield batch.map((each) => formatStreamedEvent(ctx, each, mask)).join('');
  } finally {
    close();
  }
}

/** Written once, however many listen: all who are not masked hear the same objects. */
const serialisedEvents = new WeakMap<LiveEvent, string>();

function formatStreamedEvent(ctx: ServiceContext, { id, event }: StreamedEvent, mask: Mask): string {
  const isWhole = mask === asItIs;
  const known = isWhole ? serialisedEvents.get(event) : undefined;
  const data = known ?? JSON.stringify(mask(cloudEventSchema, envelopeOfEvent(ctx, event)));
  if (isWhole) serialisedEvents.set(event, data);
  return formatEvent({ id, event: event.kind, data });
}

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;

const about = {
  account_sid: text,
  flow_sid: text,
  execution_sid: text,
  flow_revision: { type: ['integer', 'null'] },
  parent_execution_sid: textOrNull,
  parent_step_sid: textOrNull,
} as const;

const schemas = {
  [paths.executionEventSchema]: {
    title: 'The data of flow.execution.started and flow.execution.ended',
    properties: {
      ...about,
      status: { enum: ['active', 'ended'] },
      contact_channel_address: textOrNull,
      initiated_by: textOrNull,
    },
  },
  [paths.stepEventSchema]: {
    title: 'The data of flow.step.ended',
    properties: {
      ...about,
      step_sid: text,
      seq: { type: 'integer', minimum: 1 },
      name: text,
      type: text,
      transitioned_from: text,
      transitioned_to: text,
    },
  },
};

/** /schemas/flow-execution-event and /schemas/flow-step-event: the schemas that events name as theirs. */
export function eventSchemaRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  for (const [path, { title, properties }] of Object.entries(schemas)) {
    app.get(path, (request, reply) =>
      reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'no-cache')
        .type('application/schema+json')
        .send({
          $schema: 'https://json-schema.org/draft/2019-09/schema',
          $id: baseUrl(ctx, request) + path,
          title,
          type: 'object',
          properties,
          required: Object.keys(properties),
        }),
    );
  }
}
