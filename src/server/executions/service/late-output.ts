/**
 * Variables of a widget that become known after the flow has left it, such as where a recording is. They become part of
 * the step that the widget was left by, so that the variables of an execution stay the sum of the changes of its steps; an
 * execution that has ended gets them, too.
 */

import { applyChanges, emptyContext, maxContextBytes, valueAt } from '#engine/context.ts';
import type { Context, VariableChange } from '#engine/execution.ts';
import { isObject, type JsonObject } from '#flow/json/json.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { requireReadable } from '../../platform/database/cell-cipher.ts';
import type { ExecutionRow, StepRow } from '../../platform/database/schema/tables.ts';
import { findStepByNumber, hasLaterStepOf, setStepChanges } from '../steps/store.ts';
import { setExecutionContext } from '../store/executions.ts';
import type { TurnTransaction } from './turn-transaction.ts';

/**
 * What is new of a widget of that type, whose output is `known`; null for nothing.
 */
export type LateOutput = (type: string, known: JsonObject) => JsonObject | null;

/** False, and nothing is changed, where step `seq` is not there or gets nothing new. `row` must be locked. */
export async function addLateOutput(
  turn: TurnTransaction,
  row: ExecutionRow,
  seq: number,
  outputOf: LateOutput,
): Promise<boolean> {
  const step = row.purged_at === null ? await findStepByNumber(turn.tx, row.sid, seq) : undefined;
  if (step === undefined) return false;
  const made = parseExactJson(step.changes) as VariableChange[];
  const path = ['widgets', step.transitioned_from];
  const known = valueAt(applyChanges(emptyContext(), made), path);
  const output = outputOf(step.type, known !== undefined && isObject(known) ? known : {});
  if (output === null) return false;
  const changes = Object.entries(output).map(([name, value]) => ({ path: [...path, name], value }));
  return storeChanges(turn, row, step, { made, changes });
}

async function storeChanges(
  turn: TurnTransaction,
  row: ExecutionRow,
  step: StepRow,
  { made, changes }: { made: VariableChange[]; changes: VariableChange[] },
): Promise<boolean> {
  const context = JSON.stringify(
    applyChanges(parseExactJson(requireReadable(row.context)) as Context, changes),
  );
  if (context.length > maxContextBytes) return false;
  await setStepChanges(turn.tx, step, JSON.stringify([...made, ...changes]));
  // Where the widget has run again, its variables are those of that run.
  if (!(await hasLaterStepOf(turn.tx, step))) await setExecutionContext(turn.tx, row.sid, context);
  turn.changed.add(row.sid);
  return true;
}
