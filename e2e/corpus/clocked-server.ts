/**
 * A server in this process with a worker, a clock that stands until it is moved, and another system that answers the
 * requests of flows as it is told.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { paths } from '#api/paths.ts';
import { countDueTimers, fireNextTimer, nextTimerDueAt } from '#server/executions/service/timers.ts';
import { waitUntilIdle } from '#server/executions/service/wait-until-idle.ts';
import { workerTasks } from '#server/job-handlers.ts';
import type { PostTarget } from '#server/messaging/dialects/testing/call-through.ts';
import { startWorker } from '#server/platform/jobs/worker.ts';
import { createAddressGuard, createOutboundAgent } from '#server/platform/outbound/address-guard.ts';
import type { ServiceContext } from '#server/platform/service-context.ts';
import { openTestServer } from '#server/testing/server.ts';
import type { Mock } from '#simulator/mock.ts';

type Form = Record<string, string>;

export type ClockedServer = PostTarget & {
  ctx: ServiceContext;
  /** Where the other system listens; it is requested at `/CONTACT/WIDGET`. */
  origin: string;
  account: string;
  now(): number;
  /** Sends a request; a POST with a form. @throws Error for a status from 400 on */
  request(path: string, form?: Form): Promise<unknown>;
  /** The text of a response. */
  requestText(path: string, form?: Form): Promise<string>;
  /** Responses for the requests of a contact's flow, by widget, in order. */
  answerWith(contact: string, responses: ReadonlyMap<string, Mock[]>): void;
  /** Resolves when no request of the execution is under way. */
  idle(execution: string): Promise<void>;
  /** Moves the clock on; what becomes due on the way happens at its time, and requests of the execution are answered. */
  advance(ms: number, execution: string): Promise<void>;
  close(): Promise<void>;
};

export async function openClockedServer(): Promise<ClockedServer> {
  const server = await openTestServer({ OUTBOUND_ALLOW: '127.0.0.1' });
  const { ctx } = server;
  const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
  const worker = startWorker(ctx, { agent }, workerTasks);
  const responses = new Map<string, ReadonlyMap<string, Mock[]>>();
  const other = createServer((request, response) => void answer(request, response, responses));
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const request = async (url: string, form?: Form) => {
    const response = await server.send({
      url,
      headers: { host: 'localhost' },
      ...(form !== undefined && { form }),
    });
    if (response.statusCode >= 400)
      throw new Error(`${url} answered ${response.statusCode}: ${response.body}`);
    return response;
  };
  await request(paths.serviceEndpoint('tasks'), { Endpoint: `${origin}/tasks` });
  return {
    ctx,
    send: (url, { by, body, ...rest } = {}) =>
      server.send({
        url,
        ...rest,
        ...(by !== undefined && { by }),
        ...(body !== undefined && { payload: body }),
      }),
    origin,
    account: server.account.account_sid,
    now: () => ctx.clock.now(),
    request: async (path, form) => (await request(path, form)).json(),
    requestText: async (path, form) => (await request(path, form)).body,
    answerWith: (contact, given) => void responses.set(contact, given),
    idle: async (execution) => void (await waitUntilIdle(ctx, execution)),
    async advance(ms, execution) {
      const until = ctx.clock.now() + ms;
      const moveTo = (at: number) => server.advanceClock(Math.max(0, at - ctx.clock.now()));
      for (
        let due = await nextTimerDueAt(ctx);
        due !== null && due <= until;
        due = await nextTimerDueAt(ctx)
      ) {
        moveTo(due);
        while ((await countDueTimers(ctx)) > 0) await fireNextTimer(ctx);
        await waitUntilIdle(ctx, execution);
      }
      moveTo(until);
    },
    async close() {
      await worker.stop();
      await agent.destroy();
      other.closeAllConnections();
      other.close();
      await server.close();
    },
  };
}

/** HTTP requests name contact and widget in their path, requests to the service endpoint in their body. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  responses: ReadonlyMap<string, ReadonlyMap<string, Mock[]>>,
): Promise<void> {
  let text = '';
  for await (const piece of request) text += String(piece);
  const [, first = '', widget = ''] = new URL(request.url ?? '/', 'http://other').pathname.split('/');
  const asked = first === 'tasks' ? (JSON.parse(text) as { contact: string; widget: string }) : null;
  const contact = asked?.contact ?? decodeURIComponent(first);
  const mock = responses
    .get(contact)
    ?.get(asked?.widget ?? decodeURIComponent(widget))
    ?.shift();
  if (mock === undefined || mock.fault !== undefined) {
    request.socket.destroy();
    return;
  }
  const { status = 200, body } = mock;
  if (body === undefined) response.writeHead(status).end();
  else if (typeof body === 'string') response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
