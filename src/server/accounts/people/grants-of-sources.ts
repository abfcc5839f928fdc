/**
 * Brings what people have in line with what groups and rules give. A few at once, in the transaction of the change; more by a job,
 * some in each transaction, so that a group of thousands does not hold up other requests. A job reads what is given when it
 * does so, and may begin again: what it has done already it finds done.
 */

import type { Queries } from '../../platform/database/database.ts';
import { done, type JobHandler } from '../../platform/jobs/job-handler.ts';
import { completeJob, enqueueJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { lockAccount } from '../store.ts';
import {
  countAccountsOfSources,
  countGranted,
  hasOwnerBeside,
  listGivenByGroups,
  listOwnedBySources,
  listPeopleOfSources,
} from './grant-store.ts';
import { lastOwnerRefusal, replaceGrants } from './grants.ts';

/** Memberships that change in one transaction: each takes about eight statements. */
export const grantsAtOnce = 25;

/** A job is handed on after so many transactions, so that one that was cut off has little to look at again. */
const partsOfJob = 20;

type Payload = { sources: readonly string[]; after: string | null };

/**
 * Gives and takes away what the sources give at present: groups with their people, and nothing where they are gone. Wake the
 * kind of work `jobs` after the commit.
 *
 * @throws Refusal conflict for the last owner
 */
export async function applySources(
  ctx: ServiceContext,
  tx: Queries,
  { account, sources }: { account: string; sources: readonly string[] },
): Promise<void> {
  if (sources.length === 0) return;
  if ((await countGranted(tx, sources, grantsAtOnce + 1)) <= grantsAtOnce) {
    const people = await listPeopleOfSources(tx, sources, null, 2 * grantsAtOnce);
    return applyTo(ctx, tx, { sources, people, lastOwner: 'refuse' });
  }
  await requireOwnersBeside(tx, sources, sources);
  await enqueue(ctx, tx, account, { sources, after: null });
}

/** @throws Refusal conflict where only the sources make owners of an account, and none of these groups does so from now on */
export async function requireOwnersBeside(
  tx: Queries,
  sources: readonly string[],
  groups: readonly string[],
): Promise<void> {
  for (const owned of await listOwnedBySources(tx, sources)) {
    await lockAccount(tx, owned);
    if (!(await hasOwnerBeside(tx, owned, sources, groups))) throw lastOwnerRefusal();
  }
}

export const handleGrantsJob: JobHandler = async (ctx, _tools, job) => {
  const { sources, after } = JSON.parse(job.payload) as Payload;
  const accounts = Math.max(1, await countAccountsOfSources(ctx.database.read, sources));
  const peopleAtOnce = Math.max(1, Math.floor(grantsAtOnce / accounts));
  let last = after;
  let isOver = false;
  for (let part = 0; part < partsOfJob && !isOver; part += 1) {
    const people = await listPeopleOfSources(ctx.database.read, sources, last, peopleAtOnce);
    isOver = people.length < peopleAtOnce;
    last = people.at(-1) ?? last;
    if (people.length === 0) continue;
    await ctx.database.write(async (tx) => {
      await lockAccount(tx, job.account);
      await applyTo(ctx, tx, { sources, people, lastOwner: 'keep' });
    });
  }
  await ctx.database.write(async (tx) => {
    if ((await completeJob(tx, job)) && !isOver)
      await enqueue(ctx, tx, job.account, { sources, after: last });
  });
  if (!isOver) ctx.wake('jobs');
  return done;
};

async function applyTo(
  ctx: ServiceContext,
  tx: Queries,
  {
    sources,
    people,
    lastOwner,
  }: { sources: readonly string[]; people: readonly string[]; lastOwner: 'refuse' | 'keep' },
): Promise<void> {
  const given = Map.groupBy(await listGivenByGroups(tx, sources, people), ({ person }) => person);
  for (const person of people) {
    const grants = (given.get(person) ?? []).map(({ source, account, role }) => ({ source, account, role }));
    await replaceGrants(tx, { person, sources, grants, now: ctx.clock.now(), lastOwner });
  }
}

async function enqueue(ctx: ServiceContext, tx: Queries, account: string, payload: Payload): Promise<void> {
  const now = ctx.clock.now();
  await enqueueJob(tx, {
    ...{ key: `grants:${ctx.ids.token()}`, kind: 'grants', account, execution: null },
    payload: JSON.stringify(payload),
    ...{ run_at: now, created_at: now },
  });
}
