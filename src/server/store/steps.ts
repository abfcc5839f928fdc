/** The rows of steps. */

import type { Queries } from './database.ts';
import { prepared, type Values } from './prepared.ts';
import { type Slice, type SliceRequest, takeSlice } from './slice.ts';
import type { StepRow } from './tables.ts';

/** A turn seldom has more steps; longer ones are stored in several statements. */
const maxAtOnce = 12;

type Flat = Record<string, string | number>;

const columns = [
  'execution',
  'seq',
  'sid',
  'name',
  'type',
  'transitioned_from',
  'transitioned_to',
  'changes',
  'notes',
  'created_at',
] as const satisfies (keyof StepRow)[];

/** The name of each column's value in each row of a statement. */
const names = Array.from({ length: maxAtOnce }, (_, row) => columns.map((column) => `${column}${row}`));

/** One prepared statement for each number of rows. */
const inserts = names.map((_, last) =>
  prepared((db, value: Values<Flat>) => {
    const rows = names
      .slice(0, last + 1)
      .map((row) => Object.fromEntries(columns.map((column, index) => [column, value(row[index] ?? '')])));
    return db.insertInto('steps').values(rows as unknown as StepRow[]);
  }),
);

/** @throws when a step with that number is there already */
export async function insertSteps(tx: Queries, rows: readonly StepRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += maxAtOnce) {
    const slice = rows.slice(from, from + maxAtOnce);
    const values: Flat = {};
    slice.forEach((row, at) => {
      columns.forEach((column, index) => {
        values[names[at]?.[index] ?? ''] = row[column];
      });
    });
    await inserts[slice.length - 1]?.(tx, values);
  }
}

/** Steps of an execution, newest first; positions are their numbers. */
export function listSteps(db: Queries, execution: string, request: SliceRequest): Promise<Slice<StepRow>> {
  return takeSlice(request, ({ order, operator, position, limit }) => {
    const query = db.selectFrom('steps').selectAll().where('execution', '=', execution);
    const beyond = position === null ? query : query.where('seq', operator, Number(position));
    return beyond.orderBy('seq', order).limit(limit).execute();
  });
}

/** All steps of an execution in order, up to and including number `upTo`. */
export function stepsUpTo(db: Queries, execution: string, upTo: number): Promise<StepRow[]> {
  return db
    .selectFrom('steps')
    .selectAll()
    .where('execution', '=', execution)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .execute();
}

export function findStep(db: Queries, execution: string, sid: string): Promise<StepRow | undefined> {
  return db
    .selectFrom('steps')
    .selectAll()
    .where('execution', '=', execution)
    .where('sid', '=', sid)
    .executeTakeFirst();
}
