/** Job handler: ends the executions of an ending, a bounded number of them in each job. */

import { done, type JobHandler } from '../../platform/jobs/job-handler.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type ExecutionTarget, executionsLeftBehind } from '../publish-impact/service.ts';
import { inConcurrentTurns } from '../service/concurrent-turns.ts';
import { endIfActive } from '../service/executions.ts';
import { type ExecutionEndingRow, enqueueEndingJob } from './service.ts';
import {
  type ActiveExecution,
  countEnded,
  type ExecutionPosition,
  findEnding,
  listActiveAfter,
  updateEnding,
} from './store.ts';

type Payload = { ending: string; step: number };

/** Active executions that are read at once. */
const batchSize = 200;
/** Batches of one job: other jobs go between two of them. */
const batchesPerJob = 5;

export const handleEndingJob: JobHandler = async (ctx, _tools, job) => {
  const { ending: sid, step } = JSON.parse(job.payload) as Payload;
  const ending = await findEnding(ctx.database.read, sid);
  if (ending === undefined || ending.completed_at !== null) {
    await ctx.database.write((tx) => completeJob(tx, job));
    return done;
  }
  const targets = await targetsOf(ctx, ending);
  let position: ExecutionPosition | null = positionOf(ending);
  let isLast = false;
  for (let batch = 0; batch < batchesPerJob && !isLast; batch += 1) {
    const active = await listActiveAfter(ctx.database.read, ending.flow, position, batchSize);
    await endBatch(ctx, ending, active.filter(matcherOf(targets)), targets);
    position = active.at(-1) ?? position;
    isLast = active.length < batchSize;
    if (position !== null) await savePosition(ctx, sid, position);
  }
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job))) return;
    const now = ctx.clock.now();
    if (isLast) await updateEnding(tx, sid, { completed_at: now });
    else await enqueueEndingJob(tx, { ending, step: step + 1, now });
  });
  if (!isLast) ctx.wake('jobs');
  return done;
};

/** Counted once, by the first job: those who come to a changed widget later are in conversations that go on. */
async function targetsOf(ctx: ServiceContext, ending: ExecutionEndingRow): Promise<ExecutionTarget[]> {
  if (ending.targets !== null) return JSON.parse(ending.targets) as ExecutionTarget[];
  const caller = { account: ending.account, user: null, role: 'owner' } as const;
  const { targets, total } = await executionsLeftBehind(ctx, caller, ending);
  await ctx.database.write((tx) => updateEnding(tx, ending.sid, { targets: JSON.stringify(targets), total }));
  return targets;
}

function positionOf({ position }: ExecutionEndingRow): ExecutionPosition | null {
  return position === null ? null : (JSON.parse(position) as ExecutionPosition);
}

async function savePosition(
  ctx: ServiceContext,
  sid: string,
  { created_at, sid: execution }: ExecutionPosition,
): Promise<void> {
  const position = JSON.stringify({ created_at, sid: execution });
  await ctx.database.write((tx) => updateEnding(tx, sid, { position }));
}

type Matchable = Pick<ActiveExecution, 'revision' | 'widget'>;

function matcherOf(targets: readonly ExecutionTarget[]): (execution: Matchable) => boolean {
  const widgets = new Map(targets.map((each) => [each.revision, each.widgets && new Set(each.widgets)]));
  return ({ revision, widget }) => {
    const wanted = widgets.get(revision);
    return wanted === null || wanted?.has(widget) === true;
  };
}

/** Each execution is a turn and a transaction of its own, which also counts it. */
async function endBatch(
  ctx: ServiceContext,
  ending: ExecutionEndingRow,
  executions: readonly ActiveExecution[],
  targets: readonly ExecutionTarget[],
): Promise<void> {
  const isMeant = matcherOf(targets);
  await inConcurrentTurns(
    ctx,
    executions,
    (sid) => endIfActive(ctx, sid, ending.begun_by, isMeant, (tx) => countEnded(tx, ending.sid, 'ended')),
    () => ctx.database.write((tx) => countEnded(tx, ending.sid, 'failed')),
  );
}
