/** What a database on PostgreSQL does while its server goes away and comes back. */

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestartablePostgres } from '../../testing/restartable-postgres.ts';
import { Refusal } from '../errors.ts';
import { findClusterSetting } from './cluster-settings.ts';
import type { Database, Queries } from './database.ts';
import { migrate, migrations } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { missedNotifications } from './notifications.ts';
import { openPostgres } from './postgres.ts';
import { prepared, type Values } from './prepared-query.ts';

const timeoutMs = 60_000;
/** For tests in which the server comes back: on a busy machine it may take longer than requests wait for it. */
const unlessSlow = { timeout: timeoutMs, retry: { count: 2, condition: /does not respond/ } };

describe('while PostgreSQL restarts', () => {
  let server: RestartablePostgres;
  let one: Database;
  let other: Database;

  beforeEach(async () => {
    server = await RestartablePostgres.start();
    one = openPostgres(server.url, 4);
    other = openPostgres(server.url, 4);
    await migrate(one, 1);
  }, timeoutMs);
  afterEach(async () => {
    await server.boot();
    await one.close();
    await other.close();
    await server.remove();
  }, timeoutMs);

  const say = (name: string) => (tx: Queries) =>
    tx.insertInto('agreements').values({ name, value: name }).returning('name').executeTakeFirstOrThrow();

  it('pending writes and reads wait for it, and each write happens once', unlessSlow, async () => {
    await one.write(say('before'));
    await server.crash();
    const writes = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => one.write(say(name)));
    const read = one.read.selectFrom('agreements').select('name').where('name', '=', 'before').execute();
    await server.boot();
    expect((await Promise.all(writes)).map((row) => row.name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await read).toEqual([{ name: 'before' }]);
  });

  it('a transaction that is cut off is retried as a whole', unlessSlow, async () => {
    let runs = 0;
    const write = one.write(async (tx) => {
      runs += 1;
      await say('first')(tx);
      if (runs === 1) {
        await server.crash();
        await server.boot();
      }
      await say('second')(tx);
      return runs;
    });
    expect(await write).toBe(2);
    expect(await findClusterSetting(one.read, 'second')).toBe('second');
  });

  it(
    'what waits too long is refused as unavailable, and is not done later',
    async () => {
      await server.crash();
      const refused = await Promise.allSettled([
        one.write(say('late')),
        one.read.selectFrom('agreements').selectAll().execute(),
      ]);
      for (const each of refused) {
        expect(each.status).toBe('rejected');
        expect(each.status === 'rejected' && each.reason instanceof Refusal && each.reason.kind).toBe(
          'unavailable',
        );
      }
      await server.boot();
      expect(await findClusterSetting(one.read, 'late')).toBeUndefined();
    },
    timeoutMs,
  );

  it(
    'a migration that waits for a table lets its readers go first',
    async () => {
      const known = [...migrations];
      const adding: Migration = {
        ...{ name: '990-adding', locks: '`agreements`.' },
        up: ({ schema }) => schema.alterTable('agreements').addColumn('added', 'text').execute(),
      };
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
      // As a dump does, until it has ended.
      const holding = one.session(async (db) => {
        await sql`begin`.execute(db);
        await sql`select * from agreements`.execute(db);
        held();
        await released;
        await sql`commit`.execute(db);
      });
      await isHeld;
      const migrating = migrate(other, 1, [...known, adding]);
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'`.execute(
              one.read,
            );
          return rows.length;
        })
        .toBe(1);
      // Behind the migration, which would wait for as long as the dump takes.
      await findClusterSetting(one.read, 'any');
      release();
      await Promise.all([holding, migrating]);
      expect((await sql`select added from agreements`.execute(one.read)).rows).toBeDefined();
    },
    timeoutMs,
  );

  it(
    'prepared queries survive a new column of their table',
    async () => {
      const find = prepared((db, value: Values<{ name: string }>) =>
        db.selectFrom('agreements').selectAll().where('name', '=', value('name')),
      );
      await one.write(say('before'));
      for (let time = 0; time < 8; time += 1) await one.write((tx) => find(tx, { name: 'before' }));
      await sql`alter table agreements add column since bigint`.execute(other.read);
      const found = [
        await one.write((tx) => find(tx, { name: 'before' })),
        await find(one.read, { name: 'before' }),
      ];
      for (const rows of found) expect(rows).toEqual([{ name: 'before', value: 'before', since: null }]);
    },
    timeoutMs,
  );

  it(
    'notifications reach the other process, and again after a restart, with one that says that some were lost',
    async () => {
      const received: string[] = [];
      other.listen('moved');
      other.onNotification(({ channel, text }) => received.push(`${channel} ${text}`));
      const notify = (text: string) => {
        one.notify('moved', text);
        return received;
      };
      await expect.poll(() => notify('x')).toContain('moved x');
      await server.crash();
      await server.boot();
      await expect.poll(() => received).toContain(`${missedNotifications} `);
      await expect.poll(() => notify('y')).toContain('moved y');
    },
    timeoutMs,
  );
});
