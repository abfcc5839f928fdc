/** Databases that earlier versions have written, as `record.ts` made them, and how to ask a server on one. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';

export const account = { sid: `AC${'0123456789abcdef'.repeat(2)}`, token: 'token-of-the-recording' };
/** The responses have it in their URLs. */
export const port = 29_310;
export const settings = {
  ...{ HOST: '127.0.0.1', PORT: `${port}`, LOG_LEVEL: 'warn' },
  ...{ SECRET_KEY: 'key of the recorded databases', PATCHBAY_ACCOUNT_SID: account.sid },
  ...{ PATCHBAY_AUTH_TOKEN: account.token },
};

export const channel = '+15005550006';
/** By what their execution does. */
export const contacts = {
  ...{ ended: '+15005551010', waiting: '+15005551011' },
  ...{ reminded: '+15005551012', stopped: '+15005551013' },
  ...{ calling: '+15005551014', calledBack: '+15005551015' },
};

/** What is known of a recorded database: when it was made, in epoch milliseconds, and what its server responded to each path. */
export type Recording = { at: number; flow: string; responses: Record<string, unknown> };

export const recordedVersions = ['0.1.0', '0.2.0'];

/** `name` is the version, or for a PostgreSQL `VERSION-postgres`. */
export function readRecording(name: string): Recording {
  return JSON.parse(unpack(`${name}.json.gz`).toString());
}

/**
 * Writes the recorded database to `file`, with its times moved as if it had been recorded now: executions end after 30 days,
 * and what they hold is removed then.
 */
export function unpackDatabase(version: string, file: string): void {
  writeFileSync(file, unpack(`${version}.db.gz`));
  const { at } = readRecording(version);
  const by = Date.now() - at;
  const database = new DatabaseSync(file);
  // As a server leaves it.
  database.exec('pragma journal_mode = wal');
  database.exec('begin');
  for (const table of tableNames(database))
    for (const { name } of database.prepare(`pragma table_info("${table}")`).all())
      database
        .prepare(
          `update "${table}" set "${name}" = "${name}" + ? where typeof("${name}") = 'integer' and "${name}" between ? and ?`,
        )
        .run(by, ...movedTimes(at));
  database.exec('commit');
  database.close();
}

/** The rows of each table as JSON, in no order, of the columns that `only` names, where it does. */
export function readRows(file: string, only?: Columns): { rows: Map<string, string[]>; columns: Columns } {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = new Map<string, string[]>();
  const columns: Columns = new Map();
  for (const table of only?.keys() ?? tableNames(database)) {
    const own = database
      .prepare(`pragma table_info("${table}")`)
      .all()
      .map(({ name }) => String(name));
    const names = only?.get(table) ?? own;
    const kept = names.filter((name) => own.includes(name));
    columns.set(table, kept);
    const found = database.prepare(`select ${kept.map((name) => `"${name}"`).join()} from "${table}"`).all();
    rows.set(table, found.map((row) => JSON.stringify(row)).sort());
  }
  database.close();
  return { rows, columns };
}

export type Columns = Map<string, string[]>;

const dayMs = 86_400_000;
const lifetimeMs = 30 * dayMs;

/** Which times of a database that was recorded at `at` are moved: from its making to the end of what it has begun. */
export const movedTimes = (at: number) => [at - dayMs, at + lifetimeMs + dayMs] as const;

function tableNames(database: DatabaseSync): string[] {
  return database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => String(name));
}

export function unpack(name: string): Buffer {
  return gunzipSync(readFileSync(join(import.meta.dirname, name)));
}

type Sent = { form?: Record<string, string>; json?: unknown; method?: string };

export async function request(
  base: string,
  path: string,
  { form, json, method }: Sent = {},
): Promise<{ status: number; body: string }> {
  const body = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form);
  const response = await fetch(base + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Basic ${btoa(`${account.sid}:${account.token}`)}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body as BodyInit }),
  });
  return { status: response.status, body: await response.text() };
}
