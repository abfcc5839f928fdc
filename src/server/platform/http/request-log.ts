/** Request ids, the duration metric, the debug log line and the trace span of each request. */

import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestSeconds } from '../metrics.ts';
import type { ServiceContext } from '../service-context.ts';
import { markFailed, startServerSpan } from '../tracing.ts';

const validRequestId = /^[\w.:-]{1,128}$/;

/**
 * Gives ids to requests: unlike any of another process, and not worth guessing. Where REQUEST_ID_HEADER names
 * the header of a proxy in front, its id is taken if it is well formed.
 */
export function requestIds(ctx: ServiceContext): (request: { headers: Record<string, unknown> }) => string {
  const process = ctx.ids.token().slice(0, 12);
  const header = ctx.config.requestIdHeader;
  let count = 0;
  return ({ headers }) => {
    const proxyId = header === null ? undefined : headers[header];
    if (typeof proxyId === 'string' && validRequestId.test(proxyId)) return proxyId;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/**
 * Watches all requests. The line in the log is one of level debug: at info, the log holds what a person should
 * look at. Routes are named by their pattern, so no SID and no address gets into a label or a line.
 */
export function logRequests(app: FastifyInstance, ctx: ServiceContext): void {
  const spans = new WeakMap<FastifyRequest, Span>();

  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    const span = startServerSpan(request.headers, { 'http.request.method': request.method }, done);
    if (span !== null) spans.set(request, span);
  });

  app.addHook('onResponse', (request, reply, done) => {
    const { method, id } = request;
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const durationMs = reply.elapsedTime;
    const { statusCode: status } = reply;
    if (!isEventStream(route)) observeDuration(method, route, status, durationMs);
    if (ctx.log.isLevelEnabled('debug')) {
      const account = request.caller?.account ?? null;
      ctx.log.debug(
        { request: id, method, route, status, ms: Math.round(durationMs * 10) / 10, account },
        'A request completed',
      );
    }
    const span = spans.get(request);
    if (span !== undefined) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.route': route,
        'http.response.status_code': status,
        'patchbay.request': id,
      });
      if (status >= 500) markFailed(span, undefined);
      span.end();
    }
    done();
  });
}

/** Streams of events last as long as a client listens; that is no latency. */
function isEventStream(route: string): boolean {
  return route.endsWith('/Events');
}

/** Looking a measure up by its labels costs more than adding to it. */
const histograms = new Map<string, { observe(seconds: number): void }>();

function observeDuration(method: string, route: string, status: number, ms: number): void {
  const key = `${status} ${method} ${route}`;
  let histogram = histograms.get(key);
  if (histogram === undefined) {
    histogram = requestSeconds.labels({ method, route, status });
    histograms.set(key, histogram);
  }
  histogram.observe(ms / 1000);
}
