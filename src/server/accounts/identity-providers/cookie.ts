/**
 * The cookie of a sign-in that is under way: by it the answer of a provider counts in the browser that asked, and in no other.
 * SameSite=Lax, as the answer is a navigation that comes from the provider's site. Where the public URL is https, its name has
 * the prefix by which browsers take it from this host alone (RFC 6265bis, 4.1.3.2).
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../platform/service-context.ts';
import { attemptLifetimeMs } from './sign-in-service.ts';

const isSecure = (ctx: ServiceContext) => ctx.config.publicUrl?.startsWith('https:') ?? false;
const nameIn = (ctx: ServiceContext) => `${isSecure(ctx) ? '__Host-' : ''}patchbay_sign_in`;

export function browserToken(ctx: ServiceContext, request: FastifyRequest): string | undefined {
  return request.cookies[nameIn(ctx)];
}

/** Sets the cookie; null deletes it. */
export function setBrowserCookie(ctx: ServiceContext, reply: FastifyReply, token: string | null): void {
  void reply.setCookie(nameIn(ctx), token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(ctx),
    maxAge: token === null ? 0 : attemptLifetimeMs / 1000,
  });
}
