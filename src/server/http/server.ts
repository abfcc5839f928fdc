/** The HTTP server: which routes there are, who may call them, and how failures are answered. */

import cookie from '@fastify/cookie';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ServiceContext } from '../platform/service-context.ts';
import { authenticate } from './auth.ts';
import { readBodies } from './bodies.ts';
import { carrierStatusRoutes } from './carrier-status.ts';
import { channelRoutes } from './channel.ts';
import { allowOtherOrigins, preflightRoutes } from './cors.ts';
import { docsRoutes } from './docs.ts';
import { errorPages } from './error-page.ts';
import { sendFailure, sendNotHttp } from './failure.ts';
import { healthRoutes } from './health.ts';
import { liveSchemaRoutes } from './live.ts';
import { mailLinkRoutes } from './mail-tracking/links.ts';
import { subscriptionRoutes } from './mail-tracking/subscriptions.ts';
import { metricsRoutes } from './metrics.ts';
import { openApiRoutes } from './openapi.ts';
import { protectAnswers } from './protection.ts';
import { requestIds, watchRequests } from './request-log.ts';
import { schemaRoutes } from './schemas.ts';
import { sessionRoutes } from './session.ts';
import { builtPage, serveSite } from './site.ts';
import { accountsRoutes } from './v1/accounts.ts';
import { carrierRoutes } from './v1/carrier.ts';
import { conversationRoutes } from './v1/conversations.ts';
import { executionViewRoutes } from './v1/execution-views.ts';
import { olderExecutionRoutes } from './v1/executions.ts';
import { flowSummaryRoutes } from './v1/flow-summaries.ts';
import { jobRoutes } from './v1/jobs.ts';
import { mailDeliveryRoutes } from './v1/mail-deliveries.ts';
import { mailInboundRoutes } from './v1/mail-inbound.ts';
import { mailOutboundRoutes } from './v1/mail-outbound.ts';
import { operationRoutes } from './v1/operations.ts';
import { chatChannelRoutes, serviceRoutes, syncObjectRoutes } from './v1/services.ts';
import { sinkRoutes } from './v1/sinks.ts';
import { taskRoutes } from './v1/tasks.ts';
import { eventRoutes } from './v2/events.ts';
import { executionRoutes } from './v2/executions.ts';
import { flowRoutes } from './v2/flows.ts';
import { revisionRoutes } from './v2/revisions.ts';
import { stepRoutes } from './v2/steps.ts';
import { testUserRoutes } from './v2/test-users.ts';
import { serveEmailApi } from './v3/email-api.ts';
import { frameworkFailure } from './v3/failure.ts';
import { withoutRegion } from './v3/region.ts';

/** Adds routes to the server. */
export type Routes = (app: FastifyInstance, ctx: ServiceContext) => void;

/** Called by anybody; what must not be open to all checks for itself. */
const openRoutes: readonly Routes[] = [
  healthRoutes,
  metricsRoutes,
  preflightRoutes,
  schemaRoutes,
  liveSchemaRoutes,
  sessionRoutes,
  errorPages,
  openApiRoutes,
  docsRoutes,
  channelRoutes,
  carrierStatusRoutes,
  mailLinkRoutes,
  subscriptionRoutes,
];

/** All that a process answers which only does what is due. */
const workerRoutes: readonly Routes[] = [healthRoutes, metricsRoutes];

/** Called with an account's credentials or the page's cookie. */
const accountRoutes: readonly Routes[] = [
  flowRoutes,
  revisionRoutes,
  testUserRoutes,
  executionRoutes,
  olderExecutionRoutes,
  accountsRoutes,
  stepRoutes,
  eventRoutes,
  sinkRoutes,
  mailDeliveryRoutes,
  mailOutboundRoutes,
  flowSummaryRoutes,
  executionViewRoutes,
  taskRoutes,
  serviceRoutes,
  chatChannelRoutes,
  syncObjectRoutes,
  jobRoutes,
  mailInboundRoutes,
  operationRoutes,
  carrierRoutes,
  conversationRoutes,
];

const largestBody = 2 * 1024 * 1024;

/**
 * Builds the server; it listens to nobody yet. `page` is the folder of the built page; `onRoute` hears of
 * every route.
 */
export async function buildServer(
  ctx: ServiceContext,
  page = builtPage,
  onRoute?: (method: string, address: string) => void,
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // What is logged names its request itself; a logger of its own for each request costs more than it tells.
    childLoggerFactory: (logger) => logger,
    bodyLimit: largestBody,
    requestTimeout: 60_000,
    genReqId: requestIds(ctx),
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => sendNotHttp(ctx, error, socket),
    rewriteUrl: ({ url = '/' }) => withoutRegion(url),
    frameworkErrors: (error, request, reply) =>
      void (frameworkFailure(ctx, error, request, reply) ?? sendFailure(ctx, error, request, reply)),
  });
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) onRoute?.(each, url);
  });
  app.decorateRequest('caller', null);
  app.setErrorHandler((error, request, reply) => sendFailure(ctx, error, request, reply));
  readBodies(app);
  await app.register(cookie);
  watchRequests(app, ctx);
  protectAnswers(app, ctx);
  if (ctx.config.role === 'worker') {
    for (const routes of workerRoutes) routes(app, ctx);
    return app;
  }
  for (const routes of openRoutes) routes(app, ctx);
  await app.register(async (own) => {
    allowOtherOrigins(own);
    own.addHook('onRequest', authenticate(ctx));
    for (const routes of accountRoutes) routes(own, ctx);
  });
  await serveEmailApi(app, ctx);
  await serveSite(app, ctx, page);
  return app;
}
