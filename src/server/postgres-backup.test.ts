/**
 * The drill of a PostgreSQL by its own tools, as docs/guides/backup-and-upgrade.md has it: a dump and a base backup while work is in
 * flight, a loss, the way back to a point in time and to the dump, and what is done again afterwards.
 */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import type { ExecutionPage } from '#api/executions/operations.ts';
import type { ExecutionView } from '#api/executions/schemas.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import { openSmtpRelay, type SmtpRelay } from './email/testing/smtp-relay.ts';
import { ask, flowOf, send, widget } from './flows/testing/flows.ts';
import { readConfig } from './platform/config.ts';
import { type Running, start } from './start.ts';
import { isOnCitus } from './testing/postgres.ts';
import { postgresClientIsMissing } from './testing/postgres-programs.ts';
import { RestartablePostgres } from './testing/restartable-postgres.ts';
import { basicAuthorization } from './testing/server.ts';

const timeoutMs = 60_000;
const account = { account_sid: `AC${'e'.repeat(32)}`, auth_token: 'token-of-the-drill' };
const authorization = basicAuthorization(account);
/** By what becomes of their executions. */
const [waits, inFlight, later] = ['+15550000001', '+15550000002', '+15550000003'] as const;
const folder = mkdtempSync(join(tmpdir(), 'patchbay-drill-'));
/** The idempotency keys of the requests of flows, in the order in which they came. */
const requested: string[] = [];
const web = createServer((request, response) => {
  requested.push(String(request.headers['idempotency-key']));
  response.setHeader('content-type', 'application/json').end('{}');
});
let postgres: RestartablePostgres;
let relay: SmtpRelay;
let running: Running | null = null;
let flow = '';
let messages = 0;

const missing = postgresClientIsMissing('pg_dump');
const why = missing === null ? '' : ` (left out: ${missing})`;

describe.skipIf(isOnCitus() || missing !== null)(`a PostgreSQL that is lost${why}`, () => {
  beforeAll(async () => {
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    relay = await openSmtpRelay();
    postgres = await RestartablePostgres.start(
      ...['archive_mode=on', 'archive_command=test ! -f ../archive/%f && cp %p ../archive/%f'],
      // No power fails here.
      'fsync=off',
    );
    postgres.run('mkdir', 'archive');
  }, timeoutMs);
  afterAll(async () => {
    await stopServer();
    await postgres?.remove();
    await relay?.close();
    web.close();
    rmSync(folder, { recursive: true, force: true });
  }, timeoutMs);

  /** Where the base backup is to be rolled forward to. */
  let beforeTheMistake = '';
  let counted: { dumped: Counts[]; atThatTime: Counts[] };

  it(
    'is backed up while it is used, and work waits',
    async () => {
      await startServer(postgres.url, 'all');
      const { port } = web.address() as AddressInfo;
      await addFlow(`http://127.0.0.1:${port}/`);
      await startFlow(waits);
      await expect.poll(() => requested.length).toBe(1);
      await sendEmail('before');
      await expect.poll(recipients).toEqual(['before']);
      await stopServer();
      // Without workers both wait.
      await startServer(postgres.url, 'api');
      await startFlow(inFlight);
      await sendEmail('in-flight');
      const first = await countRows(postgres.url);
      postgres.run('pg_dump', '--format=custom', '--file=monday.dump', postgres.url);
      postgres.run(
        'pg_basebackup',
        '--pgdata=base',
        '--checkpoint=fast',
        '--no-sync',
        `--dbname=${postgres.url}`,
      );
      const dumped = [first, await countRows(postgres.url)];
      await stopServer();

      await startServer(postgres.url, 'all');
      await startFlow(later);
      await sendEmail('after');
      await expect.poll(recipients).toEqual(['before', 'in-flight', 'after']);
      await expect.poll(() => requested.length).toBe(3);
      await answer(inFlight);
      const second = await countRows(postgres.url);
      beforeTheMistake = await readOne(postgres.url, 'select clock_timestamp()::text');
      counted = { dumped, atThatTime: [second, await countRows(postgres.url)] };
      await request(paths.flow(flow), { method: 'DELETE' });
      await archiveAll();
      await stopServer();
    },
    timeoutMs,
  );

  it(
    'goes back to a point in time, and does nothing twice',
    async () => {
      await postgres.crash();
      postgres.run('rm', '-rf', 'data');
      postgres.run('cp', '-R', 'base', 'data');
      postgres.configure(
        ...["restore_command = 'cp ../archive/%f %p'", `recovery_target_time = '${beforeTheMistake}'`],
        "recovery_target_action = 'promote'",
      );
      postgres.run('touch', 'data/recovery.signal');
      await postgres.boot();
      await expect.poll(() => readOne(postgres.url, 'select pg_is_in_recovery()::text')).toBe('false');
      expectCounts(await countRows(postgres.url), counted.atThatTime, inGuide);

      await startServer(postgres.url, 'all');
      expect(await statusOf(inFlight)).toBe('ended');
      await answer(waits);
      await answer(later);
      await sendEmail('afterwards');
      // It is sent after all that was due before it.
      await expect.poll(recipients).toEqual(['before', 'in-flight', 'after', 'afterwards']);
      expect(requested.length).toBe(3);
      await stopServer();
    },
    timeoutMs,
  );

  it(
    'goes back to a dump, and repeats what was in flight under the same name',
    async () => {
      const restored = new URL(postgres.url);
      restored.pathname = '/patchbay_restored';
      const create = ['--template=template0', '--encoding=UTF8', 'patchbay_restored'];
      postgres.run('createdb', `--maintenance-db=${postgres.url}`, ...create);
      const strict = ['--no-owner', '--exit-on-error', '--single-transaction'];
      postgres.run('pg_restore', ...strict, `--dbname=${restored.href}`, 'monday.dump');
      const found = await countRows(restored.href);
      expectCounts(found, counted.dumped, [...found.keys()]);

      await startServer(restored.href, 'all');
      expect(await statusOf(later)).toBe(null);
      await expect.poll(() => requested.length).toBe(4);
      expect(requested[3]).toBe(requested[1]);
      await answer(inFlight);
      await answer(waits);
      await sendEmail('last');
      await expect.poll(() => recipients().slice(4)).toEqual(['in-flight', 'last']);
      expect(emails()[4]).toEqual(emails()[1]);
      await stopServer();
    },
    timeoutMs,
  );
});

async function startServer(url: string, role: 'all' | 'api'): Promise<void> {
  running = await start(
    readConfig({
      ...{ HOST: '127.0.0.1', PORT: '0', SMTP_PORT: 'off', ROLE: role, DATABASE_URL: url },
      ...{ DATA_DIR: folder, LOG_LEVEL: 'silent', SECRET_KEY: 'key of the drill of backups' },
      ...{ OUTBOUND_ALLOW: '127.0.0.1', SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}` },
      ...{ PATCHBAY_ACCOUNT_SID: account.account_sid, PATCHBAY_AUTH_TOKEN: account.auth_token },
    }),
  );
}

async function stopServer(): Promise<void> {
  await running?.stop();
  running = null;
}

async function request<Body>(path: string, init: RequestInit = {}): Promise<Body> {
  const response = await fetch(`${running?.url}${path}`, {
    ...init,
    headers: { authorization, ...init.headers },
  });
  const body = await response.text();
  expect(response.ok, body).toBe(true);
  return (body === '' ? null : JSON.parse(body)) as Body;
}

function post<Body>(path: string, fields: Record<string, string>): Promise<Body> {
  return request<Body>(path, { method: 'POST', body: new URLSearchParams(fields) });
}

/** It requests the URL, asks, and ends with the reply. */
async function addFlow(url: string): Promise<void> {
  const fetching = widget(
    'make-http-request',
    'fetch',
    { method: 'GET', url },
    { success: 'ask', failed: null },
  );
  const definition = flowOf(
    fetching,
    ask('ask', 'And?', 3_600, 'thank', null),
    send('thank', 'Thanks', null),
  );
  const fields = { FriendlyName: 'Drill', Status: 'published', Definition: JSON.stringify(definition) };
  flow = (await post<FlowResource>(paths.flows, fields)).sid;
}

function startFlow(To: string): Promise<unknown> {
  return post(paths.executions(flow), { To, From: '+15559999' });
}

/** The contact writes once it is asked, and its execution ends. */
async function answer(From: string): Promise<void> {
  const { executions } = await request<ExecutionPage>(paths.executions(flow));
  const { sid = '' } = executions.find((each) => each.contact_channel_address === From) ?? {};
  const view = () => request<ExecutionView>(paths.executionView(flow, sid));
  await expect.poll(async () => (await view()).at).toBe('ask');
  messages += 1;
  const MessageSid = `SM${String(messages).padStart(32, '0')}`;
  const body = new URLSearchParams({ MessageSid, From, To: '+15559999', Body: 'Yes' });
  const address = `${running?.url}${paths.webhook(account.account_sid, flow)}`;
  expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
  expect(await statusOf(From)).toBe('ended');
}

/** Of the execution of a contact; null where there is none. */
async function statusOf(contact: string): Promise<string | null> {
  const { executions } = await request<ExecutionPage>(paths.executions(flow));
  return executions.find((each) => each.contact_channel_address === contact)?.status ?? null;
}

function sendEmail(name: string): Promise<unknown> {
  const email = {
    personalizations: [{ to: [{ email: `${name}@receiver.example` }] }],
    ...{ from: { email: 'desk@receiver.example' }, subject: name },
    content: [{ type: 'text/plain', value: 'Hi' }],
  };
  const headers = { 'content-type': 'application/json' };
  return request(emailPaths.sendEmail, { method: 'POST', headers, body: JSON.stringify(email) });
}

/** What the relay has got, in the order in which it came. */
function emails(): { to: string | undefined; id: string | undefined }[] {
  return relay.messages.map(({ recipient, text }) => ({
    to: recipient.split('@')[0],
    id: /^message-id: (.+)$/im.exec(text)?.[1],
  }));
}

function recipients(): (string | undefined)[] {
  return emails().map(({ to }) => to);
}

type Counts = ReadonlyMap<string, number>;

/** The tables that the guide counts. */
const inGuide = ['accounts', 'flows', 'executions', 'steps', 'messages', 'inbound_mails', 'outbound_mails'];

async function countRows(url: string): Promise<Counts> {
  return await onDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const counts = new Map<string, number>();
    for (const { name } of rows) {
      const found = await client.query(`select count(*)::integer as count from "${name}"`);
      counts.set(name, found.rows[0].count);
    }
    return counts;
  });
}

/** `around` was counted just before and after: a server writes into some tables by itself. */
function expectCounts(found: Counts, around: readonly Counts[], tables: readonly string[]): void {
  const [before, after] = around;
  expect(found.size).toBe(before?.size);
  for (const table of tables) {
    const counts = [before?.get(table) ?? -1, after?.get(table) ?? -1];
    expect(found.get(table), table).toBeGreaterThanOrEqual(Math.min(...counts));
    expect(found.get(table), table).toBeLessThanOrEqual(Math.max(...counts));
  }
}

/** Ends the segment of the write-ahead log; resolves once it is archived. */
async function archiveAll(): Promise<void> {
  const segment = await readOne(postgres.url, 'select pg_walfile_name(pg_switch_wal())');
  const archived = "select coalesce(last_archived_wal, '') from pg_stat_archiver";
  await expect.poll(async () => (await readOne(postgres.url, archived)) >= segment).toBe(true);
}

function readOne(url: string, query: string): Promise<string> {
  return onDatabase(
    url,
    async (client) => (await client.query({ text: query, rowMode: 'array' })).rows[0]?.[0],
  );
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
