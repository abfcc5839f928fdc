/** /v1/Jobs: what is to be carried out and what was given up, and beginning that anew. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type JobResource, jobStatuses } from '#api/operations-page.ts';
import { paths } from '#api/paths.ts';
import type { Host } from '../../service/host.ts';
import {
  discardJob,
  fetchJob,
  isJobPosition,
  type ListedJob,
  listJobs,
  positionOfJob,
  retryJob,
} from '../../service/operations.ts';
import { callerOf } from '../auth.ts';
import { baseUrl } from '../base-url.ts';
import { dateTime, dateTimeOrNull } from '../date-time.ts';
import { formOf, unfit } from '../form.ts';
import { presentPage, queryOf, readPage } from '../paging.ts';

type One = { Params: { key: string } };

export function jobRoutes(app: FastifyInstance, host: Host): void {
  app.get(paths.jobs, async (request) => {
    const want = readPage(request, isJobPosition);
    const query = queryOf(request);
    const text = query.get('Status') || query.get('status') || 'dead';
    const status = jobStatuses.find((each) => each === text);
    if (status === undefined) throw unfit('Status', `must be ${jobStatuses.join(' or ')}`);
    return presentPage(host, request, {
      key: 'jobs',
      want,
      slice: await listJobs(host, callerOf(request), status, want),
      positionOf: (job) => positionOfJob(status, job),
      present: (job) => presentJob(host, request, job),
    });
  });

  app.get<One>(paths.job(':key'), async (request) =>
    presentJob(host, request, await fetchJob(host, callerOf(request), request.params.key)),
  );

  app.post<One>(paths.job(':key'), async (request, reply) => {
    const { key } = request.params;
    const action = formOf(request.body).requiredChoice('Action', ['retry', 'discard']);
    if (action === 'retry') return presentJob(host, request, await retryJob(host, callerOf(request), key));
    await discardJob(host, callerOf(request), key);
    return reply.code(204).send();
  });
}

function presentJob(host: Host, request: FastifyRequest, job: ListedJob): JobResource {
  return {
    key: job.key,
    account_sid: job.account,
    kind: job.kind,
    status: job.dead_at === null ? 'waiting' : 'dead',
    flow_sid: job.flow,
    execution_sid: job.execution,
    problem: job.problem,
    attempts: job.attempts,
    date_created: dateTime(job.created_at),
    date_due: dateTime(job.run_at),
    date_given_up: dateTimeOrNull(job.dead_at),
    url: baseUrl(host, request) + paths.job(encodeURIComponent(job.key)),
  };
}
