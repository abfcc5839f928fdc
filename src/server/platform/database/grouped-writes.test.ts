/** Writes that share a transaction on PostgreSQL: what they save, and that none of them can do anything to the others. */

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordPostgres, transactionsWith } from '../../testing/postgres-exchanges.ts';
import { RestartablePostgres } from '../../testing/restartable-postgres.ts';
import { Refusal } from '../errors.ts';
import type { Database, Queries } from './database.ts';
import { openPostgres } from './postgres.ts';

const startTimeoutMs = 60_000;

describe('writes that arrive together', () => {
  let server: RestartablePostgres;
  let client: pg.Client;
  let database: Database;

  beforeAll(async () => {
    server = await RestartablePostgres.start();
  }, startTimeoutMs);
  afterAll(() => server.remove());
  beforeEach(async () => {
    database = openPostgres(server.url);
    client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('drop table if exists notes; create table notes (text text unique)');
  });
  afterEach(async () => {
    await client.end();
    await database.close();
  });

  const add = (tx: Queries, text: string) => sql`insert into notes values (${text})`.execute(tx);
  const look = (tx: Queries) => sql`select text from notes`.execute(tx);
  const write = (text: string, owner = text) =>
    database.write(
      async (tx) => {
        await look(tx);
        await add(tx, text);
        return text;
      },
      { key: text, owner, shard: 0 },
    );
  const stored = async () => {
    const { rows } = await client.query<{ text: string }>('select text from notes order by text');
    return rows.map(({ text }) => text);
  };
  const commitsOf = async (act: () => Promise<unknown>) =>
    transactionsWith('notes', await recordPostgres(act)).map(({ statements }) => ({
      writes: statements.filter((each) => each.startsWith('insert')).length,
      end: statements.at(-1),
    }));
  const reasonsOf = (results: PromiseSettledResult<unknown>[]) =>
    results.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).message));

  it('are one transaction', async () => {
    const written = await commitsOf(async () => {
      expect(await Promise.all(['a', 'b', 'c'].map((each) => write(each)))).toEqual(['a', 'b', 'c']);
    });
    expect(written).toEqual([{ writes: 3, end: 'commit' }]);
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  it('go on when one of them is refused before it has written', async () => {
    const refused = database.write(
      async (tx) => {
        await look(tx);
        throw new Refusal('conflict', 'there already');
      },
      { key: 'r', owner: 'r', shard: 0 },
    );
    const written = await commitsOf(async () => {
      const results = await Promise.allSettled([write('a'), refused, write('b')]);
      expect(reasonsOf(results)).toEqual(['a', 'there already', 'b']);
    });
    expect(written).toEqual([{ writes: 2, end: 'commit' }]);
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('run by themselves when one of them fails after it has written, which is taken back alone', async () => {
    const failing = database.write(
      async (tx) => {
        await add(tx, 'failed');
        throw new Error('no');
      },
      { key: 'f', owner: 'f', shard: 0 },
    );
    const results = await Promise.allSettled([write('a'), failing, write('b')]);
    expect(reasonsOf(results)).toEqual(['a', 'no', 'b']);
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('run by themselves when a statement of one of them fails, also the last one', async () => {
    await write('taken');
    const twice = (text: string) =>
      database.write(async (tx, withCommit) => withCommit(add(tx, 'taken')), {
        key: text,
        owner: text,
        shard: 0,
      });
    const results = await Promise.allSettled([write('a'), twice('t'), write('b')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual(['a', 'b', 'taken']);
  });

  it('of an owner who was refused after writing go by themselves for a while', async () => {
    const refuse = () =>
      database.write(
        async (tx) => {
          await add(tx, 'refused');
          throw new Refusal('bad-request', 'no');
        },
        { key: 'r', owner: 'spoiler', shard: 0 },
      );
    await Promise.allSettled([write('a'), refuse()]);
    const written = await commitsOf(() => Promise.allSettled([write('b'), refuse(), write('c')]));
    expect(written.map(({ writes, end }) => [writes, end]).sort()).toEqual([
      [1, 'rollback'],
      [2, 'commit'],
    ]);
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  it('are not together with another of the same key', async () => {
    let running = 0;
    let most = 0;
    const exclusive = (text: string) =>
      database.write(
        async (tx) => {
          running += 1;
          most = Math.max(most, running);
          await add(tx, text);
          running -= 1;
        },
        { key: 'same', owner: 'same', shard: 0 },
      );
    await Promise.all([exclusive('a'), write('b'), exclusive('c'), exclusive('d')]);
    expect(most).toBe(1);
    expect(await stored()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('do not wait for a row that another has locked', async () => {
    await write('locked');
    await client.query("begin; select text from notes where text = 'locked' for update");
    const waiting = database.write(
      async (tx) => {
        await sql`select text from notes where text = 'locked' for update`.execute(tx);
        await add(tx, 'waited');
      },
      { key: 'w', owner: 'w', shard: 0 },
    );
    let isOver = false;
    void waiting.then(() => {
      isOver = true;
    });
    await Promise.all([write('a'), write('b')]);
    expect(isOver).toBe(false);
    await client.query('commit');
    await waiting;
    expect(await stored()).toEqual(['a', 'b', 'locked', 'waited']);
  });

  it('are done once when their commit gets no answer, whether or not it happened', async () => {
    await client.query(`
      create or replace function cut() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create constraint trigger cut after insert on notes deferrable initially deferred
        for each row when (new.text = 'cut') execute function cut()`);
    let runs = 0;
    const cut = database.write(
      async (tx) => {
        runs += 1;
        await add(tx, runs === 1 ? 'cut' : 'whole');
      },
      { key: 'cut', owner: 'cut', shard: 0 },
    );
    await Promise.all([write('a'), cut, write('b')]);
    expect(await stored()).toEqual(['a', 'b', 'whole']);
  });

  it('begin beside a group that takes long', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slow = ['s', 't'].map((text) =>
      database.write(
        async (tx) => {
          await add(tx, text);
          await released;
        },
        { key: text, owner: text, shard: 0 },
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await write('a');
    release();
    await Promise.all(slow);
    expect(await stored()).toEqual(['a', 's', 't']);
  });

  it('are refused when none can begin for ten seconds', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
    const sharing = { key: 'same', owner: 'same', shard: 0 };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let holding: Promise<void>;
    try {
      holding = database.write(async (tx) => {
        await add(tx, 'held');
        held();
        await released;
      }, sharing);
      await isHeld;
      const refused = expect(database.write((tx) => add(tx, 'late'), sharing)).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('takes too long; nothing was changed'),
      });
      vi.advanceTimersByTime(11_000);
      await refused;
    } finally {
      vi.useRealTimers();
    }
    release();
    await holding;
    expect(await stored()).toEqual(['held']);
  });
});
