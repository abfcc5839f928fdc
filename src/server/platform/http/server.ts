/** Builds the HTTP server from a route table: hooks, parsers, authentication, routes, problem responses, static files. */

import cookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Operation } from '#api/operation/operation.ts';
import type { ServiceContext } from '../service-context.ts';
import { type Authenticator, decorateAuthentication, requireCaller } from './authentication.ts';
import { addBodyParsers } from './body-parsers.ts';
import { connectionsCheckingIntervalMs, headersTimeoutMs, limitConnections } from './connection-limits.ts';
import { allowCrossOrigin } from './cors.ts';
import { rejectInvalidHosts } from './host.ts';
import { warnOfUnknownProxies } from './local-request.ts';
import { sendMalformedRequest, sendProblem } from './problems.ts';
import { maxBodyBytes } from './request-limits.ts';
import { logRequests, requestIds } from './request-log.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { builtAppFolder, serveApp } from './static.ts';

/** Adds routes to the server. */
export type RoutePlugin = (app: FastifyInstance, ctx: ServiceContext) => void;

/** An API with authentication, body parsers and failures of its own, in an encapsulated Fastify context. */
export type ApiDescriptor = {
  register(app: FastifyInstance, ctx: ServiceContext): Promise<void>;
  /** Rewrites the URL of each request before it is routed; gives it back unchanged where it is not of this API. */
  rewriteUrl(url: string): string;
  /** Answers a request that the framework could not route; undefined where its URL is not of this API. */
  sendUnroutable(
    ctx: ServiceContext,
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> | undefined;
};

/** The routes of all features, by who may call them. */
export type RouteTable = {
  authenticate: Authenticator;
  /** Need no credentials; a route among them that is restricted checks for itself. */
  publicRoutes: readonly RoutePlugin[];
  /** All that a process with the role `worker` serves. */
  workerRoutes: readonly RoutePlugin[];
  /** Need an account's credentials or the session cookie. */
  accountRoutes: readonly RoutePlugin[];
  apis: readonly ApiDescriptor[];
};

export type ServerOptions = {
  /** The folder of the built application; `dist/app` by default. */
  appFolder?: string | undefined;
  /** Called with the method and URL pattern of every route as it is added. */
  onRoute?: ((method: string, url: string, operation: Operation | undefined) => void) | undefined;
};

/** Builds the server, ready to listen. */
export async function buildServer(
  ctx: ServiceContext,
  table: RouteTable,
  { appFolder = builtAppFolder, onRoute }: ServerOptions = {},
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines name their request themselves: a child logger per request costs more than it is worth.
    childLoggerFactory: (logger) => logger,
    bodyLimit: maxBodyBytes,
    requestTimeout: 60_000,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: connectionsCheckingIntervalMs },
    trustProxy: ctx.config.trustedProxies.length > 0 && [...ctx.config.trustedProxies],
    genReqId: requestIds(ctx),
    requestIdHeader: false,
    // No route matches its parameters by pattern, so a long one costs nothing; the size of a request's head bounds it.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    clientErrorHandler: (error, socket) => sendMalformedRequest(ctx, error, socket),
    rewriteUrl: ({ url = '/' }) => table.apis.reduce((rewritten, api) => api.rewriteUrl(rewritten), url),
    frameworkErrors: (error, request, reply) => {
      for (const api of table.apis) {
        if (api.sendUnroutable(ctx, error, request, reply) !== undefined) return;
      }
      void sendProblem(ctx, error, request, reply);
    },
  });
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) onRoute?.(each, url, config?.operation);
  });
  limitConnections(app, ctx);
  decorateAuthentication(app, ctx, table.authenticate);
  app.setErrorHandler((error, request, reply) => sendProblem(ctx, error, request, reply));
  addBodyParsers(app);
  await app.register(cookie);
  logRequests(app, ctx);
  rejectInvalidHosts(app);
  warnOfUnknownProxies(app, ctx);
  addSecurityHeaders(app, ctx);
  if (ctx.config.role === 'worker') {
    for (const addRoutes of table.workerRoutes) addRoutes(app, ctx);
    return app;
  }
  for (const addRoutes of table.publicRoutes) addRoutes(app, ctx);
  await app.register(async (scope) => {
    allowCrossOrigin(scope);
    requireCaller(scope);
    for (const addRoutes of table.accountRoutes) addRoutes(scope, ctx);
  });
  for (const api of table.apis) await api.register(app, ctx);
  await serveApp(app, ctx, appFolder);
  return app;
}
