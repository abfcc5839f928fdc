/** A database that counts what each transaction does, and how many rows are read, and that ends like a process that is killed. */

import type { KyselyPlugin } from 'kysely';
import type { Database, Queries } from '../../../platform/database/database.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';

export type CountedDatabase = {
  ctx: ServiceContext;
  /** Statements of each transaction. */
  counts: number[];
  /** Rows that any query has given, in transactions and outside of them. */
  rows(): number;
};

/** After `allowed` transactions the process is killed. */
export function countedDatabase(ctx: ServiceContext, allowed = Number.POSITIVE_INFINITY): CountedDatabase {
  const counts: number[] = [];
  let rows = 0;
  const { database } = ctx;
  const counting = (queries: Queries, begin: () => void): Queries => {
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        begin();
        return node;
      },
      transformResult: async ({ result }) => {
        rows += result.rows.length;
        return result;
      },
    };
    return queries.withPlugin(plugin);
  };
  const write: Database['write'] = (work, sharing) => {
    if (counts.length >= allowed) throw new Error('killed');
    const number = counts.push(0) - 1;
    const count = () => {
      counts[number] = (counts[number] ?? 0) + 1;
    };
    return database.write((tx, withCommit) => work(counting(tx, count), withCommit), sharing);
  };
  const read = counting(database.read, () => {});
  return { ctx: { ...ctx, database: { ...database, read, write } }, counts, rows: () => rows };
}
