/** Enqueues jobs that make requests to carriers. */

import type { TurnTransaction } from '../../executions/service/turn-transaction.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import type { UpdateJob } from './update-job.ts';

/** The payloads of the jobs; the rest is in the row of the message or call. */
export type MessageJob = {
  effect: string;
  reply_to: string | null;
  /** Of a message that is written into a conversation. */
  conversation?: { service: string; channel: string; attributes: string };
};
export type CallJob = { effect: string; timeout_s: number; record: boolean; options: Record<string, string> };
export type CheckJob = { carrier: string };

type Payloads = { 'carrier-message': MessageJob; 'carrier-call': CallJob; 'carrier-update': UpdateJob };

/** The job of an execution's command. */
export function commandJob({ account, sid: execution }: ExecutionRow, effect: string) {
  return { key: `${execution}:${effect}`, account, execution };
}

/** Call it in the turn's transaction. With `execution` null the job outlives the execution. */
export async function addCarrierJob<K extends keyof Payloads>(
  turn: TurnTransaction,
  kind: K,
  { key, account, execution }: { key: string; account: string; execution: string | null },
  payload: Payloads[K],
): Promise<void> {
  await enqueueJob(turn.tx, {
    key,
    kind,
    account,
    execution,
    payload: JSON.stringify(payload),
    run_at: turn.now,
    created_at: turn.now,
  });
  turn.wakesWorker = true;
}
