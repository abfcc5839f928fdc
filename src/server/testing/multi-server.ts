/** For tests: any number of servers over one database that listen on real sockets, as processes would. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ExecutionResource } from '#api/executions/schemas.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { addAccount, type Credentials } from '../accounts/service.ts';
import { commandHandlers } from '../command-handlers.ts';
import { provideCommandHandlers } from '../executions/service/command-handler.ts';
import { readConfig } from '../platform/config.ts';
import { followDataKeys } from '../platform/data-key-rotation.ts';
import type { Database } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { buildServer } from '../platform/http/server.ts';
import { anyWorkerChannel, handleNotifications, offerWork } from '../platform/notification-handlers.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { createServiceRuntime } from '../platform/service-runtime.ts';
import { routeTable } from '../routes.ts';
import { openMigratedFile } from './migrated-file.ts';
import { isOnCitus, openTestPostgres, sharedTestPostgres, startMigratedPostgres } from './postgres.ts';
import type { databaseKinds } from './running-server.ts';
import { basicAuthorization, testPasswordCost, testStartTime } from './server.ts';

const closeTimeoutMs = 1_000;

export type ServerInstance = {
  ctx: ServiceContext;
  url: string;
  stop(): Promise<void>;
};

export type MultiServer = {
  database: Database;
  account: Credentials;
  other: Credentials;
  /** Starts one more server; on PostgreSQL it has connections of its own. */
  start(environment?: Readonly<Record<string, string>>): Promise<ServerInstance>;
  /** Moves the clock of all servers, and wakes their workers. */
  advanceClock(ms: number): void;
  close(): Promise<void>;
};

export async function openMultiServer(kind: (typeof databaseKinds)[number]): Promise<MultiServer> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-multi-'));
  // A cluster of its own: the order of events waits for the transactions of all databases of a cluster.
  const postgres = kind === 'PostgreSQL' ? await startOwn() : null;
  const address = postgres?.url;
  const open = () => (address === undefined ? null : openTestPostgres(address));
  const database = open() ?? (await openMigratedFile(folder));
  let now = testStartTime;
  await migrate(database, now);
  const running = new Set<ServerInstance>();
  const runtimeOn = (own: Database, environment: Readonly<Record<string, string>>) => {
    const settings = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...environment });
    const config = { ...settings, passwordCost: testPasswordCost };
    const runtime = createServiceRuntime(config, own, () => now);
    provideCommandHandlers(runtime.ctx, commandHandlers);
    return runtime;
  };
  const { ctx } = runtimeOn(database, {});
  return {
    database,
    account: await addAccount(ctx, 'First'),
    other: await addAccount(ctx, 'Second'),
    async start(environment = {}) {
      const own = open();
      const runtime = runtimeOn(own ?? database, environment);
      const dataKeys = await followDataKeys(runtime.ctx);
      const app = await buildServer(runtime.ctx, routeTable);
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      runtime.setListeningUrl(url);
      const unsubscribe = handleNotifications(runtime.ctx, true);
      forwardWork(runtime.ctx);
      const server: ServerInstance = {
        ctx: runtime.ctx,
        url,
        async stop() {
          running.delete(server);
          unsubscribe();
          dataKeys.stop();
          const closed = app.close();
          // As at a real stop: connections that a client opened and never used are not waited for.
          await Promise.race([closed, wait(closeTimeoutMs)]);
          app.server.closeAllConnections();
          await closed;
          await own?.close();
        },
      };
      running.add(server);
      return server;
    },
    advanceClock: (ms) => {
      now += ms;
      for (const each of running) each.ctx.wake();
    },
    async close() {
      await Promise.all([...running].map((each) => each.stop()));
      await database.close();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A test may have its workers in another one of the servers. What came from one is not offered again: that would go on for ever. */
function forwardWork(ctx: ServiceContext): void {
  const received = new Set<string>();
  ctx.database.onNotification(({ channel, text }) => {
    if (channel === anyWorkerChannel) received.add(text);
  });
  ctx.work.forward((kind) => {
    if (!received.delete(kind)) offerWork(ctx, kind);
  });
}

/** Of Citus there is one cluster. */
async function startOwn(): Promise<{ url: string; stop(): Promise<void> }> {
  if (!isOnCitus()) return await startMigratedPostgres();
  const shared = sharedTestPostgres();
  return { url: await shared.create(), stop: shared.stop };
}

/** Stores a flow as published and gives its SID. */
export async function addFlow(
  server: ServerInstance,
  by: Credentials,
  definition: FlowDefinition,
): Promise<string> {
  const form = { FriendlyName: 'Test', Status: 'published', Definition: JSON.stringify(definition) };
  const response = await post(server, by, paths.flows, form);
  expect(response.status).toBe(201);
  return ((await response.json()) as FlowResource).sid;
}

/** Starts an execution by REST and gives its SID. */
export async function startExecution(
  server: ServerInstance,
  by: Credentials,
  flow: string,
  to: string,
): Promise<string> {
  const response = await post(server, by, paths.executions(flow), { To: to, From: '+15559999' });
  expect(response.status).toBe(201);
  return ((await response.json()) as ExecutionResource).sid;
}

/** Writes to a flow as a contact does. */
export async function postMessage(
  server: ServerInstance,
  { account_sid }: Credentials,
  flow: string,
  { from, body, sid }: { from: string; body: string; sid: string },
): Promise<void> {
  const form = { MessageSid: sid, AccountSid: account_sid, From: from, To: '+15559999', Body: body };
  const address = server.url + paths.webhook(account_sid, flow);
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  expect(response.status).toBe(200);
  await response.text();
}

export function post(
  server: ServerInstance,
  by: Credentials,
  path: string,
  form: Record<string, string> | URLSearchParams,
): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: basicAuthorization(by) },
    body: new URLSearchParams(form),
  });
}
