/** Prepared queries: built and compiled once per dialect, then run with other values. */

import { hash } from 'node:crypto';
import type { Compilable, CompiledQuery, DialectAdapter, SelectQueryBuilder } from 'kysely';
import { ContactData } from './cell-cipher.ts';
import type { Queries } from './database.ts';
import type { Tables } from './schema/tables.ts';
import { SynchronousSqliteAdapter } from './synchronous-adapter.ts';

type Value = string | number | null | Uint8Array;

/** Placeholder for a named value in the compiled query. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query that a connection may keep as a prepared statement; the name is a hash of its text. */
export type NamedQuery<R = unknown> = CompiledQuery<R> & { name?: string };

/**
 * A query with named values. `build` is called once per dialect; where a value belongs it writes
 * `value('name')`. The query may not change its form with the values (no lists of varying length).
 *
 *     const findFlow = prepared((db, value: Values<{ sid: string }>) =>
 *       db.selectFrom('flows').selectAll().where('sid', '=', value('sid')));
 *     const [row] = await findFlow(database.read, { sid });
 */
export function prepared<P extends Record<string, Value>, R>(
  build: (db: Queries, value: Values<P>) => Compilable<R>,
): (db: Queries, values: P) => Promise<R[]> {
  const compiled = new WeakMap<DialectAdapter, NamedQuery<R>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      const built = build(db, (name) => new Placeholder(name) as never).compile();
      query = { ...built, name: hash('md5', built.sql) };
      compiled.set(adapter, query);
    }
    const boundTo = (each: unknown) => (each instanceof Placeholder ? values[each.name] : each);
    const parameters = query.parameters.map((each) =>
      each instanceof ContactData ? new ContactData(boundTo(each.value)) : boundTo(each),
    );
    if (adapter instanceof SynchronousSqliteAdapter) return adapter.executeSync(query.sql, parameters) as R[];
    const { rows } = await db.executeQuery<R>({ ...query, parameters });
    return rows;
  };
}

/** The same of a query of one hot table that may be told in which shards to look. */
export function preparedAcrossShards<P extends Record<string, Value>, R>(
  build: (db: Queries, value: Values<P>) => SelectQueryBuilder<Tables, 'executions' | 'jobs', R>,
): (db: Queries, values: P, shards: readonly number[] | null) => Promise<R[]> {
  const everywhere = prepared<P, R>(build as (db: Queries, value: Values<P>) => Compilable<R>);
  return async (db, values, shards) =>
    shards === null
      ? await everywhere(db, values)
      : ((await build(db, (name) => values[name])
          .where('shard', 'in', shards)
          .execute()) as R[]);
}

export type Values<P> = <K extends keyof P & string>(name: K) => P[K];

/** The values of these columns, each named as its column. */
export function valuesOf<P, const K extends keyof P & string>(
  value: Values<P>,
  ...columns: readonly K[]
): Pick<P, K> {
  return Object.fromEntries(columns.map((column) => [column, value(column)])) as Pick<P, K>;
}
