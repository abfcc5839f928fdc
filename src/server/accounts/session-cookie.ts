/** The session cookie: HttpOnly, SameSite=Strict, and Secure where the public URL is https (RFC 6265bis). */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../platform/service-context.ts';
import { sessionLifetimeMs } from './session-service.ts';

const cookieName = 'patchbay_session';

/** The token of the session cookie, or undefined. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName];
}

/** Sets the session cookie; null deletes it. */
export function setSessionCookie(ctx: ServiceContext, reply: FastifyReply, token: string | null): void {
  void reply.setCookie(cookieName, token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: ctx.config.publicUrl?.startsWith('https:') ?? false,
    maxAge: token === null ? 0 : sessionLifetimeMs / 1000,
  });
}
