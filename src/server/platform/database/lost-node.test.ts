/** A node of a Citus cluster that is gone or given shards while others read and write. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Citus, cloneDistributed, makeDurable, startCitus } from '../../testing/citus.ts';
import { isOnCitus, runSql, testAddresses } from '../../testing/postgres.ts';
import { recordPostgres, transactionsWith } from '../../testing/postgres-exchanges.ts';
import { Refusal } from '../errors.ts';
import { claimJobs, enqueueJob, nextDueAt, renewLeases } from '../jobs/queue.ts';
import type { Database, Queries } from './database.ts';
import { ownLogNumber } from './log-numbers.ts';
import { openPostgres } from './postgres.ts';

const timeoutMs = 240_000;
const share = { perAccount: 1_000, busy: new Map<string, number>() };
const shards = Array.from({ length: 256 }, (_, shard) => shard);

describe.skipIf(!isOnCitus())('a node', () => {
  let citus: Citus;
  let url: string;
  let database: Database;
  /** The shards of the first worker. */
  let lost: ReadonlySet<number>;

  beforeAll(async () => {
    citus = await startCitus('');
    await makeDurable(citus.nodes);
    url = await cloneDistributed(citus.nodes, 'patchbay_nodes');
    database = openPostgres(url, 10, testAddresses());
    await database.write((tx) =>
      tx
        .insertInto('accounts')
        .values({ sid: 'AC1', name: 'A', user: 'US1', token_hash: 'h', created_at: 0 })
        .execute(),
    );
    for (const shard of shards) await database.write((tx) => enqueue(tx, shard));
    lost = await shardsOf(1);
  }, timeoutMs);
  afterAll(async () => {
    await database.close();
    await citus.stop();
  }, timeoutMs);

  const enqueue = (tx: Parameters<typeof enqueueJob>[0], shard: number, key = `job.${shard}`) =>
    enqueueJob(tx, {
      ...{ key, shard, kind: 'http', account: 'AC1', execution: null, payload: '{}' },
      ...{ run_at: 1, created_at: 0 },
    });

  /** Of a write that may be committed with others. */
  const sharingOf = (shard: number, key: string) => ({ key, owner: 'AC1', shard });

  /** Repeats what is refused while a node is gone, and begins again for longer than that on a busy machine. */
  async function untilServed<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Refusal) || !error.message.includes('nothing was changed')) throw error;
      }
    }
  }

  /** Those of the worker `nth`, as `citus.nodes` counts. */
  async function shardsOf(nth: number): Promise<ReadonlySet<number>> {
    const { rows } = await sql<{ shard: number }>`
      select s.shard from generate_series(0, 255) s (shard)
      join pg_dist_placement p
        on p.shardid = get_shard_id_for_distribution_column('executions', s.shard::smallint)
      join pg_dist_node n using (groupid) where n.nodeport = ${portOf(nth)}`.execute(database.read);
    return new Set(rows.map(({ shard }) => shard));
  }

  const portOf = (nth: number) => Number(new URL(citus.nodes[nth] ?? '').port);

  const claim = (limit: number) => claimJobs(database, { now: 10, leaseUntil: 1_000, limit, share });

  it(
    'that is gone keeps nobody from what is on the others, and loses nothing',
    async () => {
      expect(lost.size).toBeGreaterThan(50);
      expect(lost.size).toBeLessThan(206);
      const before = await claim(8);
      expect(before).toHaveLength(8);
      await citus.kill(1);
      expect((await database.nodes()).map(({ answers }) => answers)).toEqual([true, false, true]);
      expect(await nextDueAt(database)).toBe(1);
      const claimed = await claim(1_000);
      const held = [...before, ...claimed];
      expect(claimed.filter(({ shard }) => lost.has(shard))).toEqual([]);
      expect(held.filter(({ shard }) => !lost.has(shard))).toHaveLength(256 - lost.size);
      await renewLeases(database, held, 2_000);
      const [on = 0, off = 0] = [claimed[0]?.shard, [...lost][0]];
      await database.write((tx) => enqueue(tx, on, 'during'));
      await expect(database.write((tx) => enqueue(tx, off, 'refused'))).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('nothing was changed'),
      });
      const waiting = untilServed(() => database.write((tx) => enqueue(tx, off, 'waited')));
      await citus.boot(1);
      await waiting;
      const rest = await claim(1_000);
      expect(rest.map(({ key }) => key).sort()).toEqual(
        [
          ...[...lost]
            .filter((shard) => !before.some((each) => each.shard === shard))
            .map((each) => `job.${each}`),
          ...['during', 'waited'],
        ].sort(),
      );
    },
    timeoutMs,
  );

  it(
    'commits writes of its shards that arrive together at once, and none with those of another node',
    async () => {
      const ofNode = [[...lost], shards.filter((shard) => !lost.has(shard))].map((own) => own.slice(0, 5));
      const chosen = ofNode.flat();
      const write = (shard: number, key: string) =>
        database.write((tx) => enqueue(tx, shard, key), sharingOf(shard, key));
      // Where they are is read with the first of them.
      await write(chosen[0] ?? 0, 'first');
      await expect
        .poll(async () => {
          const sent = await recordPostgres(() =>
            Promise.all(chosen.map((shard) => write(shard, `together.${shard}.${randomUUID()}`))),
          );
          return transactionsWith('"jobs"', sent).map(
            ({ statements }) => statements.filter((each) => each.includes('insert into "jobs"')).length,
          );
        })
        .toEqual([5, 5]);
    },
    timeoutMs,
  );

  it(
    'that is gone is asked for all of them at once, so that they hold one connection',
    async () => {
      const chosen = [...lost].slice(0, 5);
      await citus.kill(1);
      const sent = await recordPostgres(async () => {
        const refused = chosen.map((shard) =>
          expect(
            database.write((tx) => enqueue(tx, shard, `gone.${shard}`), sharingOf(shard, `gone.${shard}`)),
          ).rejects.toMatchObject({
            kind: 'unavailable',
            message: expect.stringContaining('nothing was changed'),
          }),
        );
        await Promise.all(refused);
      });
      await citus.boot(1);
      const inserts = transactionsWith('"jobs"', sent).map(
        ({ statements }) => statements.filter((each) => each.includes('insert into "jobs"')).length,
      );
      expect(inserts.length).toBeGreaterThan(1);
      expect(new Set(inserts)).toEqual(new Set([5]));
      await expectStored('gone', []);
    },
    timeoutMs,
  );

  it(
    'has a row that is locked for long: it keeps no other write of its shards waiting',
    async () => {
      const [locked = 0, free = 0] = lost;
      const change = (shard: number) =>
        database.write(
          (tx) =>
            tx
              .updateTable('jobs')
              .set({ problem: 'changed' })
              .where('key', '=', `waiting.${shard}`)
              .where('shard', '=', shard)
              .returning('key')
              .execute(),
          sharingOf(shard, `waiting.${shard}`),
        );
      for (const shard of [locked, free])
        await database.write((tx) => enqueue(tx, shard, `waiting.${shard}`));
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
      const holding = database.write(async (tx) => {
        await sql`select * from jobs where key = ${`waiting.${locked}`} and shard = ${locked} for update`.execute(
          tx,
        );
        held();
        await released;
      });
      await isHeld;
      let hasChanged = false;
      const waiting = change(locked).then(() => {
        hasChanged = true;
      });
      expect(await change(free)).toHaveLength(1);
      expect(hasChanged).toBe(false);
      release();
      await holding;
      await waiting;
    },
    timeoutMs,
  );

  it(
    'that comes back in the middle of reads and writes answers them',
    async () => {
      const [off = 0] = lost;
      const acknowledged: string[] = [];
      const unknown: string[] = [];
      let isOver = false;
      let count = 0;
      const write = async () => {
        while (!isOver) {
          const key = `crash.${count++}`;
          try {
            await untilServed(() => database.write((tx) => enqueue(tx, off, key), sharingOf(off, key)));
            acknowledged.push(key);
          } catch (error) {
            expect(String(error)).toContain('not known whether the change was made');
            unknown.push(key);
          }
          const rows = database.read.selectFrom('jobs').select('key').where('shard', '=', off);
          await untilServed(() => rows.limit(1).execute());
        }
      };
      const writing = Promise.all([write(), write(), write()]);
      await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
      await citus.kill(1);
      const before = acknowledged.length;
      await citus.boot(1);
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 10);
      isOver = true;
      await writing;
      // Each writer has one at a time.
      expect(unknown.length).toBeLessThanOrEqual(3);
      await expectStored('crash', acknowledged, unknown);
    },
    timeoutMs,
  );

  it(
    'that is given shards meanwhile loses no write of them',
    async () => {
      const acknowledged: string[] = [];
      let isOver = false;
      let count = 0;
      const own = [...lost];
      const write = async () => {
        while (!isOver) {
          const nth = count++;
          const shard = own[nth % own.length] ?? 0;
          const key = `move.${nth}`;
          const change = (work: (tx: Queries) => Promise<unknown>) =>
            untilServed(() => database.write(work, sharingOf(shard, key)));
          await change(async (tx) => {
            await enqueue(tx, shard, key);
            await sql`
              insert into live_turns (xid, account, flow, execution, shard, first_step, last_step, began, ended, at)
              values (${nth}, 'AC1', 'FW1', 'FN1', ${shard}, 1, 1, 0, 0, 0)`.execute(tx);
          });
          acknowledged.push(key);
          // The turn log has no primary key by which a deletion would be repeated where the rows go.
          if (nth % 2 === 0)
            await change((tx) =>
              tx.deleteFrom('live_turns').where('shard', '=', shard).where('xid', '=', nth).execute(),
            );
          const rows = database.read.selectFrom('jobs').select('key').where('shard', '=', shard);
          expect(await untilServed(() => rows.where('key', '=', key).execute())).toEqual([{ key }]);
        }
      };
      const writing = Promise.all([write(), write(), write()]);
      const [from, to] = [portOf(1), portOf(2)];
      const { rows: groups } = await sql<{ shard: string }>`
        select s.shardid as shard from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
        where s.logicalrelid = 'jobs'::regclass and n.nodeport = ${from}`.execute(database.read);
      for (const { shard } of groups)
        await runSql(
          url,
          `select citus_move_shard_placement(${shard}, '127.0.0.1', ${from}, '127.0.0.1', ${to})`,
        );
      isOver = true;
      await writing;
      expect(await shardsOf(1)).toEqual(new Set());
      await expectStored('move', acknowledged);
      const turns = await database.read.selectFrom('live_turns').select('xid').execute();
      expect(new Set(turns.map(({ xid }) => Number(xid)))).toEqual(
        new Set(acknowledged.map((key) => Number(key.slice('move.'.length))).filter((nth) => nth % 2 !== 0)),
      );
      expect(turns).toHaveLength(Math.floor(count / 2));
    },
    timeoutMs,
  );

  it(
    'that is the coordinator gives no number of the turn log once more',
    async () => {
      const next = () =>
        database.write(async (tx) => {
          const { rows } = await sql<{ number: number }>`select ${ownLogNumber(tx)} as number`.execute(tx);
          return Number(rows[0]?.number);
        });
      // What a transaction writes on other nodes alone is on the coordinator's disk some time later.
      await runSql(citus.nodes[0], `alter system set wal_writer_delay = '10s'`);
      await runSql(citus.nodes[0], 'select pg_reload_conf()');
      let before = 0;
      for (let nth = 0; nth < 100; nth += 1) before = await next();
      await citus.kill(0);
      await citus.boot(0);
      expect(await untilServed(next)).toBeGreaterThan(before);
    },
    timeoutMs,
  );

  /** The jobs with keys that begin so are the `acknowledged` ones, and others that are `allowed`. */
  async function expectStored(
    name: string,
    acknowledged: readonly string[],
    allowed: readonly string[] = [],
  ): Promise<void> {
    const rows = await database.read
      .selectFrom('jobs')
      .select('key')
      .where('key', 'like', `${name}.%`)
      .execute();
    const stored = new Set(rows.map(({ key }) => key));
    expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
    const known = new Set([...acknowledged, ...allowed]);
    expect([...stored].filter((key) => !known.has(key))).toEqual([]);
    expect(rows).toHaveLength(stored.size);
  }
});
