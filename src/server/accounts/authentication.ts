/** Who sends a request: credentials in its header, or the session of the page in its cookie. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseUrl } from '../platform/http/base-url.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { Refusal } from '../service/refusal.ts';
import { findCaller } from './service.ts';
import { continueSession, sessionLifetimeMs, unauthenticated } from './session-service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes that anybody may call. */
    caller: Caller | null;
  }
}

const cookieName = 'patchbay_session';

/** The hook before every route that needs a caller. */
export function authenticate(ctx: ServiceContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.caller = await findWhoAsks(ctx, request, reply);
    if (request.caller === null) throw unauthenticated();
  };
}

/** Who sent the request, null when it bears no credentials and no session that holds. */
export function findWhoAsks(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> {
  const { authorization } = request.headers;
  return authorization === undefined
    ? callerOfCookie(ctx, request, reply)
    : callerOfHeader(ctx, authorization);
}

/**
 * Who sent the request.
 *
 * @throws Refusal unauthenticated on a route that was not authenticated
 */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw unauthenticated();
  return request.caller;
}

/** The token of the session cookie, or undefined. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName];
}

/** Sets the session cookie; null takes it away. */
export function setSessionCookie(ctx: ServiceContext, reply: FastifyReply, token: string | null): void {
  void reply.setCookie(cookieName, token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: ctx.config.publicUrl?.startsWith('https:') ?? false,
    maxAge: token === null ? 0 : sessionLifetimeMs / 1000,
  });
}

/**
 * Refuses a request that another site's page makes with the cookie of this one. `unnamed` says what to do
 * with a request that does not tell where it comes from, which no browser of today sends.
 *
 * @throws Refusal forbidden
 */
export function requireSameOrigin(
  ctx: ServiceContext,
  request: FastifyRequest,
  unnamed: 'refuse' | 'allow',
): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'same-origin') return;
  const named = origin !== undefined || site !== undefined;
  if (!named && unnamed === 'allow') return;
  const own = [`${request.protocol}://${request.host}`, URL.parse(baseUrl(ctx, request))?.origin];
  if (site === undefined && origin !== undefined && own.includes(origin)) return;
  throw new Refusal('forbidden', 'This request comes from the page of another site');
}

async function callerOfCookie(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> {
  const token = sessionToken(request);
  const session = token === undefined ? null : await continueSession(ctx, token);
  if (token === undefined || session === null) return null;
  requireSameOrigin(ctx, request, 'refuse');
  if (session.prolonged) setSessionCookie(ctx, reply, token);
  return session.caller;
}

/** Basic authentication: the account's SID is the name, its token the password. */
async function callerOfHeader(ctx: ServiceContext, authorization: string): Promise<Caller | null> {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(authorization) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon === -1 || text.includes('\0')) return null;
  return findCaller(ctx, text.slice(0, colon), text.slice(colon + 1));
}
