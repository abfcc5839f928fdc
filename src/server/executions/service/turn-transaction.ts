/** What one transaction works with, and what it gathers for those who began it. */

import type { Execution } from '#engine/execution.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { ExecutionRow, MessageRow } from '../../platform/database/schema/tables.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

export type TurnTransaction = {
  ctx: ServiceContext;
  tx: Queries;
  /** Epoch milliseconds; the same for all that the transaction writes. */
  now: number;
  /** The inbound message that is being answered: messages to the contact are noted as its replies. */
  replyTo: string | null;
  /** The call that will be told by our answer what to do; null when no report of a call is being answered. */
  respondsToCall: string | null;
  /** Messages that went out, in order. */
  sentMessages: MessageRow[];
  /** SIDs of the executions that were moved, and of their accounts. */
  changed: Set<string>;
  /** True when a job was added, or an earlier timer: wake the worker after the commit. */
  wakesWorker: boolean;
  /** Rows that are on their way and that the walk does not wait for; the commit does. */
  pendingWrites: Promise<unknown>[];
  /** What there is to tell of the executions that began and of the turns, once they are committed. */
  startEvents: string[];
  turnMetrics: TurnMetrics[];
};

/** A turn as the log and the metrics know it. `ended` says how its execution ended, null while it goes on. */
export type TurnMetrics = {
  flow: string;
  execution: string;
  signal: string;
  steps: number;
  ended: 'finished' | 'stopped' | 'hangup' | 'expired' | null;
};

/** Whose command it is that is carried out. */
export type CommandIssuer = { row: ExecutionRow; execution: Execution };

export function createTurnTransaction(
  ctx: ServiceContext,
  tx: Queries,
  replyTo: string | null = null,
): TurnTransaction {
  return {
    ctx: ctx,
    tx,
    now: ctx.clock.now(),
    replyTo,
    respondsToCall: null,
    sentMessages: [],
    changed: new Set(),
    wakesWorker: false,
    pendingWrites: [],
    startEvents: [],
    turnMetrics: [],
  };
}

/**
 * Leaves a write on its way while the walk goes on, so that several reach the database together. Queries that
 * follow see its rows. When it fails, the whole work does.
 */
export function pipelineWrite(work: TurnTransaction, write: Promise<unknown>): void {
  write.catch(() => {});
  work.pendingWrites.push(write);
}
