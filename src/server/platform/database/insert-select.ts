/** Inserts one row as `insert … select`: Citus refuses subqueries among the values of an `insert … values`. */

import {
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  sql,
  type ValueExpression,
} from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './schema/tables.ts';

/** What `values` takes: a value or an expression for each column. */
type Row<T extends keyof Tables> = {
  [C in keyof Insertable<Tables[T]>]: ValueExpression<Tables, T, Insertable<Tables[T]>[C]>;
};

export function insertSelect<T extends keyof Tables & string>(
  db: Queries,
  table: T,
  row: Row<T>,
): InsertQueryBuilder<Tables, T, InsertResult> {
  const values = Object.values(row).map((value) => sql`${value}`);
  return (
    db
      .insertInto(table)
      .columns(Object.keys(row) as never)
      // By the condition SQLite knows that an `on conflict` behind it is no condition of a join.
      .expression(sql`select ${sql.join(values)} where true`)
  );
}
