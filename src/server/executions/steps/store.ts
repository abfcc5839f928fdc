/** Stores steps. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { StepRow } from '../../platform/database/schema/tables.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';

/** A turn seldom has more steps; longer ones are stored in several statements. */
export const maxStepsAtOnce = 12;

/** The values of all rows of a statement, by column and number of the row. */
export type StepValues = Record<string, string | number | null>;

const columns = [
  'execution',
  'seq',
  'shard',
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

/** A step without what it stores of variables and notes, which may be large. */
export type StepListRow = Omit<StepRow, 'changes' | 'notes'>;

const listColumns = columns.filter((column) => column !== 'changes' && column !== 'notes');

/** Steps of an execution, newest first; positions are their numbers. */
export function listSteps(
  db: Queries,
  execution: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<StepListRow>> {
  return fetchKeysetPage(request, ({ order, operator, position, limit }) => {
    const query = db
      .selectFrom('steps')
      .select(listColumns)
      .where('execution', '=', execution)
      .where('shard', '=', shardOfExecution(execution));
    const beyond = position === null ? query : query.where('seq', operator, Number(position));
    return beyond.orderBy('seq', order).limit(limit).execute();
  });
}

/** Steps that are read at once, and characters of their changes and notes; a larger step is read alone. */
const maxStepsRead = 200;
const maxCharactersRead = 256 * 1024;

/**
 * The steps of an execution after number `after`, in order, as many as are read at once, but none after number `upTo`.
 * Empty when there are no more.
 */
export async function nextSteps(
  db: Queries,
  execution: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<StepRow[]> {
  const following = db
    .selectFrom('steps')
    .where('execution', '=', execution)
    .where('shard', '=', shardOfExecution(execution))
    .where('seq', '>', after)
    .where('seq', '<=', upTo);
  const sizes = await following
    .select(['seq', sql<number>`length(changes) + length(notes)`.as('characters')])
    .orderBy('seq')
    .limit(maxStepsRead)
    .execute();
  let characters = 0;
  let last = sizes[0]?.seq;
  for (const step of sizes) {
    characters += Number(step.characters);
    if (characters > maxCharactersRead) break;
    last = step.seq;
  }
  return last === undefined ? [] : following.selectAll().where('seq', '<=', last).orderBy('seq').execute();
}

/** The number of the last step of an execution, 0 when it has none. */
export async function lastStep(db: Queries, execution: string): Promise<number> {
  const row = await db
    .selectFrom('steps')
    .select((step) => step.fn.max('seq').as('seq'))
    .where('execution', '=', execution)
    .where('shard', '=', shardOfExecution(execution))
    .executeTakeFirst();
  return row?.seq ?? 0;
}

export function findStep(db: Queries, execution: string, sid: string): Promise<StepRow | undefined> {
  return db
    .selectFrom('steps')
    .selectAll()
    .where('execution', '=', execution)
    .where('shard', '=', shardOfExecution(execution))
    .where('sid', '=', sid)
    .executeTakeFirst();
}

/** The step with that number. */
export function findStepByNumber(db: Queries, execution: string, seq: number): Promise<StepRow | undefined> {
  return db
    .selectFrom('steps')
    .selectAll()
    .where('execution', '=', execution)
    .where('shard', '=', shardOfExecution(execution))
    .where('seq', '=', seq)
    .executeTakeFirst();
}

/** Whether a later step of the execution has left the same widget. */
export async function hasLaterStepOf(
  db: Queries,
  { execution, shard, seq, transitioned_from: widget }: StepRow,
): Promise<boolean> {
  const later = await db
    .selectFrom('steps')
    .select('seq')
    .where('execution', '=', execution)
    .where('shard', '=', shard)
    .where('seq', '>', seq)
    .where('transitioned_from', '=', widget)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

export async function setStepChanges(
  tx: Queries,
  { execution, shard, seq }: StepRow,
  changes: string,
): Promise<void> {
  await tx
    .updateTable('steps')
    .set({ changes })
    .where('execution', '=', execution)
    .where('shard', '=', shard)
    .where('seq', '=', seq)
    .execute();
}
