/** What one transaction works with, and what it gathers for those who began it. */

import type { Execution } from '#engine/execution.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { ExecutionRow, MessageRow } from '../../platform/database/schema/tables.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

export type Work = {
  host: ServiceContext;
  tx: Queries;
  /** Epoch milliseconds; the same for all that the transaction writes. */
  now: number;
  /** The inbound message that is being answered: messages to the contact are noted as its replies. */
  replyTo: string | null;
  /** The call that will be told by our answer what to do; null when no report of a call is being answered. */
  answersCall: string | null;
  /** Messages that went out, in order. */
  sent: MessageRow[];
  /** SIDs of the executions that were moved, and of their accounts. */
  moved: Set<string>;
  /** True when a job was added, or an earlier timer: wake the worker after the commit. */
  wakes: boolean;
  /** Rows that are on their way and that the walk does not wait for; the commit does. */
  writing: Promise<unknown>[];
  /** What there is to tell of the executions that began and of the turns, once they are committed. */
  began: string[];
  turns: TurnNote[];
};

/** A turn as the log and the metrics know it. `ended` says how its execution ended, null while it goes on. */
export type TurnNote = {
  flow: string;
  execution: string;
  signal: string;
  steps: number;
  ended: 'finished' | 'stopped' | 'hangup' | 'expired' | null;
};

/** Whose command it is that is carried out. */
export type Asker = { row: ExecutionRow; execution: Execution };

export function beginWork(ctx: ServiceContext, tx: Queries, replyTo: string | null = null): Work {
  return {
    host: ctx,
    tx,
    now: ctx.clock.now(),
    replyTo,
    answersCall: null,
    sent: [],
    moved: new Set(),
    wakes: false,
    writing: [],
    began: [],
    turns: [],
  };
}

/**
 * Leaves a write on its way while the walk goes on, so that several reach the database together. Queries that
 * follow see its rows. When it fails, the whole work does.
 */
export function writeAlong(work: Work, write: Promise<unknown>): void {
  write.catch(() => {});
  work.writing.push(write);
}
