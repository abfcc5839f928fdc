/** Processes that write at the nodes of a Citus cluster, and the order of the turn log that they all append to. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { insertLogEntry, type TurnLogEntry } from '../../executions/store/turn-log.ts';
import { accountsWithTurnsFrom, endOfLog, type LogPosition, listTurnsFrom } from '../../live/store.ts';
import {
  type CitusNodes,
  cloneDistributed,
  createUndistributed,
  dropOnEachNode,
} from '../../testing/citus.ts';
import { isOnCitus, runSql } from '../../testing/postgres.ts';
import type { Database, Queries } from './database.ts';
import { currentLogNumbers } from './log-numbers.ts';
import { openDatabase } from './open-database.ts';
import { prepared, type Values } from './prepared-query.ts';
import { shardsByNode } from './shard-placement.ts';

const timeoutMs = 120_000;
const name = 'patchbay_at_nodes';
const undistributed = 'patchbay_one_node';

describe.skipIf(!isOnCitus())('writes at the nodes of a cluster', () => {
  let nodes: CitusNodes;
  let database: Database;
  /** A shard of each worker, and its port. */
  let places: { shard: number; port: number }[];

  beforeAll(async () => {
    const given = inject('citusNodes');
    if (given === null) throw new Error('There is no cluster.');
    nodes = given;
    database = await open(await cloneDistributed(nodes, name));
    places = (await shardsByNode(database.read)).map(({ shards: [shard = 0], port }) => ({ shard, port }));
  }, timeoutMs);
  afterAll(async () => {
    await database.close();
    for (const each of [name, undistributed]) await dropOnEachNode(nodes, each);
  }, timeoutMs);

  const open = (databaseUrl: string) =>
    openDatabase(
      { dataDir: '', databaseUrl, databaseNodes: 'direct', databasePool: 4 },
      'exclusive',
      Date.now(),
    );

  const coordinatorPort = () => Number(new URL(nodes[0]).port);

  /** In a transaction that may be shared with others of the shard's node. */
  const write = <T>(shard: number, work: (tx: Queries) => Promise<T>) =>
    database.write(work, { key: String(Math.random()), owner: 'AC1', shard });

  async function portOf(tx: Queries): Promise<number> {
    const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(tx);
    return rows[0]?.port ?? 0;
  }

  const appendEntry = prepared((db, value: Values<TurnLogEntry>) =>
    insertLogEntry(db, value).returning('xid'),
  );

  /** Appends a turn of an execution that has none; gives its number. */
  async function append(tx: Queries, shard: number, execution: string): Promise<number> {
    const row = { account: 'AC1', flow: 'FW1', execution, shard, first_step: 1, last_step: 1 };
    const [inserted] = await appendEntry(tx, { ...row, began: 0, ended: 0, at: 0, log_number: 0 });
    return inserted?.xid ?? 0;
  }

  const read = async (place: LogPosition) =>
    (await listTurnsFrom(database.read, 'AC1', place)).map(({ execution }) => execution);

  it('go to the one that has the shard', async () => {
    // Where the shards are is read with the first of them.
    for (const { shard, port } of places) await expect.poll(() => write(shard, portOf)).toBe(port);
    expect(new Set(places.map(({ port }) => port)).size).toBe(2);
    expect(await database.write(portOf)).toBe(coordinatorPort());
  });

  it('are of nodes whose shards and answers an operator sees', async () => {
    const conditions = await database.nodes();
    expect(conditions.map(({ address, answers }) => ({ address, answers }))).toEqual(
      nodes.map((node) => ({ address: new URL(node).host, answers: true })),
    );
    expect(conditions[0]?.shards).toBe(0);
    expect(conditions.reduce((sum, { shards }) => sum + shards, 0)).toBe(256);
  });

  it('have one number in a transaction, and greater ones later, at whatever node', async () => {
    const numbers: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const { shard } of places) {
        const [first = 0, second = 0] = await write(shard, async (tx) => [
          await append(tx, shard, 'FNown'),
          await append(tx, shard, 'FNown'),
        ]);
        expect(second).toBe(first);
        numbers.push(first);
      }
      numbers.push(await database.write((tx) => append(tx, places[0]?.shard ?? 0, 'FNown')));
    }
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    const { rows } = await sql<{ serials: number; greatest: number }>`
      select count(distinct serial)::int as serials, max(serial) as greatest from live_turns`.execute(
      database.read,
    );
    // A node counts from its group times 2^48 on, which is more than is counted exactly where there were many.
    expect(rows).toEqual([{ serials: 15, greatest: expect.any(Number) }]);
    expect(rows[0]?.greatest).toBeLessThan(2 ** 14 * 100);
    // Microseconds since 1970.
    expect(Math.abs((numbers[0] ?? 0) / 1_000 - Date.now())).toBeLessThan(60_000);
    expect((await currentLogNumbers(database.read)).newest).toBeGreaterThan(numbers.at(-1) ?? 0);
  });

  it('are read in their order, and not before a transaction of any node that may come before', async () => {
    const start = await endOfLog(database.read);
    const [one, other] = places;
    if (one === undefined || other === undefined) throw new Error('There are two workers.');
    const begun = Promise.withResolvers<number>();
    const end = Promise.withResolvers<void>();
    const first = write(one.shard, async (tx) => {
      begun.resolve(await append(tx, one.shard, 'FNfirst'));
      await end.promise;
    });
    const number = await begun.promise;
    const later = await write(other.shard, (tx) => append(tx, other.shard, 'FNlater'));
    expect(later).toBeGreaterThan(number);
    for (let looks = 0; looks < 3; looks += 1) {
      expect((await currentLogNumbers(database.read)).settled).toBeLessThanOrEqual(number);
      expect(await read(start)).toEqual([]);
    }
    expect(await accountsWithTurnsFrom(database.read, start)).toMatchObject({ hasUnsettled: true });
    end.resolve();
    await first;
    await expect.poll(() => read(start)).toEqual(['FNfirst', 'FNlater']);
    expect(await read(await endOfLog(database.read))).toEqual([]);
  });

  it('are read while a transaction without a number goes on', async () => {
    const start = await endOfLog(database.read);
    const [one, other] = places;
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const without = write(one?.shard ?? 0, async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx);
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    await write(other?.shard ?? 0, (tx) => append(tx, other?.shard ?? 0, 'FNmeanwhile'));
    await expect.poll(() => read(start)).toEqual(['FNmeanwhile']);
    end.resolve();
    await without;
  });

  it('are numbered so in a process that writes through the coordinator, too', async () => {
    const place = { dataDir: '', databaseUrl: databaseUrl(), databasePool: 2 };
    const through = await openDatabase(place, 'exclusive', Date.now());
    try {
      const start = await endOfLog(through.read);
      const shard = places[0]?.shard ?? 0;
      expect(await through.write(portOf, { key: 'own', owner: 'AC1', shard })).toBe(coordinatorPort());
      const before = await write(shard, (tx) => append(tx, shard, 'FNat'));
      expect(await through.write((tx) => append(tx, shard, 'FNthrough'))).toBeGreaterThan(before);
      await expect.poll(async () => (await currentLogNumbers(through.read)).settled).toBeGreaterThan(before);
      await expect.poll(() => read(start)).toEqual(['FNat', 'FNthrough']);
    } finally {
      await through.close();
    }
  });

  const databaseUrl = () => {
    const url = new URL(nodes[0]);
    url.pathname = `/${name}`;
    return url.href;
  };

  it('need a database that is distributed, and nodes that can be connected to', async () => {
    await expect(open(await createUndistributed(nodes, undistributed))).rejects.toThrow(
      'DATABASE_NODES is direct, but the database is not distributed over the nodes of a cluster.',
    );
    const own = new URL(databaseUrl());
    own.username = 'known_to_the_coordinator';
    const propagated = 'set citus.enable_create_role_propagation to off';
    await runSql(databaseUrl(), `${propagated}; create role ${own.username} superuser login`);
    try {
      await expect(open(own.href)).rejects.toThrow(
        /node 127\.0\.0\.1:\d+ of the cluster cannot be used \(role "known_to_the_coordinator" does not exist\)/,
      );
    } finally {
      await runSql(databaseUrl(), `${propagated}; drop role ${own.username}`);
    }
  });

  it('need clocks that agree', async () => {
    const onWorker = new URL(`/${name}`, nodes[1]).href;
    const here = 'set citus.enable_ddl_propagation to off';
    // A clock that is a minute ahead: its own function goes before that of the server.
    await runSql(
      onWorker,
      `${here}; create function public.clock_timestamp() returns timestamptz language sql
        as $$ select pg_catalog.clock_timestamp() + interval '1 minute' $$;
      alter database ${name} set search_path = public, pg_catalog`,
    );
    try {
      await expect(open(databaseUrl())).rejects.toThrow(
        /the clocks of its nodes differ by (59|60|61) seconds; set them by a time server/,
      );
    } finally {
      await runSql(
        onWorker,
        `${here}; alter database ${name} reset search_path; drop function public.clock_timestamp()`,
      );
    }
    await (await open(databaseUrl())).close();
  });
});
