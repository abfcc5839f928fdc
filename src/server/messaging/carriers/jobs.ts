/** The jobs by which carriers are asked for something; `carrier-effects.ts` carries them out. */

import type { TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import type { CarrierFields } from './client.ts';

/** What the jobs carry; the rest stands in the row of the message or call. */
export type MessageJob = { effect: string; reply_to: string | null };
export type CallJob = { effect: string; timeout_s: number; record: boolean; options: Record<string, string> };
/** `effect` is what the execution waits for, null when nobody waits. */
export type UpdateJob = { carrier: string; path: string; fields: CarrierFields; effect: string | null };
export type CheckJob = { carrier: string };

type Kind = { 'carrier-message': MessageJob; 'carrier-call': CallJob; 'carrier-update': UpdateJob };

/** Asks for it in this transaction. With `execution` null the job outlives the execution that asks. */
export async function addCarrierJob<K extends keyof Kind>(
  turn: TurnTransaction,
  kind: K,
  { key, account, execution }: { key: string; account: string; execution: string | null },
  payload: Kind[K],
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
