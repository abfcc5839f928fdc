/** A restored database: it is recognized, and the numbers of its turn log go on rising. */

import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { createBackup } from './backup.ts';
import type { Database } from './database.ts';
import { ownLogNumber } from './log-numbers.ts';
import { openDatabase } from './open-database.ts';

const now = Date.UTC(2026, 10, 6, 12);
const clockNumber = now * 1_000;

/** What the next turn gets. */
async function nextNumber(database: Database): Promise<number> {
  return await database.write(async (tx) => {
    const { rows } = await sql<{ number: number }>`select ${ownLogNumber(tx)} as number`.execute(tx);
    return Number(rows[0]?.number);
  });
}

const addTurn = (database: Database, xid: number) =>
  database.write((tx) =>
    tx
      .insertInto('live_turns')
      .values({
        ...{ xid, account: 'AC1', flow: 'FW1', execution: 'FN1', shard: 0 },
        ...{ first_step: 1, last_step: 1, began: 1, ended: 0, at: 1 },
      })
      .execute(),
  );

describe('a backup of the embedded file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-numbers-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const withDatabase = async <T>(at: number, work: (database: Database) => Promise<T>) => {
    const place = { dataDir: folder, databaseUrl: null, databasePool: 2 };
    const database = await openDatabase(place, 'exclusive', at);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };

  it('that is put in the place of the file goes on above what the lost file may have given out', async () => {
    expect(await withDatabase(now, nextNumber)).toBe(0);
    const backup = join(folder, 'backup.db');
    createBackup(folder, backup);
    expect(await withDatabase(now, nextNumber)).toBe(0);
    for (const at of [now, now + 1]) {
      copyFileSync(backup, join(folder, 'patchbay.db'));
      expect(await withDatabase(at, nextNumber)).toBe(at * 1_000);
      expect(await withDatabase(at + 5, nextNumber)).toBe(at * 1_000);
    }
  });
});

describe('a restored PostgreSQL', () => {
  let server: TestPostgres;
  let url: string;
  beforeAll(() => {
    server = sharedTestPostgres();
  });
  beforeEach(async () => {
    url = await server.create();
  });
  afterAll(() => server.stop());

  const open = (at = now, address = url) =>
    openDatabase({ dataDir: '', databaseUrl: address, databasePool: 2 }, 'exclusive', at);
  const withDatabase = async <T>(at: number, work: (database: Database) => Promise<T>, address = url) => {
    const database = await open(at, address);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const run = async (text: string, address = url) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  /** As a dump brings the row back: another transaction writes it. */
  const rewriteNote = () =>
    run(`begin; create temp table kept on commit drop as select * from log_numbers;
      delete from log_numbers; insert into log_numbers select * from kept; commit`);
  const current = () =>
    run('select pg_current_xact_id()::text::bigint as xid').then(([row]) => Number(row.xid));

  it('is none where a server starts again, also after maintenance has rewritten its tables', async () => {
    const before = await withDatabase(now, nextNumber);
    for (const work of [
      'vacuum freeze log_numbers',
      'vacuum full log_numbers',
      'cluster log_numbers using log_numbers_pkey',
    ]) {
      await run(work);
      const number = await withDatabase(now, nextNumber);
      expect(number).toBeGreaterThan(before);
      expect(number).toBeLessThan(before + 1_000);
    }
  });

  it('goes on above its clock when its rows come from a dump, and does so once', async () => {
    await withDatabase(now, nextNumber);
    await rewriteNote();
    const number = await withDatabase(now, nextNumber);
    expect(number).toBeGreaterThanOrEqual(clockNumber);
    expect(number).toBeLessThan(clockNumber + 1_000);
    const next = await withDatabase(now + 1_000, nextNumber);
    expect(next).toBeGreaterThan(number);
    expect(next).toBeLessThan(clockNumber + 1_000);
  });

  it('goes on above its rows when the clock is behind them', async () => {
    await withDatabase(now, (database) => addTurn(database, clockNumber + 7_000_000));
    await rewriteNote();
    expect(await withDatabase(now, nextNumber)).toBeGreaterThan(clockNumber + 7_000_000);
  });

  it('is recognized in another database of the cluster that was copied as files', async () => {
    await withDatabase(now, nextNumber);
    const copy = new URL(url);
    copy.pathname = `/patchbay_copy_${randomUUID().replaceAll('-', '')}`;
    await run(
      `create database ${copy.pathname.slice(1)} template ${new URL(url).pathname.slice(1)}`,
      `${new URL('/postgres', url)}`,
    );
    try {
      expect(await withDatabase(now, nextNumber, copy.href)).toBeGreaterThanOrEqual(clockNumber);
    } finally {
      await run(`drop database ${copy.pathname.slice(1)} with (force)`, `${new URL('/postgres', url)}`);
    }
  });

  it('is recognized by its rows when the version before noted no place', async () => {
    const database = await open();
    await addTurn(database, (await current()) + 1_000_000);
    await database.close();
    const forget = "update log_numbers set place = '', noted_by = 0";
    await run(forget);
    expect(await withDatabase(now, nextNumber)).toBeGreaterThanOrEqual(clockNumber);
  });

  it('is none where the version before noted no place and its rows are of this cluster', async () => {
    await withDatabase(now, async (database) => addTurn(database, await current()));
    await run("update log_numbers set place = '', noted_by = 0");
    expect(await withDatabase(now, nextNumber)).toBeLessThan((await current()) + 1);
  });

  it('is recognized by a role that may not ask for the identity of the cluster', async () => {
    const role = `plain_${randomUUID().replaceAll('-', '')}`;
    const own = new URL(url);
    own.username = role;
    await run(`create role ${role} login; grant all on schema public to ${role};
      revoke execute on function pg_control_system, pg_walfile_name from public`);
    try {
      const before = await withDatabase(now, nextNumber, own.href);
      expect(await withDatabase(now, nextNumber, own.href)).toBeLessThan(before + 1_000);
      await rewriteNote();
      expect(await withDatabase(now, nextNumber, own.href)).toBeGreaterThanOrEqual(clockNumber);
    } finally {
      await run(`drop owned by ${role}; drop role ${role}`);
    }
  });

  it('gets one lead, however many processes start on it, and turns in progress are waited for', async () => {
    await withDatabase(now, nextNumber);
    const database = await open();
    const inserted = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const turn = database.write(async (tx) => {
      await tx
        .insertInto('live_turns')
        .values({
          ...{ xid: ownLogNumber(tx), account: 'AC1', flow: 'FW1', execution: 'FN1', shard: 0 },
          ...{ first_step: 1, last_step: 1, began: 1, ended: 0, at: 1 },
        })
        .execute();
      inserted.resolve();
      await finish.promise;
    });
    await inserted.promise;
    await rewriteNote();
    const starts = [now, now + 5, now + 9].map((at) => withDatabase(at, async (each) => leadOf(each)));
    await expect
      .poll(
        async () =>
          (
            await run(
              "select 1 from pg_locks where mode = 'ExclusiveLock' and not granted and relation = 'live_turns'::regclass",
            )
          ).length,
      )
      .toBe(1);
    expect(await leadOf(database)).toBe(0);
    finish.resolve();
    await turn;
    expect(new Set(await Promise.all(starts)).size).toBe(1);
    await database.close();
  });

  const leadOf = async (database: Database) => {
    const row = await database.read.selectFrom('log_numbers').select('lead').executeTakeFirstOrThrow();
    return row.lead;
  };
});
