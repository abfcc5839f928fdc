/** Handover of a conversation to another application: which one, and how it is reached. */

import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { deserializeExecution } from '../turn/serialization.ts';

export type HandoverTarget = { redirect: string; method: 'GET' | 'POST' };

/** The application to which the execution has handed over its messages; null for none, and for a call. */
export function handoverTarget(ctx: ServiceContext, row: ExecutionRow | undefined): HandoverTarget | null {
  if (row?.waiting !== 'return') return null;
  const { wait, call } = deserializeExecution(ctx, row);
  return wait?.for === 'return' && call === null ? { redirect: wait.url, method: wait.method } : null;
}
