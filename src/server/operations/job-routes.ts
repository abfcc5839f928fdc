/** /v1/Jobs: waiting and failed jobs; retry and discard of failed ones. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import type { JobResource } from '#api/system/operations.ts';
import * as operations from '#api/system/operations.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  discardJob,
  fetchJob,
  isJobPosition,
  type ListedJob,
  listJobs,
  positionOfJob,
  retryJob,
} from './service.ts';

export function jobRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(
    app,
    operations.listJobs,
    async ({ request, caller, query: { Status: status = 'dead' } }) => {
      const pageRequest = readPage(request, isJobPosition);
      return presentPage(ctx, request, {
        key: 'jobs',
        pageRequest,
        slice: await listJobs(ctx, caller, status, pageRequest),
        positionOf: (job) => positionOfJob(status, job),
        present: (job) => presentJob(ctx, request, job),
      });
    },
  );

  serveOperation(app, operations.fetchJob, async ({ request, caller, params: { Key } }) =>
    presentJob(ctx, request, await fetchJob(ctx, caller, Key)),
  );

  serveOperation(
    app,
    operations.updateJob,
    async ({ request, caller, params: { Key }, form: { Action } }) => {
      const act = Action === 'retry' ? retryJob : discardJob;
      return presentJob(ctx, request, await act(ctx, caller, Key));
    },
  );
}

function presentJob(ctx: ServiceContext, request: FastifyRequest, job: ListedJob): JobResource {
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
    url: baseUrl(ctx, request) + paths.job(encodeURIComponent(job.key)),
  };
}
