/** An execution between the engine's form and the row's. */

import { hash } from 'node:crypto';
import type { Context, Execution } from '#engine/execution.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';

type SerializedExecution = Pick<ExecutionRow, 'sid' | 'state' | 'context'>;

/** Letters of the rows whose executions stay in memory; as objects they take some times as much. */
const maxLetters = 8_000_000;

const kept = new Map<string, { row: SerializedExecution; execution: Execution }>();
let letters = 0;

/** The engine's execution out of the row, which nobody may change: from memory when it moved lately. */
export function deserializeExecution({ sid, state, context }: SerializedExecution): Execution {
  const known = kept.get(sid);
  // The texts decide, so it does not matter who wrote the row, or whether what was kept was ever committed.
  if (known?.row.context === context && known.row.state === state) return known.execution;
  return { ...(JSON.parse(state) as Omit<Execution, 'context'>), context: JSON.parse(context) as Context };
}

/** The columns that carry the engine's execution. */
export function serializeExecution(
  sid: string,
  execution: Execution,
): Pick<ExecutionRow, 'state' | 'context'> {
  const { context, ...rest } = execution;
  const row = { sid, state: JSON.stringify(rest), context: JSON.stringify(context) };
  forget(sid);
  if (execution.status === 'active') keep(row, execution);
  return { state: row.state, context: row.context };
}

function keep(row: SerializedExecution, execution: Execution): void {
  kept.set(row.sid, { row, execution });
  letters += row.state.length + row.context.length;
  for (const oldest of kept.keys()) {
    if (letters <= maxLetters) break;
    forget(oldest);
  }
}

function forget(sid: string): void {
  const known = kept.get(sid);
  if (known === undefined) return;
  kept.delete(sid);
  letters -= known.row.state.length + known.row.context.length;
}

/**
 * The SID of an execution's step, made from its number: the child of a subflow can name the step that
 * started it before that step has ended.
 */
export function stepSid(execution: string, seq: number): string {
  return `FT${hash('md5', `${execution}.${seq}`)}`;
}

/**
 * The first two hexadecimal digits of an execution's SID: which of 256 shards it lives in, by account
 * and pair, so that a pair can be found without a directory once there is more than one database.
 */
export function shardOf(account: string, contact: string, channel: string): string {
  return hash('md5', JSON.stringify([account, contact, channel])).slice(0, 2);
}
