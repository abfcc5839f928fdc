/** Stores calls. */

import type { CallStatus } from '#api/messaging/operations.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import { prepared, type Values, valuesOf } from '../../platform/database/prepared-query.ts';
import type { CallRow } from '../../platform/database/schema/tables.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';
import { type SubjectRowKey, subjectTable } from '../subjects/store.ts';

const calls = subjectTable<CallRow>('calls', (value) => ({
  ...valuesOf(value, 'account', 'sid', 'shard', 'flow', 'execution', 'direction', 'sender', 'recipient'),
  ...valuesOf(value, 'status', 'effect', 'carrier', 'created_at', 'updated_at'),
}));

export const {
  insert: insertCall,
  find: findCall,
  findOf: findCallOf,
  findReported: findReportedCall,
  setExecution: setCallExecution,
} = calls;

const setStatusOf = prepared((db, value: Values<SubjectRowKey & { status: CallStatus; now: number }>) =>
  db
    .updateTable('calls')
    .set({ status: value('status'), updated_at: value('now') })
    .where('shard', '=', value('shard'))
    .where('account', '=', value('account'))
    .where('sid', '=', value('sid')),
);

export async function setCallStatus(
  tx: Queries,
  { account, sid, shard }: SubjectRowKey,
  change: { status: CallStatus; now: number },
): Promise<void> {
  await setStatusOf(tx, { account, sid, shard, ...change });
}

/** Replaces our SID of a call by its carrier's, unless another call of the account has that. */
export async function renameCall(tx: Queries, call: SubjectRowKey, sid: string): Promise<void> {
  if (sid !== call.sid) await calls.change(tx, call, { sid });
}

/** Calls of the account, newest first. */
export function listCalls(
  db: Queries,
  filter: { account: string; status?: CallStatus | undefined; execution?: string | undefined },
  request: KeysetPageRequest,
): Promise<KeysetPage<CallRow>> {
  const { execution } = filter;
  // Every call is in the shard of its execution.
  const shard = execution === undefined ? undefined : shardOfExecution(execution);
  return calls.list(db, { ...filter, shard }, request);
}
