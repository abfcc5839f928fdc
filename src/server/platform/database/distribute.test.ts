/** How a database is distributed over a Citus cluster: filled, cut off, begun again, and refused. */

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  type CitusNodes,
  createUndistributed,
  distributeOn,
  dropOnEachNode,
  startNodes,
} from '../../testing/citus.ts';
import { isOnCitus, runSql } from '../../testing/postgres.ts';
import { multiplyRows } from '../../testing/rows-at-volume.ts';
import type { Database } from './database.ts';
import { distributeDatabase, distributorName, isHalfDistributed, planDistribution } from './distribute.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { distribution } from './schema/distribution.ts';
import { shardOfAccount } from './shard.ts';

const timeoutMs = 240_000;
const name = 'patchbay_undistributed';
const groups = 2;
const tables = Object.keys(distribution);
const tablesOfFlows = Object.entries(distribution).flatMap(([table, { kind }]) =>
  kind === 'flow' ? [table] : [],
);

async function insertAccount(database: Database): Promise<void> {
  await sql`insert into accounts (sid, name, "user", token_hash, created_at) values ('AC1', 'First', 'US1', '', 0)`.execute(
    database.read,
  );
}

async function insertFlow(database: Database): Promise<void> {
  await sql`
    insert into flows (sid, account, friendly_name, status, revision, digest, created_at)
    values ('FW1', 'AC1', 'First', 'draft', 1, '', 0)`.execute(database.read);
}

describe.skipIf(!isOnCitus())('a database on Citus', () => {
  let nodes: CitusNodes;
  let url: string;
  let database: Database;

  beforeAll(async () => {
    const given = inject('citusNodes');
    if (given === null) throw new Error('There is no cluster.');
    nodes = given;
    url = await createUndistributed(nodes, name);
    const own = new URL(url);
    own.searchParams.set('application_name', distributorName);
    database = openPostgres(own.href, 2);
    await migrate(database, 0);
    await fill();
  }, timeoutMs);
  afterAll(async () => {
    await database.close();
    await dropOnEachNode(nodes, name);
  });

  /** An account with some hundred objects in its shard, and a flow with edits. */
  async function fill(): Promise<void> {
    await insertAccount(database);
    await sql`
      insert into email_rate_windows (subject, shard, endpoint, started_at, taken)
      values ('AC1', ${shardOfAccount('AC1')}, '', 0, 1)`.execute(database.read);
    await multiplyRows(database, 300);
    await insertFlow(database);
    await sql`
      insert into working_copies (flow, account, seq, updated_at) values ('FW1', 'AC1', 50, 0)`.execute(
      database.read,
    );
    await sql`
      insert into flow_edits (flow, seq, id, account, author_name, client, command, at)
      select 'FW1', i, 'e-' || i, 'AC1', 'Ann', '', '', 0 from generate_series(1, 50) i`.execute(
      database.read,
    );
  }

  /** Lays out the tables that are spread by flow as versions did that copied them to every node. */
  async function copyTablesOfFlows(): Promise<void> {
    for (const table of tablesOfFlows) {
      const { rows: keys } = await sql<{ name: string; definition: string }>`
        select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where contype = 'f' and conrelid = to_regclass(${table})`.execute(database.read);
      for (const { name: key } of keys)
        await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(key)}`.execute(database.read);
      await sql`select undistribute_table(${table})`.execute(database.read);
      await sql`select create_reference_table(${table})`.execute(database.read);
      for (const { name: key, definition } of keys)
        await sql`alter table ${sql.table(table)} add constraint ${sql.ref(key)} ${sql.raw(definition)}`.execute(
          database.read,
        );
    }
  }

  async function counts(): Promise<Record<string, number>> {
    const all: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(
        database.read,
      );
      all[table] = Number(rows[0]?.rows);
    }
    return all;
  }

  async function foreignKeys(): Promise<string[]> {
    const { rows } = await sql<{ key: string; table: string }>`
      select c.relname as table, c.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as key
      from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' order by 2`.execute(
      database.read,
    );
    return rows.filter(({ table }) => tables.includes(table)).map(({ key }) => key);
  }

  it('is refused while a process serves, and nothing is changed', async () => {
    const serving = openPostgres(url, 1);
    await sql`select 1`.execute(serving.read);
    await expect(distributeDatabase(database, undefined, groups)).rejects.toThrow('stop them first');
    await serving.close();
    expect((await planDistribution(database)).moves).toHaveLength(tables.length);
    expect(await isHalfDistributed(database.read)).toBe(false);
  });

  it(
    'is distributed with all its rows and keys, also when it was cut off',
    async () => {
      const [rows, keys] = [await counts(), await foreignKeys()];
      expect(rows.email_rate_windows).toBeGreaterThan(250);
      const cutOff = distributeDatabase(
        database,
        ({ table }) => {
          if (table === 'steps') throw new Error('cut off');
        },
        groups,
      );
      await expect(cutOff).rejects.toThrow('cut off');
      expect(await isHalfDistributed(database.read)).toBe(true);
      const moved: Record<string, number> = {};
      await distributeDatabase(
        database,
        ({ table, rows: count }) => Object.assign(moved, { [table]: count }),
        groups,
      );
      expect(Object.keys(moved)).not.toContain('accounts');
      expect(moved.email_rate_windows).toBe(rows.email_rate_windows);
      expect(await counts()).toEqual(rows);
      expect(await foreignKeys()).toEqual(keys);
      expect(await isHalfDistributed(database.read)).toBe(false);
      const plan = await planDistribution(database);
      expect([plan.moves, plan.keys, plan.isUnfinished]).toEqual([[], [], false]);
      expect(plan.nodes).toHaveLength(3);
    },
    timeoutMs,
  );

  it(
    'spreads by flow what an earlier version copied to every node, and is served before',
    async () => {
      const [rows, keys] = [await counts(), await foreignKeys()];
      expect(rows.flow_edits).toBe(50);
      await copyTablesOfFlows();
      expect(await isHalfDistributed(database.read)).toBe(false);
      expect((await planDistribution(database)).moves).toEqual(
        tablesOfFlows.map((table) => ({ table, kind: 'flow', isCopied: true })),
      );
      const cutOff = distributeDatabase(
        database,
        ({ table }) => {
          if (table === 'flow_edits') throw new Error('cut off');
        },
        groups,
      );
      await expect(cutOff).rejects.toThrow('cut off');
      expect(await isHalfDistributed(database.read)).toBe(true);
      await distributeDatabase(database, undefined, groups);
      expect(await counts()).toEqual(rows);
      expect(await foreignKeys()).toEqual(keys);
      const plan = await planDistribution(database);
      expect([plan.moves, plan.keys, plan.isUnfinished]).toEqual([[], [], false]);
    },
    timeoutMs,
  );

  it('is refused where a table is distributed by another column', async () => {
    await sql`drop table email_rate_windows`.execute(database.read);
    await sql`create table email_rate_windows (subject text primary key)`.execute(database.read);
    await sql`select create_distributed_table('email_rate_windows', 'subject')`.execute(database.read);
    await expect(planDistribution(database)).rejects.toThrow(
      'email_rate_windows is distributed in another way',
    );
  });

  it('is refused without the extension', async () => {
    await runSql(nodes[0], 'create database patchbay_plain');
    const plain = new URL(url);
    plain.pathname = '/patchbay_plain';
    const other = openPostgres(plain.href, 1);
    await expect(planDistribution(other)).rejects.toThrow('has no Citus');
    await other.close();
    await runSql(nodes[0], 'drop database patchbay_plain with (force)');
  });

  it('is refused over a worker', async () => {
    const worker = new URL(nodes[1] ?? '');
    worker.pathname = `/${name}`;
    const other = openPostgres(worker.href, 1);
    await expect(planDistribution(other)).rejects.toThrow('must lead to the coordinator');
    await other.close();
  });
});

describe.skipIf(!isOnCitus())('a coordinator that has all shards itself', () => {
  it(
    'numbers the entries of the turn log within queries on a shard',
    async () => {
      const citus = startNodes('', 0);
      try {
        await createUndistributed(citus.nodes, 'alone');
        const url = await distributeOn(citus.nodes, 'alone', groups);
        const database = openPostgres(url, 1);
        await insertAccount(database);
        await insertFlow(database);
        await database.close();
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        // As behind a pooler, where plans are kept; where one is made for each use, the number is asked for before.
        await client.query('set plan_cache_mode = force_generic_plan');
        const text = `
          insert into executions (sid, shard, account, flow, revision, contact, channel, exclusive, status, state, context, version,
            expires_at, created_at, updated_at, log_number)
          values ($1, 1, 'AC1', 'FW1', 1, '', '', 0, 'active', '{}', '{}', 1, 0, 0, 0, transaction_log_number())
          returning log_number`;
        const numbers: number[] = [];
        for (const sid of ['FN1', 'FN2', 'FN3']) {
          const { rows } = await client.query({ name: 'kept', text, values: [sid] });
          numbers.push(Number(rows[0].log_number));
        }
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        expect(new Set(numbers).size).toBe(3);
        await client.end();
      } finally {
        await citus.stop();
      }
    },
    timeoutMs,
  );
});
