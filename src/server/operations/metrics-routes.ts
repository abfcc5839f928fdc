/** GET /metrics: counters, gauges and histograms for Prometheus, for authorised readers. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fetchMetrics } from '#api/system/operations.ts';
import { Refusal } from '../platform/errors.ts';
import { guardCredential } from '../platform/http/credential-guard.ts';
import { isLoopbackHost, isPrivateRequest } from '../platform/http/local-request.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import {
  collectProcessMetrics,
  databaseConnections,
  jobsGauge,
  oldestJobSeconds,
  registry,
} from '../platform/metrics.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { hashToken, matchesTokenHash } from '../platform/token-hash.ts';
import { fetchJobCounts } from './service.ts';

export function metricsRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const { metricsToken } = ctx.config;
  const tokenHash = metricsToken === null ? null : hashToken(metricsToken);
  collectProcessMetrics();
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
  for (const [what, count] of Object.entries(ctx.database.poolStats()))
    databaseConnections.set({ what }, count);
}
