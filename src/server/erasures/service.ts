/**
 * Service functions of erasures. The work is a job that goes through the tables page by page, and goes on behind the last page
 * after a crash. At its end it signs what it did (docs/decisions/107).
 */

import { hash } from 'node:crypto';
import { maxValues, valueLength } from '#api/erasures/operations.ts';
import { actingPersonOf, readActingPerson } from '../platform/acting-person.ts';
import { version } from '../platform/checkout.ts';
import type { Queries } from '../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import { eventLoopTurn } from '../platform/event-loop-turn.ts';
import { done, type JobHandler } from '../platform/jobs/job-handler.ts';
import { completeJob, enqueueJob } from '../platform/jobs/queue.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { removeDataOf } from '../retention/service.ts';
import {
  countRunning,
  type ErasureRow,
  erasureJob,
  findErasure,
  findJobsOf,
  insertErasure,
  isOwnAddress,
  listErasures as listRows,
  updateErasure,
} from './store/erasures.ts';
import { ContactMatcher } from './store/matcher.ts';
import { phases } from './store/phases.ts';
import { findPage, kindOf } from './store/search.ts';

/** `failed`: its job failed for good, and can be retried on the page of operations. */
export type Erasure = ErasureRow & { status: 'running' | 'completed' | 'failed'; problem: string | null };

export type Counts = Record<string, number>;

/** Pages of one job: other jobs go between two of them. */
const pagesPerJob = 50;
const maxRunning = 5;

/** @throws Refusal (bad-request) when a value names no contact; (conflict) when too many run already */
export async function createErasure(
  ctx: ServiceContext,
  caller: Caller,
  { values: given, reason }: { values: unknown; reason: string | undefined },
): Promise<Erasure> {
  const { account } = caller;
  const values = await readContact(ctx, caller, given, reason);
  const now = ctx.clock.now();
  const row: ErasureRow = {
    ...{
      sid: ctx.ids.sid('ER'),
      account,
      digests: JSON.stringify(values.map((each) => ctx.secrets.digest(each))),
    },
    ...{ requested_by: JSON.stringify(actingPersonOf(caller)), reason: reason ?? null },
    ...{ phase: 0, position: '', counts: '{}' },
    ...{ certificate: null, signature: null, public_key: null, created_at: now, completed_at: null },
  };
  await ctx.database.write(async (tx) => {
    if ((await countRunning(tx, account)) >= maxRunning)
      throw new Refusal('conflict', `No more than ${maxRunning} erasures of an account run at the same time`);
    await insertErasure(tx, row);
    await enqueueStep(ctx, tx, { sid: row.sid, account, values });
  });
  ctx.wake('jobs');
  return { ...row, status: 'running', problem: null };
}

/** Newest first; positions are SIDs. */
export async function listErasures(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<Erasure>> {
  const page = await listRows(ctx.database.read, account, request);
  return { ...page, rows: await withState(ctx.database.read, page.rows) };
}

/** @throws Refusal when the caller has no such erasure */
export async function fetchErasure(ctx: ServiceContext, { account }: Caller, sid: string): Promise<Erasure> {
  const { read } = ctx.database;
  const row = await findErasure(read, account, sid);
  const [erasure] = await withState(read, row === undefined ? [] : [row]);
  if (erasure === undefined) throw notFound();
  return erasure;
}

/** One whose job has failed for good stands still until somebody retries the job: `problem` says why. Without a problem the job was discarded. */
async function withState(db: Queries, rows: readonly ErasureRow[]): Promise<Erasure[]> {
  const open = rows.filter(({ completed_at }) => completed_at === null);
  const jobs = await findJobsOf(db, open);
  return rows.map((row) => {
    if (row.completed_at !== null) return { ...row, status: 'completed', problem: null };
    const job = jobs.get(erasureJob(row.sid));
    return job?.dead_at === null
      ? { ...row, status: 'running', problem: null }
      : { ...row, status: 'failed', problem: job === undefined ? null : (job.problem ?? '') };
  });
}

/** @throws Refusal (bad-request) when a value names no contact, or the reason has one */
export async function readContact(
  ctx: ServiceContext,
  { account }: Caller,
  given: unknown,
  reason?: string,
): Promise<string[]> {
  const values = readValues(given);
  for (const value of values)
    if (await isOwnAddress(ctx.database.read, account, value))
      throw wrong('must not have an address of the account itself', 'Values');
  if (reason !== undefined && new ContactMatcher(values).has([reason]))
    throw wrong('must not have a value: it stays', 'Reason');
  return values;
}

function readValues(given: unknown): string[] {
  const isList = Array.isArray(given) && given.length > 0 && given.length <= maxValues;
  if (!isList) throw wrong(`must be a list of 1 to ${maxValues} texts`, 'Values');
  return given.map((each, index) => {
    const value = typeof each === 'string' ? each.trim() : '';
    const { least, most } = valueLength;
    // As a text stands in JSON. A single word may be one that every execution has.
    if (
      value.length < least ||
      value.length > most ||
      /["\\\p{Cc}]/u.test(value) ||
      !/[\p{L}\p{N}]{3}/u.test(value) ||
      !/[\d@: ]/.test(value)
    )
      throw wrong(
        `has no text of ${least} to ${most} characters that names a contact at ${index + 1}`,
        'Values',
      );
    return value;
  });
}

const wrong = (what: string, field: string) => new Refusal('bad-request', `${field} ${what}`, { field });

type Step = { sid: string; account: string; values: readonly string[] };

async function enqueueStep(ctx: ServiceContext, tx: Queries, step: Step): Promise<void> {
  const now = ctx.clock.now();
  await enqueueJob(tx, {
    ...{ key: erasureJob(step.sid), kind: 'erasure', account: step.account, execution: null },
    payload: JSON.stringify({ sealed: ctx.secrets.encrypt(JSON.stringify(step)) }),
    ...{ run_at: now, created_at: now },
  });
}

export const handleErasureJob: JobHandler = async (ctx, _tools, job) => {
  const { sealed } = JSON.parse(job.payload) as { sealed: string };
  const step = JSON.parse(ctx.secrets.decrypt(sealed)) as Step;
  const matcher = new ContactMatcher(step.values);
  const find = (db: Queries) => findErasure(db, step.account, step.sid);
  let row = await find(ctx.database.read);
  for (let page = 0; page < pagesPerJob && isUnfinished(row); page += 1) {
    await dealWithPage(ctx, row, matcher);
    await eventLoopTurn.enter();
    row = await find(ctx.database.read);
  }
  const isOver = !isUnfinished(row);
  // Before the certificate says so.
  if (isOver) await ctx.database.eraseDeleted();
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job))) return;
    const current = await find(tx);
    if (current === undefined || current.completed_at !== null) return;
    if (isOver) await updateErasure(tx, step.sid, certify(ctx, current));
    else await enqueueStep(ctx, tx, step);
  });
  ctx.wake('jobs');
  return done;
};

const isUnfinished = (row: ErasureRow | undefined): row is ErasureRow =>
  row !== undefined && row.phase <= phases.length;

/** Its rows, their counts and the place behind them are one transaction. Phase 0 is the executions. */
async function dealWithPage(ctx: ServiceContext, row: ErasureRow, matcher: ContactMatcher): Promise<void> {
  const { account, sid, position } = row;
  const after = position === '' ? null : position;
  const advance = (tx: Queries, last: string | null, counts: Counts) =>
    updateErasure(tx, sid, {
      ...(last === null ? { phase: row.phase + 1, position: '' } : { position: last }),
      counts: JSON.stringify(added(JSON.parse(row.counts) as Counts, counts)),
    });
  const page = await findPage(ctx.database.read, row.phase, { account, after, matcher });
  if (page === undefined) return;
  const { last } = page;
  if (page.phase === null) {
    await removeDataOf(ctx, page.executions, (tx, counts) => advance(tx, last, counts));
    return;
  }
  const { phase, rows } = page;
  await ctx.database.write(async (tx) => {
    if (rows.length > 0) await phase.erase?.(tx, phase, { account, rows, matcher });
    await advance(tx, last, { [kindOf(phase)]: rows.length });
  });
}

export function added(counts: Counts, more: Counts): Counts {
  const sums = { ...counts };
  for (const [kind, count] of Object.entries(more)) if (count > 0) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
}

function certify(ctx: ServiceContext, row: ErasureRow): Partial<ErasureRow> {
  const now = ctx.clock.now();
  const all = Object.entries(JSON.parse(row.counts) as Counts);
  const isKept = ([kind]: [string, number]) => kind.startsWith('kept.');
  const content = {
    ...{ erasure_sid: row.sid, account_sid: row.account, version, digests: JSON.parse(row.digests) },
    ...{ requested_by: readActingPerson(row.requested_by), reason: row.reason },
    ...{
      date_requested: new Date(row.created_at).toISOString(),
      date_completed: new Date(now).toISOString(),
    },
    erased: Object.fromEntries(all.filter((each) => !isKept(each))),
    kept: Object.fromEntries(all.filter(isKept).map(([kind, count]) => [kind.slice('kept.'.length), count])),
  };
  const certificate = JSON.stringify({ ...content, sha256: hash('sha256', JSON.stringify(content)) });
  const { signature, publicKey } = ctx.secrets.sign(certificate);
  return { certificate, signature, public_key: publicKey, completed_at: now };
}
