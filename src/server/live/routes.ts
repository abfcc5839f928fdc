/** …/Flows/{FlowSid}/Events and …/Executions/{Sid}/Events: live streams of what happens. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ExecutionSnapshot, FlowSnapshot } from '#api/live/events.ts';
import { paths } from '#api/paths.ts';
import { presentExecutionSummary, presentExecutionView } from '../executions/service/presentation.ts';
import { callerOf } from '../platform/http/authentication.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { queryOf } from '../platform/http/paging.ts';
import { sidParam } from '../platform/http/sid-param.ts';
import { eventText, openStreams } from '../platform/http/sse.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  enveloped,
  type Heard,
  type Listening,
  type LiveEvent,
  listenToExecution,
  listenToFlow,
} from './service.ts';

type Many = { Params: { flow: string } };
type One = { Params: { flow: string; sid: string } };

export function eventStreamRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const streams = openStreams(app, ctx);
  // An answer that does not end has no head to ask for alone.
  const options = { exposeHeadRoute: false };

  app.get<Many>(paths.flowEvents(':flow'), options, async (request, reply) => {
    const flow = sidParam('FW', request.params.flow);
    const listening = await listenToFlow(ctx, callerOf(request), flow, lastIdOf(request));
    const { beginning, snapshot } = listening;
    const first: FlowSnapshot = {
      beginning,
      flow_sid: flow,
      active_executions: snapshot.rows.map((row) => presentExecutionSummary(baseUrl(ctx, request), row)),
      more: snapshot.more,
    };
    await streams.send(reply, (signal) => write(ctx, listening, first, signal));
  });

  app.get<One>(paths.executionEvents(':flow', ':sid'), options, async (request, reply) => {
    const key = { flow: sidParam('FW', request.params.flow), sid: sidParam('FN', request.params.sid) };
    const listening = await listenToExecution(ctx, callerOf(request), key, lastIdOf(request));
    const { beginning, snapshot } = listening;
    const first: ExecutionSnapshot = {
      beginning,
      ...presentExecutionView(ctx, baseUrl(ctx, request), snapshot),
    };
    await streams.send(reply, (signal) => write(ctx, listening, first, signal));
  });
}

/** A browser that reconnects sends the header; who cannot send headers may write it into the address. */
function lastIdOf(request: FastifyRequest): string | null {
  const header = request.headers['last-event-id'];
  return (typeof header === 'string' && header) || queryOf(request).get('LastEventId') || null;
}

async function* write(
  ctx: ServiceContext,
  { id, heard, close }: Listening<unknown>,
  first: FlowSnapshot | ExecutionSnapshot,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    yield eventText({ id, event: 'snapshot', data: JSON.stringify(first) });
    for await (const batch of heard(signal)) yield batch.map((each) => textOf(ctx, each)).join('');
  } finally {
    close();
  }
}

/** Written once, however many listen: all of them hear the same objects. */
const written = new WeakMap<LiveEvent, string>();

function textOf(ctx: ServiceContext, { id, event }: Heard): string {
  const data = written.get(event) ?? JSON.stringify(enveloped(ctx, event));
  written.set(event, data);
  return eventText({ id, event: event.kind, data });
}
