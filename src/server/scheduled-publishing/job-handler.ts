/** Job handler: publishes a request whose time has come. */

import { done, type JobHandler } from '../platform/jobs/job-handler.ts';
import { completeJob } from '../platform/jobs/queue.ts';
import { publishDue } from './service.ts';

type Payload = { request: string };

/** Once: the job's row is deleted in the transaction that publishes. */
export const handlePublishJob: JobHandler = async (ctx, _tools, job) => {
  const { request } = JSON.parse(job.payload) as Payload;
  await publishDue(ctx, request, (tx) => completeJob(tx, job));
  return done;
};
