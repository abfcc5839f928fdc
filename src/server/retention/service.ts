/** Service functions of retention: for how long an account keeps personal data, and its removal after that. */

import { fetchKeptDays, setKeptDays } from '../audit/chain-service.ts';
import { deleteIncompleteMessages, deleteKeptContents } from '../email/inbound/service/receive.ts';
import { deleteExpired, deleteExpiredMessages } from '../email/retention-service.ts';
import { lockExecution } from '../executions/service/lookup.ts';
import { takeTurn } from '../executions/service/turn.ts';
import { inTurnTransaction } from '../executions/service/turn-transaction.ts';
import type { Queries } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { changeSubject, type JobHandlers } from '../platform/jobs/job-handler.ts';
import { passOver } from '../platform/jobs/maintenance.ts';
import {
  claimMaintenanceTask,
  completeMaintenanceTask,
  findMaintenanceTask,
  renewMaintenanceLease,
} from '../platform/jobs/maintenance-store.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import {
  type Backlog,
  deleteRemains,
  executionsToPurge,
  findPeriod,
  listBacklogs,
  type RemovedCounts,
  removeDeadJobs,
  removePersonalData,
  upsertPeriod,
} from './store.ts';

const taskName = 'retention';
const leaseMs = 60_000;
const smallBatchSize = 100;
const largeBatchSize = 1_000;

export const dayMs = 86_400_000;
const attemptRetentionMs = 7 * dayMs;

/** What a run removed, as counts. `remains` are executions that were deleted with all that was left of them. */
export type RemovalCounts = RemovedCounts & { mails: number; events: number; remains: number };

const noCounts: Readonly<RemovalCounts> = {
  executions: 0,
  steps: 0,
  messages: 0,
  calls: 0,
  tasks: 0,
  chat: 0,
  links: 0,
  jobs: 0,
  mails: 0,
  events: 0,
  remains: 0,
};

export type RetentionStatus = {
  /** How long this account keeps personal data, and the longest that the installation lets it. */
  period_ms: number;
  longest_ms: number;
  /** How long the audit log is kept. */
  audit_days: number;
  /** The last run that removed something, of whichever account; null before the first. */
  last: { at: number; counts: RemovalCounts } | null;
};

export async function fetchRetention(ctx: ServiceContext, caller: Caller): Promise<RetentionStatus> {
  const { read } = ctx.database;
  const [own, audit_days, row] = await Promise.all([
    findPeriod(read, caller.account),
    fetchKeptDays(ctx, caller.account),
    findMaintenanceTask(read, taskName),
  ]);
  const longest = ctx.config.retentionMs;
  const at = row?.ended_at ?? null;
  const stored = row?.outcome == null ? null : (JSON.parse(row.outcome) as Partial<RemovalCounts>);
  // A run of an earlier version did not count every kind.
  const counts = stored && { ...noCounts, ...stored };
  return {
    period_ms: Math.min(own ?? longest, longest),
    longest_ms: longest,
    audit_days,
    last: at === null || counts === null ? null : { at, counts },
  };
}

/**
 * Sets the account's own period, null goes back to the installation's; and how long its audit log is kept.
 * @throws Refusal when it is longer than the installation's: that is a promise to contacts which no account may break
 */
export async function setRetention(
  ctx: ServiceContext,
  caller: Caller,
  { period: periodMs, auditDays }: { period?: number | null; auditDays?: number | undefined },
): Promise<RetentionStatus> {
  const longest = ctx.config.retentionMs;
  if (typeof periodMs === 'number' && periodMs > longest) {
    const message = `Parameter Days must not be more than ${longest / dayMs}, which this installation allows`;
    throw new Refusal('bad-request', message, { field: 'Days' });
  }
  const { account } = caller;
  const now = ctx.clock.now();
  await ctx.database.write(async (tx) => {
    if (periodMs !== undefined) await upsertPeriod(tx, { account, period_ms: periodMs, now });
    if (auditDays !== undefined) await setKeptDays(tx, account, auditDays);
  });
  return fetchRetention(ctx, caller);
}

/** How often there is a look for data whose time is over, in ms; short periods ask for more looks. */
export function retentionIntervalMs(ctx: ServiceContext): number {
  return Math.max(1_000, Math.min(60_000, ctx.config.retentionMs / 10));
}

/**
 * Removes what is due, if it is time to look and no other process is at it. Waits for `rest` between batches.
 * Ends early, after a batch, once `isStopping`. What failed jobs were about is discarded with them, by their `handlers`.
 * Gives the counts; null when this process did not look.
 */
export async function removeExpiredData(
  ctx: ServiceContext,
  rest: () => Promise<void>,
  isStopping: () => boolean = () => false,
  handlers?: JobHandlers,
): Promise<RemovalCounts | null> {
  const now = ctx.clock.now();
  let held = now + leaseMs;
  if (
    !(await ctx.database.write((tx) => claimMaintenanceTask(tx, { name: taskName, now, leaseUntil: held })))
  )
    return null;
  const counts: RemovalCounts = { ...noCounts };
  for await (const removed of batches(ctx, now, handlers)) {
    for (const [name, count] of Object.entries(removed)) counts[name as keyof RemovalCounts] += count;
    const leaseUntil = Math.max(held + 1, ctx.clock.now() + leaseMs);
    const prolonged = ctx.database.write((tx) =>
      renewMaintenanceLease(tx, { name: taskName, held, leaseUntil }),
    );
    if (!(await prolonged)) break;
    held = leaseUntil;
    if (isStopping()) break;
    await rest();
  }
  await finishRun(ctx, counts, { held, now });
  return counts;
}

async function* batches(
  ctx: ServiceContext,
  now: number,
  handlers: JobHandlers | undefined,
): AsyncGenerator<Partial<RemovalCounts>> {
  while ((await deleteIncompleteMessages(ctx)) > 0) yield {};
  while ((await deleteKeptContents(ctx)) > 0) yield {};
  for (const backlog of await listBacklogs(ctx.database.read)) {
    try {
      yield* batchesOf(ctx, backlog, now, handlers);
    } catch (error) {
      passOver(ctx, taskName, error);
    }
  }
}

async function* batchesOf(
  ctx: ServiceContext,
  backlog: Backlog,
  now: number,
  handlers: JobHandlers | undefined,
): AsyncGenerator<Partial<RemovalCounts>> {
  const { retentionMs, keepExecutionsMs } = ctx.config;
  const before = now - Math.min(backlog.period_ms ?? retentionMs, retentionMs);
  yield* purge(ctx, backlog, before, handlers);
  yield* purgeEvents(ctx, backlog, { before, now });
  // Data is removed when its period is over; what remains stays for the rest of the time.
  if (keepExecutionsMs !== null) {
    yield* deleteExpiredRemains(ctx, backlog, now - Math.max(0, keepExecutionsMs - (now - before)));
  }
}

async function* purge(
  ctx: ServiceContext,
  backlog: Backlog,
  before: number,
  handlers: JobHandlers | undefined,
): AsyncGenerator<Partial<RemovalCounts>> {
  const { account, oldest, oldest_dead_job: oldestJob, oldest_mail: oldestMail } = backlog;
  while (oldest !== null && oldest <= before) {
    const removed = await purgeBatch(ctx, account, before);
    if (removed === null) break;
    yield removed;
  }
  while (oldestJob !== null && oldestJob <= before) {
    const jobs = await ctx.database.write(async (tx) => {
      const removed = await removeDeadJobs(tx, { account, before, limit: smallBatchSize });
      if (handlers !== undefined)
        for (const job of removed) await changeSubject(ctx, tx, { handlers, job, change: 'discarded' });
      return removed.length;
    });
    if (jobs === 0) break;
    yield { jobs };
  }
  while (oldestMail !== null && oldestMail <= before) {
    const mails = await deleteExpired(ctx, 'inboundEmails', { account, before, limit: smallBatchSize });
    if (mails === 0) break;
    yield { mails };
  }
  yield* purgeSent(ctx, backlog, before);
}

/** A mail that went out leaves with its recipients and files; who wants no mail stays known. */
async function* purgeSent(
  ctx: ServiceContext,
  { account, oldest_sent: oldest }: Backlog,
  before: number,
): AsyncGenerator<Partial<RemovalCounts>> {
  while (oldest !== null && oldest <= before) {
    const mails = await deleteExpiredMessages(ctx, { account, before, limit: smallBatchSize });
    if (mails === null) break;
    yield { mails };
  }
}

/** Attempts say how receivers answered: they are kept for a week at most. */
async function* purgeEvents(
  ctx: ServiceContext,
  { account, oldest_event: oldest, oldest_attempt: oldestAttempt }: Backlog,
  { before, now }: { before: number; now: number },
): AsyncGenerator<Partial<RemovalCounts>> {
  while (oldest !== null && oldest <= before) {
    const events = await deleteExpired(ctx, 'events', { account, before, limit: largeBatchSize });
    if (events === 0) break;
    yield { events };
  }
  const ended = Math.max(before, now - attemptRetentionMs);
  while (oldestAttempt !== null && oldestAttempt <= ended) {
    const attempts = await deleteExpired(ctx, 'deliveryAttempts', {
      account,
      before: ended,
      limit: largeBatchSize,
    });
    if (attempts === 0) break;
    yield {};
  }
}

async function* deleteExpiredRemains(
  ctx: ServiceContext,
  backlog: Backlog,
  before: number,
): AsyncGenerator<Partial<RemovalCounts>> {
  const { account, oldest_remains: oldest } = backlog;
  while (oldest !== null && oldest <= before) {
    const remains = await ctx.database.write((tx) =>
      deleteRemains(tx, { account, before, limit: smallBatchSize }),
    );
    if (remains === 0) break;
    yield { remains };
  }
}

async function finishRun(
  ctx: ServiceContext,
  counts: RemovalCounts,
  { held, now }: { held: number; now: number },
): Promise<void> {
  const didSomething = Object.values(counts).some((count) => count > 0);
  if (didSomething) {
    await ctx.database.eraseDeleted();
    ctx.log.info(counts, 'Personal data was removed');
  }
  const outcome = didSomething ? JSON.stringify(counts) : null;
  const dueAt = now + retentionIntervalMs(ctx);
  await ctx.database.write((tx) =>
    completeMaintenanceTask(tx, { name: taskName, held, dueAt, now, outcome }),
  );
}

/** Executions in one transaction: some milliseconds of turn. */
const batchSize = 25;

/**
 * Removes the personal data of the account's oldest executions that began at `before` or earlier (epoch ms).
 * One that is still active is stopped first, as at the end of its life, so that its call is hung up and its
 * subflow ends with it. Null when there was nothing to remove.
 */
async function purgeBatch(
  ctx: ServiceContext,
  account: string,
  before: number,
): Promise<RemovedCounts | null> {
  const due = await executionsToPurge(ctx.database.read, { account, before, limit: batchSize });
  if (due.length === 0) return null;
  return removeDataOf(ctx, due);
}

/** Removes the personal data of executions; those that are active are stopped before. `also` is in its transaction. */
export async function removeDataOf(
  ctx: ServiceContext,
  executions: readonly { sid: string; status: string }[],
  also?: (tx: Queries, counts: RemovedCounts) => Promise<void>,
): Promise<RemovedCounts> {
  for (const { sid, status } of executions) if (status === 'active') await stopExecution(ctx, sid);
  const sids = executions.map(({ sid }) => sid);
  return ctx.database.write(async (tx) => {
    const counts = await removePersonalData(tx, sids, ctx.clock.now());
    await also?.(tx, counts);
    return counts;
  });
}

/** One that cannot be stopped in good order loses its data all the same. */
async function stopExecution(ctx: ServiceContext, sid: string): Promise<void> {
  try {
    await inTurnTransaction(ctx, async (turn) => {
      const row = await lockExecution(turn, sid);
      if (row !== undefined) await takeTurn(turn, row, { kind: 'stop' });
    });
  } catch (error) {
    ctx.log.error(
      { err: error, execution: sid },
      'An execution could not be stopped at the end of its period',
    );
  }
}
