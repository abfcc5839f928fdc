/** Turn transactions: everything that a turn of an execution reads and writes is one database transaction. */

import type { Execution } from '#engine/execution.ts';
import { WorkBudget } from '#flow/work-budget/work-budget.ts';
import type { Queries, Sharing, WithCommit } from '../../platform/database/database.ts';
import type { ExecutionRow, MessageRow } from '../../platform/database/schema/tables.ts';
import { shardOfPair } from '../../platform/database/shard.ts';
import { publishChanges } from '../../platform/notification-handlers.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { bindActiveSpan } from '../../platform/tracing.ts';
import type { AddressPair } from '../store/locks.ts';
import { recordTurnMetrics, type TurnMetrics } from '../turn/metrics.ts';
import { TakenStarts } from './taken-starts.ts';

/** The transaction with what it collects until its commit. */
export type TurnTransaction = {
  ctx: ServiceContext;
  tx: Queries;
  /** Epoch milliseconds; the same for all that the transaction writes. */
  now: number;
  /** SID of the inbound message whose webhook request is being answered: messages to its sender are its replies. */
  replyTo: string | null;
  /** SID of the call whose webhook request is being answered; null when no markup is expected. */
  respondsToCall: string | null;
  /** Messages that were sent, in order. */
  sentMessages: MessageRow[];
  /** Executions that began in it and have no row yet, by SID: the row is inserted with their first turn. */
  unstored: Map<string, ExecutionRow>;
  /** The starts of executions that it has counted. */
  starts: TakenStarts;
  /** SIDs of the executions that changed, and of their accounts. */
  changed: Set<string>;
  /** True when a job was added, or an earlier timer: wake the worker after the commit. */
  wakesWorker: boolean;
  /** Spent by all executions that the transaction runs: a subflow shares the budget of its parent. */
  work: WorkBudget;
  /** Pipelined writes, which the commit awaits. */
  pendingWrites: Promise<unknown>[];
  withCommit: WithCommit;
  /** The trigger events of the executions that were started. */
  startEvents: string[];
  turns: TurnMetrics[];
};

/**
 * Thrown where the transaction cannot go on as it began: `inTurnTransaction` rolls it back, does what has to be done
 * `before` outside of it, and runs it again.
 */
export class TurnRunAgain extends Error {
  override readonly name = 'TurnRunAgain';
  readonly before: (() => Promise<void>) | null;

  constructor(reason: string, before: (() => Promise<void>) | null = null) {
    super(reason);
    this.before = before;
  }
}

/** Another transaction has taken the address pair that this one found free. */
export const pairTaken = () =>
  new TurnRunAgain('Another transaction has started an execution of the address pair.');

/** How often executions of an address pair may start and end while one transaction looks for its own. */
const maxAttempts = 20;

/** The execution that issued a command: its row, and its state after the engine's run so far. */
export type CommandIssuer = { row: ExecutionRow; execution: Execution };

/**
 * Runs `run` in one transaction. After the commit it records metrics, wakes the worker when a job or timer may be
 * due, and notifies subscribers of the executions that changed. `replyTo` is the SID of the inbound message that is
 * being answered; with `sharing` it may share its commit with others (`Database.write`).
 */
export async function inTurnTransaction<T>(
  ctx: ServiceContext,
  run: (turn: TurnTransaction) => Promise<T>,
  options: TurnOptions = {},
): Promise<T> {
  const { turn, value } = await commitTurn(ctx, run, options);
  recordTurnMetrics(ctx, turn);
  if (turn.wakesWorker) ctx.wake('jobs');
  publishChanges(ctx, turn.changed);
  return value;
}

/** For a turn that locks and changes nothing but the executions of an address pair, and what belongs to them. */
export function sharingOfPair({ account, contact, channel }: AddressPair): Sharing {
  const shard = shardOfPair(account, contact, channel);
  return { key: `${account} ${channel} ${contact}`, owner: account, shard };
}

export type TurnOptions = { replyTo?: string | null; sharing?: Sharing };

/**
 * Runs the transaction; again, when it starts an execution and a block of starts has to be leased first, or another
 * transaction has started one of the same address pair.
 */
async function commitTurn<T>(
  ctx: ServiceContext,
  run: (turn: TurnTransaction) => Promise<T>,
  { replyTo = null, sharing }: TurnOptions,
): Promise<{ turn: TurnTransaction; value: T }> {
  const starts = new TakenStarts(ctx);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ctx.database.write(
          bindActiveSpan(async (tx: Queries, withCommit: WithCommit) => {
            // It may be another attempt.
            starts.giveBack();
            const turn = openTurnTransaction(ctx, { tx, withCommit, replyTo, starts });
            return { value: await runWithPendingWrites(turn, run), turn };
          }),
          sharing,
        );
      } catch (error) {
        starts.giveBack();
        if (!(error instanceof TurnRunAgain)) throw error;
        if (error.before !== null) await error.before();
        else if (attempt >= maxAttempts) throw error;
      }
    }
  } finally {
    starts.end();
  }
}

/**
 * Pipelines a write: the turn goes on while it is in flight, so that several reach the database in one round trip.
 * Queries that follow see its rows. When it fails, the transaction does.
 */
export function pipelineWrite(turn: TurnTransaction, write: Promise<unknown>): void {
  write.catch(() => {});
  turn.pendingWrites.push(write);
}

/** As `pipelineWrite`, for one statement, which shares its exchange with the commit where nothing is asked after it. */
export function writeWithCommit(turn: TurnTransaction, write: Promise<unknown>): void {
  turn.withCommit(write);
}

function openTurnTransaction(
  ctx: ServiceContext,
  opened: Pick<TurnTransaction, 'tx' | 'withCommit' | 'replyTo' | 'starts'>,
): TurnTransaction {
  return {
    ctx,
    ...opened,
    now: ctx.clock.now(),
    respondsToCall: null,
    sentMessages: [],
    unstored: new Map(),
    changed: new Set(),
    wakesWorker: false,
    work: new WorkBudget(),
    pendingWrites: [],
    startEvents: [],
    turns: [],
  };
}

/** The error of a pipelined write wins: it is the cause of what failed after it. */
async function runWithPendingWrites<T>(
  turn: TurnTransaction,
  run: (turn: TurnTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await run(turn);
  } finally {
    await Promise.all(turn.pendingWrites);
  }
}
