/** Security headers of every response: Content-Security-Policy, HSTS, isolation, no caching, no sniffing. */

import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../service-context.ts';

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
export function addSecurityHeaders(app: FastifyInstance, ctx: ServiceContext): void {
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
