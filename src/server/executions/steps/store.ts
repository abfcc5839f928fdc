/** Stores steps. */

import type { Queries } from '../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { StepRow } from '../../platform/database/schema/tables.ts';

/** A turn seldom has more steps; longer ones are stored in several statements. */
export const maxStepsAtOnce = 12;

/** The values of all rows of a statement, by column and number of the row. */
export type StepValues = Record<string, string | number | null>;

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
const valueNames = Array.from({ length: maxStepsAtOnce }, (_, row) =>
  columns.map((column) => `${column}${row}`),
);

/** The statement that inserts `count` rows, at most `maxStepsAtOnce`. */
export function insertStepsStatement(db: Queries, value: Values<StepValues>, count: number) {
  const rows = valueNames
    .slice(0, count)
    .map((row) => Object.fromEntries(columns.map((column, index) => [column, value(row[index] ?? '')])));
  return db.insertInto('steps').values(rows as unknown as StepRow[]);
}

/** One prepared statement for each number of rows. */
const inserts = valueNames.map((_, last) =>
  prepared((db, value: Values<StepValues>) => insertStepsStatement(db, value, last + 1)),
);

/** The values for `stepRows`. */
export function stepValues(rows: readonly StepRow[]): StepValues {
  const values: StepValues = {};
  rows.forEach((row, at) => {
    columns.forEach((column, index) => {
      values[valueNames[at]?.[index] ?? ''] = row[column];
    });
  });
  return values;
}

/** @throws when a step with that number is there already */
export async function insertSteps(tx: Queries, rows: readonly StepRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += maxStepsAtOnce) {
    const slice = rows.slice(from, from + maxStepsAtOnce);
    await inserts[slice.length - 1]?.(tx, stepValues(slice));
  }
}

/** Steps of an execution, newest first; positions are their numbers. */
export function listSteps(
  db: Queries,
  execution: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<StepRow>> {
  return fetchKeysetPage(request, ({ order, operator, position, limit }) => {
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
