/** Finds the caller of a request: HTTP Basic credentials (RFC 7617), a key as Bearer (RFC 6750), or the cookie of the page. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/errors.ts';
import { guardCredential } from '../platform/http/credential-guard.ts';
import { requireSameOrigin } from '../platform/http/same-origin.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { bearerKey, findCallerByKey } from './key-service.ts';
import { findCaller } from './service.ts';
import { sessionToken, setSessionCookie } from './session-cookie.ts';
import { resumeSession } from './session-service.ts';

/**
 * The account that sent the request; null when it has no credentials and no valid session. A request with an
 * Authorization header is never authenticated by its cookie.
 *
 * @throws Refusal unauthenticated for a key that has expired; forbidden for a request with the cookie that another site's page sent; too-many after wrong credentials
 */
export function authenticateAccount(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> {
  const { authorization } = request.headers;
  if (authorization === undefined) return authenticateByCookie(ctx, request, reply);
  const [user] = credentialsIn(authorization) ?? [];
  return guardCredential(ctx, request, { name: user ?? 'malformed', text: authorization }, () =>
    findByCredentials(ctx, authorization),
  );
}

/** The caller of a request that was authenticated before, as the database knows it now. */
export async function recheckCaller(ctx: ServiceContext, request: FastifyRequest): Promise<Caller | null> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    return findByCredentials(ctx, authorization).catch((refused: unknown) => {
      if (refused instanceof Refusal && refused.kind === 'unauthenticated') return null;
      throw refused;
    });
  }
  const session = await resumeSession(ctx, sessionToken(request) ?? '');
  return session?.caller ?? null;
}

async function findByCredentials(ctx: ServiceContext, authorization: string): Promise<Caller | null> {
  const [user, password] = credentialsIn(authorization) ?? [];
  if (user === undefined || password === undefined) return null;
  return user.startsWith('SK') ? findCallerByKey(ctx, user, password) : findCaller(ctx, user, password);
}

async function authenticateByCookie(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> {
  const token = sessionToken(request);
  if (token === undefined) return null;
  const credential = { name: 'session', text: `session ${token}`, repeats: 'once' } as const;
  const session = await guardCredential(ctx, request, credential, () => resumeSession(ctx, token));
  if (session === null) return null;
  requireSameOrigin(ctx, request, 'refuse');
  requireSameAccount(request, session.caller);
  if (session.isRenewed) setSessionCookie(ctx, reply, token);
  return session.caller;
}

/**
 * A page that was opened in one account must not write to another one, into which the session was switched on another page.
 *
 * @throws Refusal conflict, with the account that the session is in
 */
function requireSameAccount(request: FastifyRequest, { account }: Caller): void {
  const { 'patchbay-account': expected } = request.headers;
  if (expected === undefined || expected === account) return;
  throw new Refusal('conflict', 'This session went on in another account: reload the page', {
    details: { switched_to: account },
  });
}

/** The SID of an account and its auth token, or a key. */
const credentialsIn = (authorization: string) => bearerKey(authorization) ?? basicCredentials(authorization);

function basicCredentials(authorization: string): [user: string, password: string] | undefined {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const credentials = Buffer.from(encoded, 'base64').toString();
  const colon = credentials.indexOf(':');
  if (colon === -1 || credentials.includes('\0')) return undefined;
  return [credentials.slice(0, colon), credentials.slice(colon + 1)];
}
