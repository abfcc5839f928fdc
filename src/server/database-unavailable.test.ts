/** What every interface of a running server responds while PostgreSQL is gone or silent, and that it recovers by itself. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { readConfig } from './platform/config.ts';
import { type Running, start } from './start.ts';
import { RestartablePostgres } from './testing/restartable-postgres.ts';

const timeoutMs = 90_000;
const account = `AC${'d'.repeat(32)}`;
const authorization = `Basic ${Buffer.from(`${account}:token-of-the-test`).toString('base64')}`;

describe('a server without its database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-away-'));
  let postgres: RestartablePostgres;
  let running: Running | null = null;

  const begin = async () => {
    running = await start(
      readConfig({
        ...{ HOST: '127.0.0.1', PORT: '0', SMTP_PORT: '0' },
        ...{ DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'silent' },
        ...{ PATCHBAY_ACCOUNT_SID: account, PATCHBAY_AUTH_TOKEN: 'token-of-the-test' },
      }),
    );
  };
  beforeAll(async () => {
    postgres = await RestartablePostgres.start();
    await begin();
  }, timeoutMs);
  afterAll(async () => {
    await running?.stop();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }, timeoutMs);

  const ask = (path: string, form?: Record<string, string>) =>
    fetch(`${running?.url}${path}`, {
      headers: { authorization },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
  const responseTo = async (path: string, form?: Record<string, string>) => {
    const answer = await ask(path, form);
    return `${answer.status} after ${answer.headers.get('retry-after')}`;
  };
  /** The SMTP reply code to a message. */
  const mailed = async () => {
    const transport = createTransport({ host: '127.0.0.1', port: running?.smtpPort ?? 0 });
    const mail = { from: 'a@sender.test', to: 'x@inbound.test', subject: 'Hi', text: 'Hi' };
    const code = await transport.sendMail(mail).then(
      () => 250,
      (error: unknown) => (error instanceof Error && 'responseCode' in error ? error.responseCode : null),
    );
    transport.close();
    return code;
  };
  const message = { From: '+15550001111', To: '+15559999', Body: 'Hi' };

  it.each(['gone', 'silent'])(
    'that is %s: every interface says when to retry, and recovers',
    async (how) => {
      if (how === 'gone') await postgres.crash();
      else postgres.suspend();
      const [flows, started, keys, posted, smtp, ready, alive] = await Promise.all([
        responseTo(paths.flows),
        responseTo(paths.flows, { FriendlyName: 'F', Status: 'draft', Definition: '{}' }),
        responseTo('/v3/api_keys'),
        responseTo(paths.webhook(account, `FW${'0'.repeat(32)}`), message),
        mailed(),
        ask('/readyz').then(({ status }) => status),
        ask('/healthz').then(({ status }) => status),
      ]);
      expect({ flows, started, keys, posted }).toEqual({
        ...{ flows: '503 after 5', started: '503 after 5', keys: '503 after 5', posted: '503 after 5' },
      });
      expect({ smtp, ready, alive }).toEqual({ smtp: 451, ready: 503, alive: 200 });
      postgres.resume();
      await postgres.boot();
      await expect.poll(async () => (await ask(paths.flows)).status, { timeout: 30_000 }).toBe(200);
      expect((await ask('/v3/api_keys')).status).toBe(200);
    },
    timeoutMs,
  );

  it.each(['gone', 'silent'])(
    'that is %s can be stopped all the same',
    async (how) => {
      if (how === 'gone') await postgres.crash();
      else postgres.suspend();
      const stopped = running;
      running = null;
      await stopped?.stop();
      postgres.resume();
      await postgres.boot();
      await begin();
      expect((await ask(paths.flows)).status).toBe(200);
    },
    timeoutMs,
  );
});
