/** An execution between the engine's form and the row's. */

import { hash } from 'node:crypto';
import type { Context, Execution } from '#engine/execution.ts';
import type { ExecutionRow } from '../store/tables.ts';

/** The engine's execution out of the row. */
export function thaw(row: Pick<ExecutionRow, 'state' | 'context'>): Execution {
  const state = JSON.parse(row.state) as Omit<Execution, 'context'>;
  return { ...state, context: JSON.parse(row.context) as Context };
}

/** The columns that carry the engine's execution. */
export function freeze(execution: Execution): Pick<ExecutionRow, 'state' | 'context'> {
  const { context, ...state } = execution;
  return { state: JSON.stringify(state), context: JSON.stringify(context) };
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
