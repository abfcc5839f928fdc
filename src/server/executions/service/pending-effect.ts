/** What becomes of an execution when a job that it waits for will never be done. */

import { isObject, textOf } from '#flow/json/json.ts';
import { isTerminal } from '../../messaging/calls/status.ts';
import { findCallOf, setCallStatus } from '../../messaging/calls/store.ts';
import { findMessageOf, setMessageStatus } from '../../messaging/messages/store.ts';
import type { ExecutionRow, JobRow } from '../../platform/database/schema/tables.ts';
import { takeTurn } from './turn.ts';
import type { TurnTransaction } from './turn-transaction.ts';

/**
 * Gives the execution, which must be locked, a failure in the place of the job's result; the message or call that was
 * asked for counts as failed. Moves nothing when the execution waits for something else by now.
 */
export async function failPendingEffect(
  work: TurnTransaction,
  execution: ExecutionRow,
  { account, payload }: Pick<JobRow, 'account' | 'payload'>,
): Promise<void> {
  const effect = effectOf(payload);
  if (effect === '') return;
  const key = { account, execution: execution.sid, effect };
  const [message, call] = [await findMessageOf(work.tx, key), await findCallOf(work.tx, key)];
  const { now } = work;
  if (message?.status === 'pending') {
    await setMessageStatus(work.tx, message, { status: 'failed', error_code: null, now });
  }
  if (call !== undefined && !isTerminal(call.status)) {
    await setCallStatus(work.tx, { account, sid: call.sid, status: 'failed', now });
  }
  const result = { ok: false as const, code: 0, message: 'The job was given up and thrown away', data: {} };
  await takeTurn(work, execution, { kind: 'result', effect, result });
}

/** What a payload says that its job is the effect of; '' when nobody waits for it. */
function effectOf(payload: string): string {
  const said: unknown = JSON.parse(payload);
  if (!isObject(said)) return '';
  return textOf(said.effect) || (isObject(said.command) ? textOf(said.command.effect) : '');
}
