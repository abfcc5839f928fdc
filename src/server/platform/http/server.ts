/** The HTTP server: which routes there are, who may call them, and how failures are answered. */

import cookie from '@fastify/cookie';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { authenticate } from '../../accounts/authentication.ts';
import { accountsRoutes } from '../../accounts/routes.ts';
import { sessionRoutes } from '../../accounts/session-routes.ts';
import { schemaRoutes } from '../../flows/schema-routes.ts';
import { carrierStatusRoutes } from '../../http/carrier-status.ts';
import { channelRoutes } from '../../http/channel.ts';
import { mailLinkRoutes } from '../../http/mail-tracking/links.ts';
import { subscriptionRoutes } from '../../http/mail-tracking/subscriptions.ts';
import { carrierRoutes } from '../../http/v1/carrier.ts';
import { conversationRoutes } from '../../http/v1/conversations.ts';
import { executionViewRoutes } from '../../http/v1/execution-views.ts';
import { olderExecutionRoutes } from '../../http/v1/executions.ts';
import { flowSummaryRoutes } from '../../http/v1/flow-summaries.ts';
import { mailDeliveryRoutes } from '../../http/v1/mail-deliveries.ts';
import { mailInboundRoutes } from '../../http/v1/mail-inbound.ts';
import { mailOutboundRoutes } from '../../http/v1/mail-outbound.ts';
import { executionRoutes } from '../../http/v2/executions.ts';
import { flowRoutes } from '../../http/v2/flows.ts';
import { revisionRoutes } from '../../http/v2/revisions.ts';
import { stepRoutes } from '../../http/v2/steps.ts';
import { testUserRoutes } from '../../http/v2/test-users.ts';
import { serveEmailApi } from '../../http/v3/email-api.ts';
import { frameworkFailure } from '../../http/v3/failure.ts';
import { withoutRegion } from '../../http/v3/region.ts';
import { eventRoutes } from '../../live/routes.ts';
import { liveSchemaRoutes } from '../../live/schema-routes.ts';
import { sinkRoutes } from '../../live/sink-routes.ts';
import { healthRoutes } from '../../operations/health-routes.ts';
import { jobRoutes } from '../../operations/job-routes.ts';
import { metricsRoutes } from '../../operations/metrics-routes.ts';
import { operationRoutes } from '../../operations/routes.ts';
import { chatChannelRoutes, serviceRoutes, syncObjectRoutes } from '../../services/routes.ts';
import { taskRoutes } from '../../services/task-routes.ts';
import type { ServiceContext } from '../service-context.ts';
import { docsRoutes } from './api-reference.ts';
import { readBodies } from './body-parsers.ts';
import { allowOtherOrigins, preflightRoutes } from './cors.ts';
import { errorPages } from './error-pages.ts';
import { openApiRoutes } from './openapi.ts';
import { sendFailure, sendNotHttp } from './problems.ts';
import { requestIds, watchRequests } from './request-log.ts';
import { protectAnswers } from './security-headers.ts';
import { builtPage, serveSite } from './static.ts';

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
