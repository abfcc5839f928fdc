/**
 * Stores a turn: the execution's new state, or a new execution, its new steps, and an entry of the turn log. On
 * PostgreSQL they are one statement, which costs a third of three; on Citus, which plans it for longer, they are three.
 */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { combinesWrites } from '../../platform/database/dialect.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import { errorCode, violatedKey } from '../../platform/database/retry-while-unavailable.ts';
import type { ExecutionRow, StepRow } from '../../platform/database/schema/tables.ts';
import {
  insertSteps,
  insertStepsStatement,
  maxStepsAtOnce,
  type StepValues,
  stepValues,
} from '../steps/store.ts';
import {
  assertUpdated,
  type ExecutionUpdate,
  type ExecutionValues,
  insertExecution,
  insertExecutionStatement,
  updateExecution,
  type VersionedUpdate,
} from './executions.ts';
import { insertLogEntry, type TurnLogEntry } from './turn-log.ts';

export type TurnRows<E = ExecutionUpdate> = {
  execution: E;
  steps: readonly StepRow[];
  /** Null for a turn that leads to no event. */
  logEntry: TurnLogEntry | null;
};

/** True where the rows are stored by one statement, which fails when they cannot be. */
export function isOneStatement(tx: Queries, { steps, logEntry }: TurnRows): boolean {
  return combinesWrites(tx) && logEntry !== null && steps.length > 0 && steps.length <= maxStepsAtOnce;
}

type CombinedValues = VersionedUpdate & TurnLogEntry & StepValues;

/** One prepared statement for each number of steps. */
const writeCombined = Array.from({ length: maxStepsAtOnce }, (_, last) =>
  prepared((db, value: Values<CombinedValues>) =>
    db
      .with('updated', () => updateExecution(db, value as Values<VersionedUpdate>))
      .with('inserted_steps', () => insertStepsStatement(db, value as Values<StepValues>, last + 1))
      .with('logged', () => insertLogEntry(db, value as Values<TurnLogEntry>))
      .selectNoFrom(({ selectFrom }) =>
        // It divides by zero, and so the transaction cannot be committed, when there was nothing to update.
        sql`1 / ${selectFrom('updated').select(({ fn }) => fn.countAll().as('rows'))}`.as('updated_rows'),
      ),
  ),
);

/** division_by_zero. */
const divisionByZero = '22012';

const updateOnly = prepared(updateExecution);
const insertLogEntryOnly = prepared(insertLogEntry);

/**
 * Call it in the transaction that has locked the execution.
 * @throws when the row is not at the version before `execution.version`: two turns ran on one state
 */
export async function insertTurnRows(tx: Queries, { execution, steps, logEntry }: TurnRows): Promise<void> {
  const update = { ...execution, expected_version: execution.version - 1 };
  const combined = logEntry === null || !combinesWrites(tx) ? undefined : writeCombined[steps.length - 1];
  if (combined !== undefined && logEntry !== null) {
    try {
      await combined(tx, { ...stepValues(steps), ...update, ...logEntry });
      return;
    } catch (error) {
      if (errorCode(error) === divisionByZero) assertUpdated(execution, []);
      throw error;
    }
  }
  const writes = [
    updateOnly(tx, update),
    insertSteps(tx, steps),
    logEntry === null ? null : insertLogEntryOnly(tx, logEntry),
  ];
  const [rows] = await Promise.all(writes);
  assertUpdated(execution, rows ?? []);
}

type FirstTurnValues = ExecutionValues & TurnLogEntry & StepValues;

/** One prepared statement for each number of steps. */
const writeFirst = Array.from({ length: maxStepsAtOnce }, (_, last) =>
  prepared((db, value: Values<FirstTurnValues>) =>
    db
      .with('inserted', () => insertExecutionStatement(db, value as Values<ExecutionValues>).returning('sid'))
      .with('inserted_steps', () => insertStepsStatement(db, value as Values<StepValues>, last + 1))
      .with('logged', () => insertLogEntry(db, value as Values<TurnLogEntry>))
      .selectFrom('inserted')
      .select('inserted.sid'),
  ),
);

/**
 * Stores the first turn of an execution that has no row yet, in the transaction that has found its address pair free.
 * False when another transaction has taken the pair meanwhile; the transaction can only be rolled back then.
 */
export async function insertFirstTurnRows(
  tx: Queries,
  { execution, steps, logEntry }: TurnRows<ExecutionRow>,
): Promise<boolean> {
  const combined = logEntry === null || !combinesWrites(tx) ? undefined : writeFirst[steps.length - 1];
  if (combined !== undefined && logEntry !== null) {
    try {
      await combined(tx, { ...stepValues(steps), ...logEntry, ...execution });
      return true;
    } catch (error) {
      if (isPairViolation(error)) return false;
      throw error;
    }
  }
  if (!(await insertExecution(tx, execution))) return false;
  await Promise.all([insertSteps(tx, steps), logEntry === null ? null : insertLogEntryOnly(tx, logEntry)]);
  return true;
}

/** Whether PostgreSQL refused a second exclusive execution of an address pair. */
function isPairViolation(error: unknown): boolean {
  return violatedKey(error) === 'executions_one_per_pair';
}
