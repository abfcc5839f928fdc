/**
 * The rows of a turn: the execution as it now stands, its new steps, and its place in the order of what happened.
 * On PostgreSQL they are one statement, which costs a third of three.
 */

import { type NewTurn, turnRow } from '../../live/store.ts';
import type { Queries } from '../../platform/database/database.ts';
import { isPostgres } from '../../platform/database/dialect.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { StepRow } from '../../platform/database/schema/tables.ts';
import {
  insertSteps,
  insertStepsStatement,
  maxStepsAtOnce,
  type StepValues,
  stepValues,
} from '../steps/store.ts';
import { assertUpdated, type ExecutionUpdate, updateExecution, type VersionedUpdate } from './executions.ts';

export type TurnRows = {
  execution: ExecutionUpdate;
  steps: readonly StepRow[];
  /** Null for a turn that nobody is told of. */
  turn: NewTurn | null;
};

type CombinedValues = VersionedUpdate & NewTurn & StepValues;

/** One prepared statement for each number of steps. */
const writeCombined = Array.from({ length: maxStepsAtOnce }, (_, last) =>
  prepared((db, value: Values<CombinedValues>) =>
    db
      .with('moved', () => updateExecution(db, value as Values<VersionedUpdate>))
      .with('stepped', () => insertStepsStatement(db, value as Values<StepValues>, last + 1))
      .with('turned', () => turnRow(db, value as Values<NewTurn>))
      .selectFrom('moved')
      .select('moved.sid'),
  ),
);

const updateOnly = prepared(updateExecution);
const insertTurnOnly = prepared(turnRow);

/**
 * Writes them, in the transaction that has locked the execution.
 * @throws when the row is not at the version before `moved.version`: two turns ran on one state
 */
export async function insertTurnRows(
  tx: Queries,
  { execution: moved, steps, turn }: TurnRows,
): Promise<void> {
  const was = { ...moved, was: moved.version - 1 };
  const whole = turn === null || !isPostgres(tx) ? undefined : writeCombined[steps.length - 1];
  if (whole !== undefined && turn !== null) {
    assertUpdated(moved, await whole(tx, { ...stepValues(steps), ...was, ...turn }));
    return;
  }
  const writes = [
    updateOnly(tx, was),
    insertSteps(tx, steps),
    turn === null ? null : insertTurnOnly(tx, turn),
  ];
  const [rows] = await Promise.all(writes);
  assertUpdated(moved, rows ?? []);
}
