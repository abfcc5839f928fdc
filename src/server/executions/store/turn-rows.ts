/**
 * The rows of a turn: the execution as it now stands, its new steps, and its place in the order of what happened.
 * On PostgreSQL they are one statement, which costs a third of three.
 */

import { type NewTurn, turnRow } from '../../live/store.ts';
import type { Queries } from '../../platform/database/database.ts';
import { isPostgres } from '../../platform/database/dialect.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { StepRow } from '../../platform/database/schema/tables.ts';
import { type FlatSteps, flatSteps, insertSteps, maxStepsAtOnce, stepRows } from '../steps/store.ts';
import { type Moved, moveRow, type Was, wasMoved } from './executions.ts';

export type TurnRows = {
  moved: Moved;
  steps: readonly StepRow[];
  /** Null for a turn that nobody is told of. */
  turn: NewTurn | null;
};

type Together = Was & NewTurn & FlatSteps;

/** One prepared statement for each number of steps. */
const together = Array.from({ length: maxStepsAtOnce }, (_, last) =>
  prepared((db, value: Values<Together>) =>
    db
      .with('moved', () => moveRow(db, value as Values<Was>))
      .with('stepped', () => stepRows(db, value as Values<FlatSteps>, last + 1))
      .with('turned', () => turnRow(db, value as Values<NewTurn>))
      .selectFrom('moved')
      .select('moved.sid'),
  ),
);

const moveAlone = prepared(moveRow);
const noteTurn = prepared(turnRow);

/**
 * Writes them, in the transaction that has locked the execution.
 * @throws when the row is not at the version before `moved.version`: two turns ran on one state
 */
export async function insertTurnRows(tx: Queries, { moved, steps, turn }: TurnRows): Promise<void> {
  const was = { ...moved, was: moved.version - 1 };
  const whole = turn === null || !isPostgres(tx) ? undefined : together[steps.length - 1];
  if (whole !== undefined && turn !== null) {
    wasMoved(moved, await whole(tx, { ...flatSteps(steps), ...was, ...turn }));
    return;
  }
  const writes = [moveAlone(tx, was), insertSteps(tx, steps), turn === null ? null : noteTurn(tx, turn)];
  const [rows] = await Promise.all(writes);
  wasMoved(moved, rows ?? []);
}
