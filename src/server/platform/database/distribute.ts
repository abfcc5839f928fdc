/**
 * Spreads a database over the nodes of a Citus cluster, by the list in `schema/distribution.ts` (docs/decisions/090). Each table
 * moves in a transaction of its own, and what is to be done is read from the catalogue, so that a run that was cut off is
 * finished by the next one. Foreign keys stand in the way of the moves: they are kept in a table until all are back.
 */

import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import { isDistributed } from './dialect.ts';
import { holdingMigrationLock } from './migrate.ts';
import { allowInShardQueries } from './migrations/085-number-of-a-transaction.ts';
import { distribution, shardGroups, spreadBy, type TableKind } from './schema/distribution.ts';

/** The database cannot be distributed; the message is one sentence. */
export class DistributeError extends Error {
  override readonly name = 'DistributeError';
}

/** `isCopied`: it is on every node now, as an earlier version left it. */
type Move = { table: string; kind: TableKind; isCopied: boolean };
type ForeignKey = { table: string; name: string; target: string; definition: string };
/** What is left to do: nothing when all three are empty. */
export type DistributionPlan = {
  nodes: string[];
  moves: Move[];
  /** Those that are there and have to be dropped meanwhile. */
  keys: ForeignKey[];
  isUnfinished: boolean;
};

/** Holds the foreign keys while tables are moved; it is there only as long. */
const keptKeys = 'unfinished_distribution';

/**
 * Whether some tables are distributed and others, or their foreign keys, are not: a run was cut off, or a migration has added
 * one. Tables that an earlier version copied to every node are served as they are.
 */
export async function isHalfDistributed(db: Queries): Promise<boolean> {
  const [found] = await rowsOf(
    db,
    sql<{ citus: boolean }>`select to_regclass('pg_dist_partition') is not null as citus`,
  );
  if (found?.citus !== true) return false;
  const placed = (await readPlacements(db)).size;
  return (placed > 0 && placed < Object.keys(distribution).length) || (await isUnfinished(db));
}

/** Why no process may serve from it, as the end of a sentence; null where one may. */
export async function servingProblem(db: Queries): Promise<string | null> {
  if (await isHalfDistributed(db))
    return 'not all tables are distributed; run "npx patchbay database distribute --yes"';
  if (!isDistributed(db)) return null;
  const [node] = await rowsOf(
    db,
    sql<{ coordinator: boolean }>`select citus_is_coordinator() as coordinator`,
  );
  // The order of the turn log is that of the transactions of one node.
  return node?.coordinator ? null : 'DATABASE_URL leads to a worker of the cluster, not to its coordinator';
}

async function isUnfinished(db: Queries): Promise<boolean> {
  const [kept] = await rowsOf(
    db,
    sql<{ found: boolean }>`select to_regclass(${keptKeys}) is not null as found`,
  );
  return kept?.found === true;
}

/** The name of its connections, which tells them from those of a process that serves. */
export const distributorName = 'patchbay-distribute';

/**
 * What `distributeDatabase` would do.
 *
 * @throws DistributeError when it cannot be done here
 */
export function planDistribution(database: Database): Promise<DistributionPlan> {
  return database.session((db) => readPlan(db));
}

/**
 * Distributes what is not yet, and tells of each table with its rows, which are counted before and after. `groups` is in how
 * many parts the shards are spread. No other process may use the database.
 *
 * @throws DistributeError
 */
export async function distributeDatabase(
  database: Database,
  onTable: (moved: { table: string; rows: number }) => void = () => {},
  groups = shardGroups,
): Promise<void> {
  await database.session((db) =>
    holdingMigrationLock(db, async () => {
      const { moves, keys, isUnfinished: wasCutOff } = await readPlan(db);
      if (moves.length === 0 && !wasCutOff) return;
      await refuseOtherProcesses(db);
      await inTransaction(db, () => dropKeys(db, keys));
      for (const each of moves) {
        const rows = await inTransaction(db, () => move(db, each, groups));
        onTable({ table: each.table, rows });
      }
      for (const table of Object.keys(distribution)) {
        await sql`select truncate_local_data_after_distributing_table(${table})`.execute(db);
      }
      await allowInShardQueries(db);
      await restoreKeys(db);
    }),
  );
}

async function inTransaction<T>(db: Queries, work: () => Promise<T>): Promise<T> {
  await sql`begin`.execute(db);
  try {
    const value = await work();
    await sql`commit`.execute(db);
    return value;
  } catch (error) {
    // Over a lost connection there is nothing to roll back; the error of the work is the one to report.
    await sql`rollback`.execute(db).catch(() => {});
    throw error;
  }
}

async function rowsOf<R>(db: Queries, query: RawBuilder<R>): Promise<R[]> {
  return (await query.execute(db)).rows;
}

async function readPlan(db: Queries): Promise<DistributionPlan> {
  const nodes = await readNodes(db);
  const placed = await readPlacements(db);
  const moves: DistributionPlan['moves'] = [];
  for (const [table, { kind }] of Object.entries(distribution)) {
    const found = placed.get(table);
    const isCopied = found === 'reference' && kind === 'flow';
    if (found === undefined || isCopied) moves.push({ table, kind, isCopied });
    else if (found !== kind)
      throw new DistributeError(
        `The table ${table} is distributed in another way than Patchbay's; undo that with undistribute_table('${table}').`,
      );
  }
  const moving = new Set(moves.map(({ table }) => table));
  const keys = (await readForeignKeys(db)).filter(
    ({ table, target }) => moving.has(table) || moving.has(target),
  );
  return { nodes, moves, keys, isUnfinished: await isUnfinished(db) };
}

/** The addresses of all nodes. */
async function readNodes(db: Queries): Promise<string[]> {
  const installed = await rowsOf(db, sql`select 1 from pg_extension where extname = 'citus'`);
  if (installed.length === 0)
    throw new DistributeError(
      'The database has no Citus: use a server that has it, and run "create extension citus" on each node.',
    );
  const nodes = await rowsOf(
    db,
    sql<{ node: string; group: number; ready: boolean; coordinator: boolean }>`
      select nodename || ':' || nodeport as node, groupid as group, groupid = 0 or (hasmetadata and metadatasynced and isactive) as ready,
        citus_is_coordinator() as coordinator
      from pg_dist_node order by groupid, nodeid`,
  );
  const unready = nodes.find(({ ready }) => !ready);
  if (unready !== undefined)
    throw new DistributeError(
      `The node ${unready.node} has no synchronized metadata: run start_metadata_sync_to_all_nodes() on the coordinator.`,
    );
  if (nodes.some(({ coordinator }) => !coordinator))
    throw new DistributeError(
      'DATABASE_URL leads to a worker of the cluster; it must lead to the coordinator.',
    );
  if (nodes.every(({ group }) => group !== 0))
    throw new DistributeError(
      'The coordinator does not know its own address: run citus_set_coordinator_host(HOST, PORT) on it.',
    );
  return nodes.map(({ node }) => node);
}

/** How each table is distributed; `other` is in a way that is not Patchbay's. */
async function readPlacements(db: Queries): Promise<Map<string, TableKind | 'other'>> {
  const rows = await rowsOf(
    db,
    sql<{ name: string; method: string; model: string; key: string | null; group: number }>`
      select c.relname as name, p.partmethod as method, p.repmodel as model,
        case when p.partkey is null then null else column_to_column_name(p.logicalrelid, p.partkey) end as key,
        p.colocationid as group
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where c.relnamespace = current_schema()::regnamespace`,
  );
  const groups = new Map(rows.map(({ name, group }) => [name, group]));
  const kinds = Object.keys(spreadBy) as TableKind[];
  return new Map(
    rows.flatMap(({ name, method, model, key, group }): [string, TableKind | 'other'][] => {
      if (method === 'n' && model === 't') return [[name, 'reference']];
      // A table that Citus knows and has left where it was.
      if (method === 'n' && model === 's') return [];
      const kind = kinds.find((each) => {
        const spread = spreadBy[each];
        return spread !== null && key === spread.column && group === groups.get(spread.first);
      });
      return [[name, kind ?? 'other']];
    }),
  );
}

/** The keys of our tables; the parts that a node has of them have the same ones. */
async function readForeignKeys(db: Queries): Promise<ForeignKey[]> {
  const keys = await rowsOf(
    db,
    sql<ForeignKey>`
      select c.relname as table, k.conname as name, t.relname as target, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by 1, 2`,
  );
  return keys.filter(({ table }) => Object.hasOwn(distribution, table));
}

/** A process that has begun a statement of the undistributed tables would go on with it. */
async function refuseOtherProcesses(db: Queries): Promise<void> {
  const [found] = await rowsOf(
    db,
    sql<{ connections: number }>`
      select count(*) as connections from citus_stat_activity
      where datname = current_database() and application_name = 'patchbay' and not is_worker_query`,
  );
  if (found !== undefined && found.connections > 0)
    throw new DistributeError(
      `Processes of Patchbay have ${found.connections} connections to the database; stop them first.`,
    );
}

async function dropKeys(db: Queries, keys: readonly ForeignKey[]): Promise<void> {
  await sql`
    create table if not exists ${sql.table(keptKeys)} (
      table_name text not null, name text not null, definition text not null, primary key (table_name, name))`.execute(
    db,
  );
  for (const { table, name, definition } of keys) {
    await sql`
      insert into ${sql.table(keptKeys)} values (${table}, ${name}, ${definition}) on conflict do nothing`.execute(
      db,
    );
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  }
}

/** Gives the number of its rows. */
async function move(db: Queries, { table, kind, isCopied }: Move, groups: number): Promise<number> {
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db);
  const before = await countRows(db, table);
  if (isCopied) await sql`select undistribute_table(${table})`.execute(db);
  await distributeTable(db, table, kind, groups);
  const after = await countRows(db, table);
  if (before !== after)
    throw new DistributeError(
      `${table} had ${before} rows and would have ${after} on the nodes; it was left as it is.`,
    );
  return after;
}

async function distributeTable(db: Queries, table: string, kind: TableKind, groups: number): Promise<void> {
  const spread = spreadBy[kind];
  if (spread === null) {
    await sql`select create_reference_table(${table})`.execute(db);
    return;
  }
  await (table === spread.first
    ? sql`select create_distributed_table(${table}, ${spread.column}, colocate_with => 'none', shard_count => ${groups})`
    : sql`select create_distributed_table(${table}, ${spread.column}, colocate_with => ${spread.first})`
  ).execute(db);
}

async function countRows(db: Queries, table: string): Promise<number> {
  const [row] = await rowsOf(db, sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`);
  return Number(row?.rows);
}

async function restoreKeys(db: Queries): Promise<void> {
  const there = new Set((await readForeignKeys(db)).map(({ table, name }) => `${table} ${name}`));
  const kept = await rowsOf(
    db,
    sql<Omit<ForeignKey, 'target'>>`
      select table_name as table, name, definition from ${sql.table(keptKeys)} order by table_name, name`,
  );
  for (const { table, name, definition } of kept) {
    if (there.has(`${table} ${name}`)) continue;
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      db,
    );
  }
  await sql`drop table ${sql.table(keptKeys)}`.execute(db);
}
