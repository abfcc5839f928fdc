/** Routes of operators: /healthz and /readyz, /v1/Operations, /v1/Jobs and /metrics. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/system/operations.ts';
import { fetchMetrics, type JobResource } from '#api/system/operations.ts';
import { describeSpeech } from '../messaging/speech/service.ts';
import { version } from '../platform/checkout.ts';
import { clockDifference } from '../platform/database/server-clock.ts';
import { Refusal } from '../platform/errors.ts';
import { exportMetrics } from '../platform/exported-metrics.ts';
import { guardCredential } from '../platform/http/credential-guard.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { isLoopbackHost, isPrivateRequest } from '../platform/http/local-request.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import type { JobHandlers } from '../platform/jobs/job-handler.ts';
import {
  certificateEnd,
  clockDifferenceSeconds,
  collectProcessMetrics,
  databaseConnections,
  diskUsed,
  jobsGauge,
  nodeAnswers,
  nodeShards,
  oldestJobSeconds,
  registry,
} from '../platform/metrics.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { hashToken, matchesTokenHash } from '../platform/token-hash.ts';
import { endOfCertificate, reasonNotReady, usedShareOfDisk } from './health-service.ts';
import {
  discardJob,
  fetchJob,
  fetchJobCounts,
  isJobPosition,
  type ListedJob,
  listJobs,
  positionOfJob,
  retryJob,
} from './service.ts';

export function operationsRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchOperations, async ({ base, caller }) => {
    const asked = ctx.clock.now();
    const { due, late, dead, oldest } = await fetchJobCounts(ctx, caller);
    const now = ctx.clock.now();
    return {
      account_sid: caller.account,
      version,
      database: {
        kind: ctx.database.dialect === 'sqlite' ? ('embedded' as const) : ('postgres' as const),
        ms: now - asked,
        disk_used: await usedShareOfDisk(ctx),
        fault: ctx.database.storageFault(),
        nodes: [...(await ctx.database.nodes())],
      },
      jobs: {
        due,
        late,
        dead,
        oldest_s: oldest === null ? 0 : Math.max(0, Math.floor((now - oldest) / 1000)),
      },
      speech: await describeSpeech(ctx),
      url: base + paths.operations,
    };
  });
}

/** /healthz and /readyz: liveness and readiness probes. */
export function healthRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/healthz', async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version }),
  );
  app.get('/readyz', async (_, reply) => {
    const reason = stopping ? 'The server stops' : await reasonNotReady(ctx);
    const status = reason === null ? 'ready' : reason;
    return reply
      .code(reason === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status });
  });
}

/** /v1/Jobs: waiting and failed jobs; retry and discard of failed ones. */
export function jobRoutes(app: FastifyInstance, ctx: ServiceContext, handlers: JobHandlers): void {
  serveOperation(app, operations.listJobs, ({ page, base, caller, query: { Status: status = 'dead' } }) => {
    const positionOf = (job: ListedJob) => positionOfJob(status, job);
    return page(
      'jobs',
      { isPosition: isJobPosition, positionOf },
      {
        list: (wanted) => listJobs(ctx, caller, status, wanted),
        present: (job) => presentJob(base, job),
      },
    );
  });

  serveOperation(app, operations.fetchJob, async ({ base, caller, params: { Key } }) =>
    presentJob(base, await fetchJob(ctx, caller, Key)),
  );

  serveOperation(app, operations.updateJob, async ({ base, caller, params: { Key }, form: { Action } }) => {
    const act = Action === 'retry' ? retryJob : discardJob;
    return presentJob(base, await act(ctx, caller, Key, handlers));
  });
}

function presentJob(base: string, job: ListedJob): JobResource {
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
    url: base + paths.job(encodeURIComponent(job.key)),
  };
}

/** GET /metrics: counters, gauges and histograms for Prometheus, for authorised readers; and the same by OpenTelemetry. */
export function metricsRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const { metricsToken } = ctx.config;
  const tokenHash = metricsToken === null ? null : hashToken(metricsToken);
  collectProcessMetrics();
  const endExport = exportMetrics(() => updateGauges(ctx));
  app.addHook('onClose', async () => endExport());
  serveOperation(app, fetchMetrics, async ({ request, reply }) => {
    await requireMetricsAccess(ctx, request, tokenHash);
    await updateGauges(ctx);
    void reply.header('cache-control', 'no-store').type(registry.contentType);
    return registry.metrics();
  });
}

/** @throws Refusal unless the request bears the token or, where there is none, was made on this very machine */
async function requireMetricsAccess(
  ctx: ServiceContext,
  request: FastifyRequest,
  tokenHash: string | null,
): Promise<void> {
  if (tokenHash === null) {
    if (isPrivateRequest(ctx, request) && isLoopbackHost(request.hostname)) return;
    throw new Refusal('forbidden', 'Metrics are for this machine only, unless METRICS_TOKEN is set');
  }
  const [, token] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  const isRight =
    token !== undefined &&
    (await guardCredential(ctx, request, { name: 'metrics', text: `metrics ${token}` }, async () =>
      matchesTokenHash(tokenHash, token) ? true : null,
    ));
  if (isRight !== true) {
    throw new Refusal('unauthenticated', 'Metrics need the METRICS_TOKEN as bearer token');
  }
}

/** Updates the gauges that are not counted as things happen, at each scrape. */
async function updateGauges(ctx: ServiceContext): Promise<void> {
  const { due, late, dead, oldest } = await fetchJobCounts(ctx, null);
  jobsGauge.set({ state: 'due' }, due);
  jobsGauge.set({ state: 'late' }, late);
  jobsGauge.set({ state: 'dead' }, dead);
  oldestJobSeconds.set(oldest === null ? 0 : Math.max(0, (ctx.clock.now() - oldest) / 1000));
  const disk = await usedShareOfDisk(ctx);
  if (disk !== null) diskUsed.set(disk);
  const [end, ahead] = await Promise.all([endOfCertificate(ctx), clockDifference(ctx.database)]);
  if (end !== null) certificateEnd.set(end / 1000);
  if (ahead !== null) clockDifferenceSeconds.set(ahead / 1000);
  for (const [what, count] of Object.entries(ctx.database.poolStats()))
    databaseConnections.set({ what }, count);
  const nodes = await ctx.database.nodes();
  // One that was removed is no longer reported.
  for (const gauge of [nodeAnswers, nodeShards]) gauge.reset();
  for (const { address: node, shards, answers } of nodes) {
    nodeAnswers.set({ node }, Number(answers));
    nodeShards.set({ node }, shards);
  }
}
