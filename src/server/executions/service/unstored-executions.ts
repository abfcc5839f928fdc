/**
 * Executions whose row is inserted with their first turn, once: an insert and an update would touch each index of active
 * executions twice. Rows that refer to an execution by a foreign key need its row before.
 */

import { insertExecution } from '../store/executions.ts';
import { pairTaken, type TurnTransaction } from './turn-transaction.ts';

/** Inserts the row of an execution that began in this transaction, unless it is stored. @throws TurnRunAgain */
export async function ensureStored(turn: TurnTransaction, sid: string): Promise<void> {
  const row = turn.unstored.get(sid);
  if (row === undefined) return;
  turn.unstored.delete(sid);
  if (!(await insertExecution(turn.tx, row))) throw pairTaken();
}
