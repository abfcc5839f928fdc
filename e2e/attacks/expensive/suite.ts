/**
 * From the schemas of all operations, the jobs that they begin and the commands of SMTP: the most expensive that 10 kB and 1 MB can ask for,
 * of an account that has many rows of everything. While one asks, nobody else waits longer than the bound.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emailPaths } from '#api/email/paths.ts';
import { erasurePaths } from '#api/erasures/paths.ts';
import type { Operation } from '#api/operation/operation.ts';
import { operations } from '#api/operations.ts';
import { paths } from '#api/paths.ts';
import { startPostgres } from '#server/testing/postgres.ts';
import { askRightly, inOrder, requestsOf, type TestAccount } from '../../contract/conformance.ts';
import { createEmailFixtures } from '../../contract/email-fixtures.ts';
import { withField } from '../../contract/field-contract.ts';
import { basic, type HttpRequest, send } from '../../contract/http-client.ts';
import { KnownResources } from '../../contract/known-resources.ts';
import { createPeopleFixtures } from '../../contract/people-fixtures.ts';
import { createScimFixtures } from '../../contract/scim-fixtures.ts';
import { type RunningServer, startServer } from '../../server.ts';
import { StallProbe } from '../stalls.ts';
import { type Cost, LockWatch, Measure, type Work } from './measure.ts';
import { type Expensive, expensiveRequests, type Size } from './requests.ts';
import { multiplyRows, postgresRows, type RowStore, sqliteRows } from './rows.ts';
import { smtpCommands, smtpEmails } from './smtp.ts';

export type Settings = {
  /** Of each table. With 0 the account has one of everything. */
  rows: number;
  /** Each field is tried with one in so many kinds of texts; with 1 with all. */
  oneIn: number;
  /** Of the requests that may be sent again one in so many is sent; all without. */
  oneRequestIn?: number;
  /** How large bodies are, in bytes; all sizes without. */
  sizes?: readonly number[];
  /** Below this part of its bound nothing is measured alone. */
  interest?: number;
  /** Part of the name of an operation; all without. */
  only?: string;
};
export type Found = { name: string; passed: number; failures: string[]; slowest: Cost[] };

/** Milliseconds that others wait at most; while somebody without credentials asks. */
const bounds = { known: 100, anybody: 20 };
const tenKilobytes = 10 * 1024;
const megabyte = 1024 * 1024;
/** Other requests than these come in through the same doors, and these would end the access of the test. */
const left: ReadonlySet<string> = new Set(['RotateAuthToken', 'CreateSession', 'DeleteSession']);
/** A job of many rows goes on beside what comes next. */
const settledMs = 5_000;
const environment = { LOG_LEVEL: 'error', EMAIL_RATE_LIMIT: '1000000', SUBACCOUNT_LIMIT: '0' };

export async function tryExpensive(
  on: 'the embedded file' | 'PostgreSQL',
  settings: Settings,
  print: (line: string) => void,
): Promise<Found> {
  const postgres = on === 'PostgreSQL' ? await startPostgres() : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'patchbay-expensive-'));
  const probe = new StallProbe();
  const env = { ...environment, ...(postgres !== null && { DATABASE_URL: postgres.url }) };
  const openRows = async () => (postgres === null ? sqliteRows(dataDir) : await postgresRows(postgres.url));
  try {
    const first = await startServer({ dataDir, env });
    const account = await makeOneOfEach(first).finally(() => first.stop());
    if (settings.rows > 0) {
      const store = await openRows();
      const counts = await multiplyRows(store, first.account.sid, settings.rows).finally(() => store.close());
      const full = [...counts].filter(([, count]) => count >= settings.rows);
      print(`${on}: ${full.length} of ${counts.size} tables have ${settings.rows} rows`);
      print(
        `  fewer: ${[...counts]
          .filter(([, count]) => count < settings.rows)
          .map((each) => each.join(' '))
          .join(', ')}`,
      );
    }
    const server = await startServer({ dataDir, env: { ...env, ...probe.env } });
    const locks = postgres === null ? null : await LockWatch.on(postgres.url);
    const jobs = await openRows();
    const others = locks === null ? null : new Others(server.url, account);
    try {
      const measure = new Measure({ server, probe, locks }, settings.interest ?? 0.12, print);
      const done = settings.rows === 0 ? async () => {} : () => settled(jobs);
      await measureAll({ ...account, base: server.url }, server, measure, settings, done);
      return judged(on, measure);
    } finally {
      await others?.end();
      await locks?.end();
      await jobs.close();
      await server.stop();
    }
  } finally {
    await postgres?.stop();
    probe.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function makeOneOfEach(server: RunningServer): Promise<TestAccount> {
  const known = new KnownResources();
  const authorization = basic(server.account.sid, server.account.token);
  known.values.set('own account', server.account.sid).set('own token', server.account.token);
  await createEmailFixtures(server.url, authorization, known);
  await createPeopleFixtures(server.url, authorization, known);
  await createScimFixtures(server.url, authorization, known);
  const judge = () => ({ operation: '', fault: null });
  const account: TestAccount = { base: server.url, judge, known, marker: 'expensive', authorization };
  await askRightly(account, ({ id, method }) => method !== 'DELETE' && !left.has(id));
  return account;
}

async function measureAll(
  account: TestAccount,
  server: RunningServer,
  measure: Measure,
  { rows, oneIn, oneRequestIn = 1, only, sizes = [tenKilobytes, megabyte] }: Settings,
  done: () => Promise<void>,
): Promise<void> {
  const asked = inOrder.filter(({ id }) => !left.has(id) && (only === undefined || id.includes(only)));
  let made = 0;
  const some = function* (all: Iterable<Expensive>): Generator<Work> {
    for (const each of all) {
      made += 1;
      if (made % oneRequestIn === 0) yield workOf(each);
    }
  };
  const workOf = ({ name, request }: Expensive): Work => ({
    name,
    run: () => answerTo(account.base, request),
  });
  const once = async (operation: Operation, request: HttpRequest | undefined, name = 'as it should be') => {
    if (request !== undefined)
      await measure.once(workOf({ name: `${operation.id}: ${name}`, request }), done);
  };
  for (const operation of asked) {
    if (operation.method === 'DELETE') continue;
    const [good] = requestsOf(operation, account);
    if (operation.method !== 'GET') await once(operation, good);
    else if (good !== undefined)
      await measure.repeatable(
        [workOf({ name: `${operation.id}: as it should be`, request: good })],
        boundOf(operation),
      );
  }
  for (const operation of asked) {
    const bound = boundOf(operation);
    const queries = queriesOf(operation, account, rows === 0 ? others.slice(0, 2) : others);
    await measure.repeatable(some(queries), bound);
    for (const bytes of sizes) {
      if (bytes > tenKilobytes && operation.method === 'GET') continue;
      const fewer = oneIn * (bytes > tenKilobytes ? 3 : 1);
      const size: Size = { bytes, takes: (kind, field) => (kind + field) % fewer === 0 };
      await measure.repeatable(some(expensiveRequests(operation, account, size)), bound);
    }
    if (operation.method === 'GET') continue;
    if (operation.access === 'anybody') continue;
    await measure.repeatable(
      some(withoutCredentials(operation, account, Math.max(...sizes))),
      bounds.anybody,
    );
  }
  if (server.smtpPort !== null && only === undefined) {
    const hostname = account.known.values.get('hostname') ?? '';
    const chosen = <T>(all: Iterable<T>) => [...all].filter((_, at) => at % oneIn === 0);
    await measure.repeatable(chosen(smtpCommands(server.smtpPort, tenKilobytes)), bounds.anybody);
    for (const bytes of sizes) {
      const list = chosen(smtpEmails(server.smtpPort, hostname, bytes));
      await measure.repeatable(list, bounds.anybody);
      await done();
    }
  }
  await measure.finish();
  if (only === undefined && rows > 0) for (const work of inBulk(account)) await measure.once(work, done);
  for (const operation of asked.filter(({ method }) => method === 'DELETE'))
    await once(operation, requestsOf(operation, account)[0]);
}

const betweenStartsMs = 100;

/** Somebody else of the account, who starts an execution again and again: who holds a lock for long keeps them waiting. */
class Others {
  #ended = false;
  readonly #starting: Promise<void>;

  constructor(base: string, { authorization, known }: TestAccount) {
    const path = paths.executions(known.newest('FW'));
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const start = async () => {
      for (let nth = 0; !this.#ended; nth += 1) {
        const body = new URLSearchParams({
          To: `+1600${String(nth).padStart(7, '0')}`,
          From: '+15005550006',
        });
        await send(base, { method: 'POST', path, headers, body: body.toString() }).catch(() => {});
        await sleep(betweenStartsMs);
      }
    };
    this.#starting = start();
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#starting;
  }
}

const boundOf = ({ access }: Operation) => (access === 'anybody' ? bounds.anybody : bounds.known);

const longAgo = '1975-01-01';
const others = ['zzzz', '%', '+15005550006', '2020-01-01', '2020-01-01T00:00:00Z', '{}', '[]', '0'];

/** Each limit of a query at its largest, alone and all together since long ago, each choice, and `others`, such as what matches nothing. */
function* queriesOf(
  operation: Operation,
  account: TestAccount,
  otherValues: readonly string[],
): Generator<Expensive> {
  const [good] = requestsOf(operation, account);
  if (good === undefined) return;
  let largest = good;
  for (const [field, schema] of Object.entries(operation.query ?? {})) {
    const { maximum, enum: choices = [] } = schema as { maximum?: number; enum?: string[] };
    const most = maximum === undefined ? [] : [String(maximum)];
    const since = /^(?:start_date|Date\w*From|after|since)$/i.test(field) ? [longAgo] : [];
    for (const value of [...most, ...since]) largest = withField(largest, 'query', field, value);
    for (const value of [...most, ...since, ...choices, ...otherValues])
      yield {
        name: `${operation.id}: ${field}=${value}`,
        request: withField(good, 'query', field, value),
      };
  }
  if (largest !== good) yield { name: `${operation.id}: all at their largest`, request: largest };
}

/** Bodies of somebody whose credentials are wrong. */
function* withoutCredentials(
  operation: Operation,
  account: TestAccount,
  bytes: number,
): Generator<Expensive> {
  const nobody = { ...account, authorization: basic('AC0', '0') };
  for (const { name, request } of expensiveRequests(operation, nobody, {
    bytes,
    takes: () => false,
  })) {
    const headers = { ...request.headers, authorization: nobody.authorization };
    yield { name: `${name}, without credentials`, request: { ...request, headers } };
  }
}

/** What is about all rows of a kind. */
function inBulk({ base, authorization, known }: TestAccount): Work[] {
  const form = (path: string, fields: Record<string, string>): Expensive['request'] => ({
    ...{
      method: 'POST',
      path,
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    },
    body: new URLSearchParams(fields).toString(),
  });
  const json = (method: string, path: string, body: object): Expensive['request'] => ({
    ...{ method, path, headers: { authorization, 'content-type': 'application/json' } },
    body: JSON.stringify(body),
  });
  const many = <T>(count: number, make: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => make(at));
  const flow = known.newest('FW');
  const contact = '["+15005559876","+15005550006"]';
  const all: Record<string, HttpRequest> = {
    'all executions of a flow are ended': form(paths.executionEndings(flow), { Executions: 'all' }),
    'all executions are ended by a batch': form(paths.executionBatches, { Action: 'end', Status: 'active' }),
    'a contact with many rows is exported': form(erasurePaths.contactExport, {
      Values: contact,
      Reason: 'All',
    }),
    'a contact with many rows is erased': form(erasurePaths.erasures, { Values: contact, Reason: 'All' }),
    'an email to 1,000 recipients': json('POST', emailPaths.sendEmail, {
      ...{ from: { email: 'desk@example.org' }, subject: 'Hello' },
      content: [{ type: 'text/html', value: `<p>${'Hello -name- '.repeat(500)}</p>` }],
      personalizations: many(1_000, (at) => ({
        to: [{ email: `r${at}@mailbox.test` }],
        substitutions: { '-name-': `Reader ${at}` },
      })),
    }),
    '30,000 suppressed addresses are imported': form(paths.suppressionImport('bounces'), {
      Csv: many(30_000, (at) => `imported${at}@example.org`).join('\r'),
    }),
    '20,000 addresses are suppressed at once': json('POST', emailPaths.globalSuppressions, {
      recipient_emails: many(20_000, (at) => `global${at}@example.org`),
    }),
  };
  return Object.entries(all).map(([name, request]) => ({
    name,
    run: () => answerTo(base, request),
  }));
}

/** The status, and why it is no success. */
async function answerTo(base: string, request: HttpRequest): Promise<string> {
  try {
    const { status, body } = await send(base, request);
    return status < 300 ? String(status) : `${status} ${body.slice(0, 200)}`;
  } catch (error) {
    return `no response (${error instanceof Error ? error.message : error})`;
  }
}

/** Waits until no job is due, or for some seconds. */
async function settled(store: RowStore): Promise<void> {
  for (const deadline = Date.now() + settledMs; Date.now() < deadline; await sleep(100)) {
    const now = Date.now();
    const [{ count = 0 } = {}] = await store.all<{ count: number }>(
      `select count(*) as count from jobs where dead_at is null and (run_at <= ${now} or lease_until > ${now})`,
    );
    if (Number(count) === 0) return;
  }
}

function judged(on: string, { costs, count }: Measure): Found {
  const byAnybody = new Set(operations.filter(({ access }) => access === 'anybody').map(({ id }) => id));
  const boundOf = ({ name }: Cost) =>
    name.endsWith('without credentials') ||
    /^(SMTP|email:)/.test(name) ||
    byAnybody.has(name.split(':')[0] ?? '')
      ? bounds.anybody
      : bounds.known;
  const failures = costs
    .filter((cost) => cost.ms >= boundOf(cost) || /^5(?!03)|^no response/.test(cost.seen))
    .map(
      (cost) =>
        `${on}: ${cost.name}: ${cost.seen}, others waited ${Math.round(cost.ms)} of ${boundOf(cost)} ms`,
    );
  const slowest = costs.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  return { name: on, passed: count - failures.length, failures, slowest };
}
