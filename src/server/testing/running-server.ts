/** For tests: a whole server with its worker, on either kind of database, and a clock that stands until moved. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { ExecutionPage } from '#api/executions/operations.ts';
import type { ExecutionResource, ExecutionView } from '#api/executions/schemas.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { addAccount, type Credentials } from '../accounts/service.ts';
import { commandHandlers } from '../command-handlers.ts';
import { provideCommandHandlers } from '../executions/service/command-handler.ts';
import { workerTasks } from '../job-handlers.ts';
import { readConfig } from '../platform/config.ts';
import { followDataKeys } from '../platform/data-key-rotation.ts';
import { buildServer } from '../platform/http/server.ts';
import { startWorker, type Worker } from '../platform/jobs/worker.ts';
import { createAddressGuard, createOutboundAgent } from '../platform/outbound/address-guard.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { createServiceRuntime } from '../platform/service-runtime.ts';
import { routeTable } from '../routes.ts';
import { openMigratedFile } from './migrated-file.ts';
import {
  isOnCitus,
  isPoolOfOne,
  openTestPostgres,
  sharedTestPostgres,
  startMigratedPostgres,
} from './postgres.ts';
import { basicAuthorization, noLimits, testPasswordCost, testStartTime } from './server.ts';

type DatabaseKind = 'embedded' | 'PostgreSQL';

/** What tests run on. */
export const databaseKinds: readonly DatabaseKind[] =
  isOnCitus() || isPoolOfOne ? ['PostgreSQL'] : ['embedded', 'PostgreSQL'];

/** Each of them, with settings; and one where what contacts said is encrypted. */
export const plainAndEncrypted: readonly (readonly [
  DatabaseKind,
  string,
  Readonly<Record<string, string>>,
])[] = [
  ...databaseKinds.map((kind) => [kind, 'plain', {}] as const),
  [databaseKinds[0] ?? 'embedded', 'encrypted', { ENCRYPT_CONTACT_DATA: '1' }],
];

/** Milliseconds in which a database in the process has started even on a busy machine; for `beforeAll`. */
export const startTimeoutMs = 60_000;

type Fields = Record<string, string>;
type Send = {
  method?: 'GET' | 'POST' | 'DELETE';
  form?: Fields;
  /** A body that is written already, in the place of a form. */
  body?: string;
  by?: Credentials | null;
  host?: string;
  headers?: Fields;
};

export type RunningServer = {
  ctx: ServiceContext;
  account: Credentials;
  other: Credentials;
  /** Sends a request as `account` by default; with a form it is a POST. */
  send(url: string, options?: Send): Promise<LightMyRequestResponse>;
  /** A phone number that no other contact in the test has. */
  contact(): string;
  /** Stores a flow and gives its SID. */
  addFlow(definition: FlowDefinition, status?: 'draft' | 'published'): Promise<string>;
  /** Starts an execution by REST and gives its SID. */
  startExecution(flow: string, to: string, parameters?: object): Promise<string>;
  /** Posts to the flow's webhook as a carrier does. */
  postWebhook(flow: string, fields: Fields, query?: string): Promise<LightMyRequestResponse>;
  view(flow: string, execution: string): Promise<ExecutionView>;
  /** Newest first. */
  executionsOf(flow: string): Promise<ExecutionResource[]>;
  /** Resolves when the execution looks as `wanted` says. */
  eventually(flow: string, execution: string, wanted: object): Promise<void>;
  /** Advances the clock and wakes the workers. */
  advanceClock(ms: number): void;
  /** Starts another worker, as another process would. */
  addWorker(): Worker;
  /** The URL at which it listens from then on, for what needs a connection. */
  listen(): Promise<string>;
  close(): Promise<void>;
};

/** `log` takes the lines of the log from a level on; otherwise there are none. */
type RunningServerOptions = {
  worker?: boolean;
  allow?: string[];
  /** Further settings. */
  env?: Readonly<Record<string, string>>;
  log?: { level: string; to(line: string): void };
  /** Which turns of the log are settled depends on the transactions in all databases of a server. */
  ownPostgres?: boolean;
};

async function openMigratedPostgres(isOwn: boolean): Promise<{ url: string; stop(): Promise<void> }> {
  if (isOwn) return await startMigratedPostgres();
  const shared = sharedTestPostgres();
  return { url: await shared.createMigrated(), stop: shared.stop };
}

/** Flows on it may reach this machine. Without `worker` no job or timer runs until `addWorker`. */
export async function openRunningServer(
  kind: DatabaseKind,
  { worker = true, allow = ['127.0.0.1'], env, log, ownPostgres = false }: RunningServerOptions = {},
): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-running-'));
  const postgres = kind === 'PostgreSQL' ? await openMigratedPostgres(ownPostgres) : null;
  const database = postgres !== null ? openTestPostgres(postgres.url) : await openMigratedFile(folder);
  let now = testStartTime;
  let contacts = 0;
  const settings = readConfig({
    ...{ DATA_DIR: folder, LOG_LEVEL: log?.level ?? 'silent', OUTBOUND_ALLOW: allow.join(',') },
    ...noLimits,
    ...env,
  });
  const config = { ...settings, passwordCost: testPasswordCost };
  const { ctx } = createServiceRuntime(config, database, () => now, log && { write: log.to });
  provideCommandHandlers(ctx, commandHandlers);
  const dataKeys = await followDataKeys(ctx);
  const account = await addAccount(ctx, 'First');
  const other = await addAccount(ctx, 'Second');
  const app = await buildServer(ctx, routeTable);
  const agent = createOutboundAgent(createAddressGuard(config.outboundAllow));
  const workers: Worker[] = [];
  const running: RunningServer = {
    ctx: ctx,
    account,
    other,
    send: (url, { method, form, body, by = account, host: named = 'flows.test', headers } = {}) =>
      app.inject({
        method: method ?? (form === undefined && body === undefined ? 'GET' : 'POST'),
        url,
        headers: {
          host: named,
          ...(by !== null && { authorization: basicAuthorization(by) }),
          ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(form !== undefined && { payload: new URLSearchParams(form).toString() }),
        ...(body !== undefined && { payload: body }),
      }),
    contact() {
      contacts += 1;
      return `+1555${String(contacts).padStart(7, '0')}`;
    },
    async addFlow(definition, status = 'published') {
      const form = { FriendlyName: 'Test', Status: status, Definition: JSON.stringify(definition) };
      const response = await running.send(paths.flows, { form });
      expect(response.body).toContain('"sid"');
      return response.json<FlowResource>().sid;
    },
    async startExecution(flow, to, parameters = {}) {
      const form = { To: to, From: '+15559999', Parameters: JSON.stringify(parameters) };
      const response = await running.send(paths.executions(flow), { form });
      expect(response.statusCode).toBe(201);
      return response.json<{ sid: string }>().sid;
    },
    postWebhook: (flow, form, query = '') =>
      running.send(paths.webhook(account.account_sid, flow) + query, { form, by: null }),
    async view(flow, execution) {
      return (await running.send(paths.executionView(flow, execution))).json<ExecutionView>();
    },
    async executionsOf(flow) {
      return (await running.send(paths.executions(flow))).json<ExecutionPage>().executions;
    },
    eventually: (flow, execution, wanted) =>
      expect.poll(() => running.view(flow, execution)).toMatchObject(wanted),
    advanceClock(ms) {
      now += ms;
      ctx.wake();
    },
    addWorker() {
      const joined = startWorker(ctx, { agent }, workerTasks);
      workers.push(joined);
      return joined;
    },
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await app.close();
      await Promise.all(workers.map((each) => each.stop()));
      await agent.destroy();
      dataKeys.stop();
      await database.close();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  if (worker) running.addWorker();
  return running;
}
