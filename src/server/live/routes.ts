/** /v1/Events, …/Flows/{FlowSid}/Events and …/Executions/{Sid}/Events: live streams of what happens. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountStart, ExecutionSnapshot, FlowSnapshot } from '#api/live/events.ts';
import { paths } from '#api/paths.ts';
import { presentExecutionSummary, presentExecutionView } from '../executions/service/presentation.ts';
import { callerOf } from '../platform/http/authentication.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { queryOf } from '../platform/http/paging.ts';
import { sidParam } from '../platform/http/sid-param.ts';
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

type FlowRoute = { Params: { flow: string } };
type ExecutionRoute = { Params: { flow: string; sid: string } };

export function eventStreamRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const streams = createEventStreams(app, ctx);
  // An answer that does not end has no head to ask for alone.
  const options = { exposeHeadRoute: false };

  app.get(paths.accountEvents, options, async (request, reply) => {
    const listening = await subscribeToAccount(ctx, callerOf(request));
    const first: AccountStart = { beginning: listening.beginning };
    await streams.send(reply, (signal) => streamTexts(ctx, listening, first, signal));
  });

  app.get<FlowRoute>(paths.flowEvents(':flow'), options, async (request, reply) => {
    const flow = sidParam('FW', request.params.flow);
    const listening = await subscribeToFlow(ctx, callerOf(request), flow, lastEventIdOf(request));
    const { beginning, snapshot } = listening;
    const first: FlowSnapshot = {
      beginning,
      flow_sid: flow,
      active_executions: snapshot.rows.map((row) => presentExecutionSummary(baseUrl(ctx, request), row)),
      more: snapshot.more,
    };
    await streams.send(reply, (signal) => streamTexts(ctx, listening, first, signal));
  });

  app.get<ExecutionRoute>(paths.executionEvents(':flow', ':sid'), options, async (request, reply) => {
    const key = { flow: sidParam('FW', request.params.flow), sid: sidParam('FN', request.params.sid) };
    const listening = await subscribeToExecution(ctx, callerOf(request), key, lastEventIdOf(request));
    const { beginning, snapshot } = listening;
    const first: ExecutionSnapshot = {
      beginning,
      ...presentExecutionView(ctx, baseUrl(ctx, request), snapshot),
    };
    await streams.send(reply, (signal) => streamTexts(ctx, listening, first, signal));
  });
}

/** A browser that reconnects sends the header; who cannot send headers may write it into the address. */
function lastEventIdOf(request: FastifyRequest): string | null {
  const header = request.headers['last-event-id'];
  return (typeof header === 'string' && header) || queryOf(request).get('LastEventId') || null;
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
