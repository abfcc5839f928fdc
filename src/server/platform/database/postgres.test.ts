/** What a database on PostgreSQL does while its server goes away and comes back. */

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasTestPostgres } from '../../testing/postgres.ts';
import { RestartablePostgres } from '../../testing/restartable-postgres.ts';
import { Refusal } from '../errors.ts';
import { findClusterSetting } from './cluster-settings.ts';
import type { Database, Queries } from './database.ts';
import { migrate } from './migrate.ts';
import { missedNotifications } from './notifications.ts';
import { openPostgres } from './postgres.ts';
import { prepared, type Values } from './prepared-query.ts';

const patience = 60_000;

describe.skipIf(!hasTestPostgres())('while PostgreSQL restarts', () => {
  let server: RestartablePostgres;
  let one: Database;
  let other: Database;

  beforeEach(async () => {
    server = await RestartablePostgres.start();
    one = openPostgres(server.url, 4);
    other = openPostgres(server.url, 4);
    await migrate(one, 1);
  }, patience);
  afterEach(async () => {
    await server.boot();
    await one.close();
    await other.close();
    await server.remove();
  }, patience);

  const say = (name: string) => (tx: Queries) =>
    tx.insertInto('agreements').values({ name, value: name }).returning('name').executeTakeFirstOrThrow();

  it(
    'writes and reads that stand wait for it, and each write happens once',
    async () => {
      await one.write(say('before'));
      await server.crash();
      const writes = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => one.write(say(name)));
      const read = one.read.selectFrom('agreements').select('name').where('name', '=', 'before').execute();
      await server.boot();
      expect((await Promise.all(writes)).map((row) => row.name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
      expect(await read).toEqual([{ name: 'before' }]);
    },
    patience,
  );

  it(
    'a work that is cut off in the middle is done again as a whole',
    async () => {
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
    },
    patience,
  );

  it(
    'what waits too long is refused as unavailable, and nothing of it is done later',
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
    patience,
  );

  it(
    'queries that were made ready go on when a table gets another column',
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
    patience,
  );

  it(
    'hints reach the other process, and afterwards again, with word that some were missed',
    async () => {
      const heard: string[] = [];
      other.onNotification(({ channel, text }) => heard.push(`${channel} ${text}`));
      const hint = (text: string) => {
        one.notify('moved', text);
        return heard;
      };
      await expect.poll(() => hint('x'), { timeout: 20_000 }).toContain('moved x');
      await server.crash();
      await server.boot();
      await expect.poll(() => heard, { timeout: 20_000 }).toContain(`${missedNotifications} `);
      await expect.poll(() => hint('y'), { timeout: 20_000 }).toContain('moved y');
    },
    patience,
  );
});
