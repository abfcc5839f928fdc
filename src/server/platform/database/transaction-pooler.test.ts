/** PostgreSQL behind PgBouncer in transaction mode, with the address of PostgreSQL itself for sessions. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgBouncer, pgBouncerProgram } from '../../testing/pgbouncer.ts';
import { freePort, sharedTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import type { Database, Queries } from './database.ts';
import { openDatabase } from './open-database.ts';
import { prepared, type Values } from './prepared-query.ts';

/** Fewer connections than each process has, so that they share them. */
const serverConnections = 2;
const timeoutMs = 30_000;
const now = Date.UTC(2026, 10, 6, 12);

describe.skipIf(pgBouncerProgram() === null)('behind PgBouncer', () => {
  let server: TestPostgres;
  let direct: string;
  let bouncer: PgBouncer;
  let one: Database;
  let other: Database;

  const open = (databaseNotifyUrl: string) =>
    openDatabase(
      { dataDir: '', databaseUrl: bouncer.url, databaseNotifyUrl, databasePool: 5 },
      'exclusive',
      now,
    );

  beforeAll(async () => {
    server = sharedTestPostgres();
    direct = await server.create();
    bouncer = await PgBouncer.start(direct, await freePort(), serverConnections);
    [one, other] = await Promise.all([open(direct), open(direct)]);
  }, timeoutMs);
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await bouncer.stop();
    await server.stop();
  }, timeoutMs);

  const add = prepared((db, value: Values<{ name: string; value: string }>) =>
    db.insertInto('agreements').values({ name: value('name'), value: value('value') }),
  );
  const find = prepared((db, value: Values<{ name: string }>) =>
    db.selectFrom('agreements').selectAll().where('name', '=', value('name')),
  );

  it(
    'processes that start together have migrated it, and share its connections',
    async () => {
      const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
      await Promise.all(
        names.map(async (name, index) => {
          const [writer, reader] = index % 2 === 0 ? [one, other] : [other, one];
          await writer.write(async (tx) => {
            await Promise.all([add(tx, { name, value: 'a' }), find(tx, { name })]);
          });
          expect(await find(reader.read, { name })).toEqual([{ name, value: 'a' }]);
        }),
      );
      const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where application_name = 'patchbay' and datname = current_database() and query not like 'listen%'`.execute(
        one.read,
      );
      expect(rows[0]?.count).toBeLessThanOrEqual(serverConnections + 2);
    },
    timeoutMs,
  );

  it('a write that throws leaves nothing behind, and a read that fails no transaction', async () => {
    const failed = one.write(async (tx) => {
      await add(tx, { name: 'taken back', value: 'a' });
      throw new Error('not this one');
    });
    await expect(failed).rejects.toThrow('not this one');
    await expect(sql`select * from no_such_table`.execute(one.read)).rejects.toThrow('no_such_table');
    for (let time = 0; time < 6; time += 1) {
      expect(await find(one.read, { name: 'taken back' })).toEqual([]);
      await one.write((tx) => add(tx, { name: `after ${time}`, value: 'a' }));
    }
  });

  it('every transaction has the limits that a connection has elsewhere', async () => {
    const limits = async (db: Queries) => {
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(db);
      return rows.map(({ setting }) => Number(setting));
    };
    for (let time = 0; time < 3; time += 1) {
      expect(await limits(one.read)).toEqual([15_000, 30_000]);
      expect(await other.write(limits)).toEqual([15_000, 30_000]);
    }
    expect(await one.session(limits)).toEqual([0, 0]);
  });

  it('notifications arrive, and a lock of a session is held until it is released', async () => {
    const received: string[] = [];
    other.listen('moved');
    other.onNotification(({ channel, text }) => received.push(`${channel} ${text}`));
    await expect
      .poll(
        () => {
          one.notify('moved', 'x');
          return received;
        },
        { timeout: 10_000 },
      )
      .toContain('moved x');
    const lock = (db: Queries) =>
      sql<{ held: boolean }>`select pg_try_advisory_lock(7) as held`
        .execute(db)
        .then(({ rows }) => rows[0]?.held);
    await one.session(async (db) => {
      expect(await lock(db)).toBe(true);
      expect(await other.session(lock)).toBe(false);
      await sql`select pg_advisory_unlock(7)`.execute(db);
    });
  });

  it('an address for sessions of another database is refused', async () => {
    await expect(open(await server.create())).rejects.toThrow(
      'DATABASE_NOTIFY_URL leads to another database than DATABASE_URL.',
    );
  });
});
