/** /v1/Events, …/Flows/{FlowSid}/Events and …/Executions/{Sid}/Events: live streams of what happens. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountStart, ExecutionSnapshot, FlowSnapshot } from '#api/live/events.ts';
import * as operations from '#api/live/operations.ts';
import { presentExecutionSummary, presentExecutionView } from '../executions/service/presentation.ts';
import { baseUrl } from '../platform/http/base-url.ts';
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
    reply: FastifyReply,
    subscribed: EventSubscription<unknown>,
    first: AccountStart | FlowSnapshot | ExecutionSnapshot,
  ) => streams.send(reply, (signal) => streamTexts(ctx, subscribed, first, signal));

  serveOperation(
    app,
    operations.followAccount,
    async ({ caller, reply }) => {
      const subscribed = await subscribeToAccount(ctx, caller);
      await stream(reply, subscribed, { beginning: subscribed.beginning });
    },
    options,
  );

  serveOperation(
    app,
    operations.followFlow,
    async ({ request, reply, caller, params: { FlowSid }, query }) => {
      const subscribed = await subscribeToFlow(ctx, caller, FlowSid, lastEventId(request, query));
      const { beginning, snapshot } = subscribed;
      await stream(reply, subscribed, {
        beginning,
        flow_sid: FlowSid,
        active_executions: snapshot.rows.map((row) => presentExecutionSummary(baseUrl(ctx, request), row)),
        more: snapshot.more,
      });
    },
    options,
  );

  serveOperation(
    app,
    operations.followExecution,
    async ({ request, reply, caller, params: { FlowSid, Sid }, query }) => {
      const key = { flow: FlowSid, sid: Sid };
      const subscribed = await subscribeToExecution(ctx, caller, key, lastEventId(request, query));
      const { beginning, snapshot } = subscribed;
      await stream(reply, subscribed, {
        beginning,
        ...presentExecutionView(ctx, baseUrl(ctx, request), snapshot),
      });
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
  first: AccountStart | FlowSnapshot | ExecutionSnapshot,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    yield formatEvent({ id, event: 'snapshot', data: JSON.stringify(first) });
    for await (const batch of subscribed(signal))
      yield batch.map((each) => formatStreamedEvent(ctx, each)).join('');
  } finally {
    close();
  }
}

/** Written once, however many listen: all of them hear the same objects. */
const serialisedEvents = new WeakMap<LiveEvent, string>();

function formatStreamedEvent(ctx: ServiceContext, { id, event }: StreamedEvent): string {
  const data = serialisedEvents.get(event) ?? JSON.stringify(envelopeOfEvent(ctx, event));
  serialisedEvents.set(event, data);
  return formatEvent({ id, event: event.kind, data });
}
