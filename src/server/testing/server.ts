/** A whole server for tests, over an embedded database of its own and a clock that stands until it is moved. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { addAccount, type Credentials } from '../accounts/service.ts';
import { commandHandlers } from '../command-handlers.ts';
import { provideCommandHandlers } from '../executions/service/command-handler.ts';
import { readConfig } from '../platform/config.ts';
import { followDataKeys } from '../platform/data-key-rotation.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { buildServer, type ServerOptions } from '../platform/http/server.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { createServiceRuntime } from '../platform/service-runtime.ts';
import { routeTable } from '../routes.ts';
import { placeMigratedFile } from './migrated-file.ts';

export type TestServer = {
  app: FastifyInstance;
  ctx: ServiceContext;
  /** Moves the clock on by so many milliseconds. */
  advanceClock(ms: number): void;
  /** The time on the clock so many milliseconds from now, to the second, as the API writes it. */
  dateIn(ms: number): string;
  /** Sends a request as `by` (null: without credentials); a form is sent as such, everything else as it is given. */
  send(request: TestRequest): Promise<LightMyRequestResponse>;
  account: Credentials;
  other: Credentials;
  /**
   * Begins the next test of a file as a new server would: `account` and `other` are ones that nobody has used, and it is the same time of a
   * later day, so that no limit of one test counts in the next. What accounts have in common is gone: people, and the providers that the
   * sign-in page lists.
   */
  freshAccounts(): Promise<void>;
  close(): Promise<void>;
};

export type TestRequest = {
  method?: 'GET' | 'POST' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PUT' | 'PATCH';
  url: string;
  form?: Record<string, string | readonly string[]>;
  payload?: string | object;
  headers?: Record<string, string>;
  by?: Credentials | null;
  /** The address that the request comes from. */
  from?: string;
};

/** The clock of a test stands, so all that it starts falls into one second. */
export const noLimits = {
  START_LIMIT_REST: '0',
  START_LIMIT_INBOUND: '0',
  INBOUND_LIMIT_ADDRESS: '0',
  WRONG_CREDENTIALS_LIMIT: '0',
};

/** Lower than a server accepts: tests make many people. */
export const testPasswordCost = 10;

const dayMs = 24 * 60 * 60 * 1000;

/** The time at which the clock of a test begins. */
export const testStartTime = Date.UTC(2026, 10, 6, 12, 0, 0, 500);

/**
 * `environment` is added to the settings; requests are sent as `account` unless they say otherwise. `logTo` takes the lines
 * of the log, from LOG_LEVEL on.
 */
export async function openTestServer(
  environment: Record<string, string> = {},
  onRoute?: ServerOptions['onRoute'],
  logTo?: (line: string) => void,
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-server-'));
  const settings = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...noLimits, ...environment });
  const config = { ...settings, passwordCost: testPasswordCost };
  let now = testStartTime;
  await placeMigratedFile(folder);
  const database = await openDatabase(config, 'exclusive', now);
  const { ctx } = createServiceRuntime(config, database, () => now, logTo && { write: logTo });
  provideCommandHandlers(ctx, commandHandlers);
  const dataKeys = await followDataKeys(ctx);
  const app = await buildServer(ctx, routeTable, { onRoute });
  const server: TestServer = {
    app,
    ctx: ctx,
    account: await addAccount(ctx, 'First'),
    other: await addAccount(ctx, 'Second'),
    advanceClock: (ms) => {
      now += ms;
    },
    dateIn: (ms) => `${new Date(now + ms).toISOString().slice(0, -'.000Z'.length)}Z`,
    send: ({ method, url, form, payload, headers, by = server.account, from }) =>
      app.inject({
        method: method ?? (form === undefined && payload === undefined ? 'GET' : 'POST'),
        url,
        ...(from !== undefined && { remoteAddress: from }),
        headers: {
          host: 'flows.test',
          ...(by !== null && { authorization: basicAuthorization(by) }),
          ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(form !== undefined ? { payload: encodeForm(form) } : payload !== undefined && { payload }),
      }),
    async freshAccounts() {
      now = testStartTime + (Math.floor((now - testStartTime) / dayMs) + 1) * dayMs;
      await database.write(async (tx) => {
        await tx.deleteFrom('people').execute();
        await tx.deleteFrom('identity_providers').execute();
      });
      server.account = await addAccount(ctx, 'First');
      server.other = await addAccount(ctx, 'Second');
    },
    async close() {
      await app.close();
      dataKeys.stop();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** The Authorization header of these credentials. */
export function basicAuthorization({ account_sid, auth_token }: Credentials): string {
  return `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`;
}

function encodeForm(form: Record<string, string | readonly string[]>): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) {
    for (const each of [value].flat()) fields.append(name, each);
  }
  return fields.toString();
}
