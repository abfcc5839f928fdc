/** For tests on PostgreSQL: the hot tables as native partitions by shard, and which of them a statement looks into. */

import { CompiledQuery, sql } from 'kysely';
import type { Database, Queries } from '../platform/database/database.ts';
import { distribution } from '../platform/database/schema/distribution.ts';
import type { SentStatement } from './postgres-exchanges.ts';

/** The hot tables. */
const hotTables: readonly string[] = Object.entries(distribution).flatMap(([name, table]) =>
  table.kind === 'hot' ? [name] : [],
);

const schema = 'by_shard';
const partitions = 8;

/** Creates the hot tables once more, empty and in partitions, with their keys and indexes. */
export async function createPartitions(database: Database): Promise<void> {
  await database.write(async (tx) => {
    await sql`create schema ${sql.ref(schema)}`.execute(tx);
    for (const name of hotTables) {
      const table = sql.ref(`${schema}.${name}`);
      await sql`
        create table ${table} (like ${sql.ref(`public.${name}`)} including indexes) partition by hash (shard)`.execute(
        tx,
      );
      for (let remainder = 0; remainder < partitions; remainder += 1) {
        await sql`create table ${sql.ref(`${schema}.${name}_${remainder}`)} partition of ${table}
          for values with (modulus ${sql.lit(partitions)}, remainder ${sql.lit(remainder)})`.execute(tx);
      }
    }
  });
}

/** A statement that may look into all shards: a part of its text, and why. */
export type AcrossShards = readonly [table: string, part: string, why: string];

/**
 * What of the statements that were sent looks into several partitions of a hot table without being named, in words, and
 * what is named but did not occur. `background` is named, too, but need not occur.
 */
export async function findUnpruned(
  database: Database,
  sent: readonly SentStatement[],
  acrossShards: readonly AcrossShards[],
  background: readonly AcrossShards[] = [],
): Promise<{ statements: number; wrong: string[]; unused: string[] }> {
  const statements = statementsOf(sent);
  const wrong: string[] = [];
  const used = new Set<AcrossShards>();
  for (const { sql: text, values } of statements) {
    for (const [table, count] of await partitionsRead(database, text, values)) {
      if (count === 1) continue;
      const named = [...acrossShards, ...background].find(
        ([of, part]) => of === table && text.includes(part),
      );
      if (named === undefined) wrong.push(`${count} of ${table}: ${text}`);
      else used.add(named);
    }
  }
  const unused = acrossShards.filter((each) => !used.has(each)).map(([table, part]) => `${table}: ${part}`);
  return { statements: statements.length, wrong, unused };
}

/** Statements that read or write hot tables, each text once. */
function statementsOf(sent: readonly SentStatement[]): SentStatement[] {
  const texts = new Map(sent.map((each) => [each.sql, each]));
  const names = new RegExp(`\\b(${hotTables.join('|')})\\b`);
  return [...texts.values()].filter(
    ({ sql: text }) => /^\s*(with|select|insert|update|delete)\b/.test(text) && names.test(text),
  );
}

type Plan = { 'Relation Name'?: string; Plans?: Plan[] };

/** How many partitions of each hot table the plan of the statement with those values has. */
async function partitionsRead(
  database: Database,
  text: string,
  values: readonly unknown[],
): Promise<Map<string, number>> {
  return await database.session(async (db) => {
    await sql`set search_path to ${sql.ref(schema)}, public`.execute(db);
    try {
      const query = CompiledQuery.raw(`explain (format json) ${text}`, [...values]);
      const { rows } = await (db as Queries).executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(query);
      return countPartitions(rows[0]?.['QUERY PLAN'][0]?.Plan ?? {});
    } finally {
      await sql`set search_path to public`.execute(db);
    }
  });
}

function countPartitions(plan: Plan): Map<string, number> {
  const read = new Set<string>();
  const collect = ({ 'Relation Name': name, Plans: plans = [] }: Plan) => {
    if (name !== undefined) read.add(name);
    for (const each of plans) collect(each);
  };
  collect(plan);
  const counts = new Map<string, number>();
  for (const name of read) {
    const table = hotTables.find((each) => name.startsWith(each) && /^_\d$/.test(name.slice(each.length)));
    if (table !== undefined) counts.set(table, (counts.get(table) ?? 0) + 1);
  }
  return counts;
}
