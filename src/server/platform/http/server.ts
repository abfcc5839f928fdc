/** Builds the HTTP server from a route table: hooks, parsers, authentication, routes, problem responses, static files. */

import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { holdsJsonObject, type Operation } from '#api/operation/operation.ts';
import { scimMediaType } from '#api/scim/schemas.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { Refusal } from '../errors.ts';
import { eventLoopTurn } from '../event-loop-turn.ts';
import type { ServiceContext } from '../service-context.ts';
import { decorateRecording } from './audited-request.ts';
import {
  type Authenticator,
  type CallerCheck,
  decorateAuthentication,
  type RevealCheck,
  requireCaller,
} from './authentication.ts';
import { largeBodyBytes, maxBodyBytes, maxFieldsOf } from './body-limits.ts';
import { connectionsCheckingIntervalMs, headersTimeoutMs, limitConnections } from './connection-limits.ts';
import { allowCrossOrigin } from './cors.ts';
import { parseForm } from './form.ts';
import { baseUrl, rejectInvalidHosts } from './host.ts';
import { JsonLimitExceeded, withoutByteOrderMark } from './json-limits.ts';
import { warnOfUnknownProxies } from './local-request.ts';
import { sendMalformedRequest, sendProblem } from './problems.ts';
import { readBody, releaseBytes } from './read-body.ts';
import { readLimitedJson } from './read-json.ts';
import { logRequests, requestIds } from './request-log.ts';
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
  recheck: CallerCheck;
  isRevealed: RevealCheck;
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
  decorateAuthentication(app, ctx, table);
  decorateRecording(app, ctx);
  app.decorate('baseUrlOf', (request) => baseUrl(ctx, request));
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

function addBodyParsers(app: FastifyInstance): void {
  const form = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(form, async (request: FastifyRequest, body: IncomingMessage) =>
    parseForm(await decode(await readBody(request, body)), maxFieldsOf(request)),
  );
  const json = ['application/json', scimMediaType];
  app.addContentTypeParser(json, async (request: FastifyRequest, body: IncomingMessage) => {
    try {
      const text = await decode(await readLimitedJson(request, body));
      // Some clients name a type whether or not they send a body, as with DELETE.
      return text === '' ? undefined : parseJson(text, jsonParserOf(request));
    } catch (error) {
      if (!(error instanceof JsonLimitExceeded)) throw error;
      throw new Refusal('bad-request', `The post body ${error.message}`);
    }
  });
}

/** The text of a body, in a turn of the event loop in which it may be parsed. */
async function decode(bytes: Buffer): Promise<string> {
  if (bytes.length >= largeBodyBytes) await eventLoopTurn.enter();
  const text = bytes.toString('utf8');
  releaseBytes(bytes);
  return withoutByteOrderMark(text);
}

/** Where a field is an object of the caller's own, its numbers are kept as they are written. */
function jsonParserOf({ routeOptions }: FastifyRequest): (text: string) => unknown {
  const { operation } = routeOptions.config;
  return Object.values(operation?.form ?? {}).some(holdsJsonObject) ? parseExactJson : JSON.parse;
}

function parseJson(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    throw new Refusal('bad-request', `The post body must be JSON: ${reason}`);
  }
}

/** Nothing from other origins, no inline script or style, no eval, no framing. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  // Mails are shown in a frame, under a policy of their own.
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

/** Adds the headers to every response. They are constant, so they cost next to nothing. */
function addSecurityHeaders(app: FastifyInstance, ctx: ServiceContext): void {
  const headers: Record<string, string> = {
    // Most responses have personal data; a cacheable one sets its own header.
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  };
  if (ctx.config.publicUrl?.startsWith('https:')) {
    headers['strict-transport-security'] = 'max-age=31536000';
  }
  app.addHook('onRequest', (_, reply, done) => {
    void reply.headers(headers);
    done();
  });
}
