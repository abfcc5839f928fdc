/** What a database on PostgreSQL does while its server stands still and closes no connection. */

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBlackholeProxy } from '../../testing/blackhole-proxy.ts';
import { RestartablePostgres } from '../../testing/restartable-postgres.ts';
import { Refusal } from '../errors.ts';
import { findClusterSetting } from './cluster-settings.ts';
import type { Database, Queries } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

const timeoutMs = 90_000;

describe('while PostgreSQL is unresponsive', () => {
  let server: RestartablePostgres;
  let database: Database;

  beforeAll(async () => {
    server = await RestartablePostgres.start();
  }, timeoutMs);
  afterAll(() => server.remove(), timeoutMs);
  beforeEach(async () => {
    database = openPostgres(server.url, 3);
    await migrate(database, 1);
    await database.write((tx) => tx.deleteFrom('agreements').execute());
  }, timeoutMs);
  afterEach(async () => {
    server.resume();
    await database.close();
  }, timeoutMs);

  const say = (name: string) => (tx: Queries) =>
    tx.insertInto('agreements').values({ name, value: name }).returning('name').executeTakeFirstOrThrow();
  const said = () => database.read.selectFrom('agreements').select('name').orderBy('name').execute();
  const isRefused = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return error instanceof Refusal && error.kind === 'unavailable';
  };
  /** Sessions of the product that hold a transaction open, this question's own aside. */
  const halfFinished = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where state like 'idle in transaction%' and pid <> pg_backend_pid()`.execute(database.read);
    return rows[0]?.count;
  };

  it(
    'works and reads end with a refusal, whether under way or new, and it goes on by itself',
    async () => {
      await database.write(say('before'));
      let isFrozen = false;
      const frozen = Promise.withResolvers<void>();
      const halfway = database.write(async (tx) => {
        await say('halfway')(tx);
        if (!isFrozen) server.suspend();
        isFrozen = true;
        frozen.resolve();
        await say('halfway, too')(tx);
      });
      await frozen.promise;
      const read = said();
      // More than there are connections.
      const writes = ['a', 'b', 'c', 'd', 'e'].map((name) => database.write(say(name)));
      const refused = await Promise.all([halfway, read, ...writes].map(isRefused));
      expect(refused).toEqual(refused.map(() => true));
      expect(await isRefused(said())).toBe(true);
      server.resume();
      await expect.poll(() => database.write(say('after')).catch(() => null)).toEqual({ name: 'after' });
      expect(await said()).toEqual([{ name: 'after' }, { name: 'before' }]);
      await expect.poll(halfFinished).toBe(0);
    },
    timeoutMs,
  );

  it(
    'what waits is done when it goes on in time, once',
    async () => {
      server.suspend();
      const writes = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => database.write(say(name)));
      setImmediate(() => server.resume());
      expect((await Promise.all(writes)).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    },
    timeoutMs,
  );

  it.each(['gone', 'silent'])(
    'and %s, what is asked one after the other waits for it together once the process is to end',
    async (how) => {
      if (how === 'gone') await server.crash();
      else server.suspend();
      database.limitWaiting();
      // Each would wait for five seconds.
      for (let count = 0; count < 20; count += 1)
        expect(await isRefused(database.write(say('late')))).toBe(true);
      server.resume();
      await server.boot();
    },
    timeoutMs,
  );

  it(
    'a commit that gets no response is not reported as failed',
    async () => {
      // The session stands still with the whole server while it commits.
      await sql`
        create function still() returns trigger language plpgsql as
          $$ begin perform pg_sleep(2); return null; end $$`.execute(database.read);
      await sql`
        create constraint trigger still after insert on agreements deferrable initially deferred
          for each row when (new.name = 'commit') execute function still()`.execute(database.read);
      const write = database.write(say('commit'));
      const isCommitting = async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from pg_stat_activity where query = 'commit' and state = 'active'
        `.execute(database.read);
        return rows[0]?.count;
      };
      await expect.poll(isCommitting).toBe(1);
      server.suspend();
      await expect(write).rejects.toThrow('not known whether');
      server.resume();
      await expect.poll(() => findClusterSetting(database.read, 'commit').catch(() => null)).toBe('commit');
    },
    timeoutMs,
  );

  it(
    'a long statement is no outage, however long other queries have waited',
    async () => {
      const slept = database.write(async (tx) => {
        await sql`select pg_sleep(6)`.execute(tx);
        return say('slept')(tx);
      });
      expect(await slept).toEqual({ name: 'slept' });
    },
    timeoutMs,
  );

  it(
    'connections whose packets are dropped are replaced',
    async () => {
      const line = await openBlackholeProxy(Number(new URL(server.url).port));
      const far = new URL(server.url);
      far.port = String(line.port);
      const reached = openPostgres(far.href, 3);
      await reached.write(say('before'));
      line.blackhole();
      expect(await reached.write(say('after'))).toEqual({ name: 'after' });
      await reached.close();
      await line.close();
      expect(await said()).toEqual([{ name: 'after' }, { name: 'before' }]);
    },
    timeoutMs,
  );

  it(
    'the database is let go of all the same',
    async () => {
      const write = database.write(say('before'));
      server.suspend();
      const ended = write.catch(() => {});
      await database.close();
      await ended;
    },
    timeoutMs,
  );
});
