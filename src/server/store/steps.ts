/** The rows of steps. */

import type { Compilable } from 'kysely';
import type { Queries } from './database.ts';
import { prepared, type Values } from './prepared.ts';
import { type Slice, type SliceRequest, takeSlice } from './slice.ts';
import type { StepRow } from './tables.ts';

/** A turn seldom has more steps; longer ones are stored in several statements. */
const maxAtOnce = 12;

type Flat = Record<string, string | number>;

/** One prepared statement for each number of rows. */
const inserts = Array.from({ length: maxAtOnce }, (_, less) =>
  prepared((db, value: Values<Flat>): Compilable<StepRow> => {
    const rows = Array.from({ length: less + 1 }, (_, row) => {
      const at = <T>(column: string) => value(`${column}${row}`) as T;
      return {
        execution: at<string>('execution'),
        seq: at<number>('seq'),
        sid: at<string>('sid'),
        name: at<string>('name'),
        type: at<string>('type'),
        transitioned_from: at<string>('transitioned_from'),
        transitioned_to: at<string>('transitioned_to'),
        changes: at<string>('changes'),
        notes: at<string>('notes'),
        created_at: at<number>('created_at'),
      };
    });
    return db.insertInto('steps').values(rows) as unknown as Compilable<StepRow>;
  }),
);

/** @throws when a step with that number is there already */
export async function insertSteps(tx: Queries, rows: readonly StepRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += maxAtOnce) {
    const slice = rows.slice(from, from + maxAtOnce);
    const flat: Flat = {};
    slice.forEach((row, index) => {
      for (const [column, value] of Object.entries(row)) flat[`${column}${index}`] = value;
    });
    await inserts[slice.length - 1]?.(tx, flat);
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
