/** Job handler: publishes a request whose time has come. */

import { done, type JobHandler, type JobSubject } from '../platform/jobs/job-handler.ts';
import { completeJob } from '../platform/jobs/queue.ts';
import { publishDue, refuseFailed, requestOfKey } from './service.ts';

type Payload = { request: string };

/** Once: the job's row is deleted in the transaction that publishes. */
export const handlePublishJob: JobHandler = async (ctx, _tools, job) => {
  const { request } = JSON.parse(job.payload) as Payload;
  await publishDue(ctx, request, (tx) => completeJob(tx, job));
  return done;
};

/** A request that failed by an error of its own is refused, and says why: the flow can have another one. */
export const requestOfJob: JobSubject = async (ctx, tx, job, change) => {
  if (change !== 'failed' || !(await completeJob(tx, job))) return;
  await refuseFailed(ctx, tx, requestOfKey(job.key), job.problem ?? '');
};
