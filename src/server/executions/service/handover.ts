/** Conversations that another application leads: which one, and how it is reached. */

import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { deserializeExecution } from '../turn/serialization.ts';

export type HandoverTarget = { redirect: string; method: 'GET' | 'POST' };

/** The application to which this execution has handed its messages; null when it has handed over none, or a call. */
export function handoverTarget(row: ExecutionRow | undefined): HandoverTarget | null {
  if (row?.waiting !== 'return') return null;
  const { wait, call } = deserializeExecution(row);
  return wait?.for === 'return' && call === null ? { redirect: wait.url, method: wait.method } : null;
}
