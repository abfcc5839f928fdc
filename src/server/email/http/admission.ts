/** Authentication, rate limiting and authorization of email API requests: an onRequest hook, so before the body is read. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EmailOperation } from '#api/email/operation.ts';
import type { Region } from '#api/email/regions.ts';
import { bearerKey } from '../../accounts/key-service.ts';
import { Refusal, unauthenticated } from '../../platform/errors.ts';
import { guardCredential } from '../../platform/http/credential-guard.ts';
import { requirePermission, requireProof } from '../../platform/permission.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { countRequest, type RateLimitResult } from '../access/rate-limit.ts';
import { authenticateKey, callerOnBehalfOf, ownerCaller, requireScope } from '../access/service.ts';
import { regionOf } from './region.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is authenticated. */
    emailCaller: EmailCaller | null;
  }
  interface FastifyContextConfig {
    emailOperation?: EmailOperation;
  }
}

/** The authenticated caller. @throws Refusal unauthenticated on a route without authentication */
export function emailCallerOf(request: FastifyRequest): EmailCaller {
  if (request.emailCaller === null) throw unauthenticated();
  return request.emailCaller;
}

/** Authenticates every request to the routes of `app`, applies the rate limit and checks the scope. */
export function authenticateRequests(app: FastifyInstance, ctx: ServiceContext): void {
  app.decorateRequest('emailCaller', null);
  app.addHook('onRequest', async (request, reply) => {
    const identification = await identifyCaller(ctx, request, reply);
    const operation = request.routeOptions.config.emailOperation;
    const subject =
      identification.caller === null
        ? anonymousSubject(request)
        : `${identification.caller.region} ${identification.caller.account}`;
    const limit = operation?.requestsPerMinute ?? ctx.config.emailRateLimit;
    const endpoint = operation?.id ?? noOperation;
    applyRateLimit(reply, await countRequest(ctx, { subject, endpoint, limit }));
    if (identification.refusal !== null) throw identification.refusal;
    requireScope(identification.caller, operation?.scope ?? null);
    if (operation !== undefined) {
      requirePermission(identification.caller, operation.permission);
      requireProof(identification.caller, operation);
    }
    request.emailCaller = identification.caller;
  });
}

/** Applies the rate limit to a request whose URL cannot be parsed, so that it has no route. @throws Refusal too-many */
export async function countUnroutableRequest(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const subject = anonymousSubject(request);
  const limit = ctx.config.emailRateLimit;
  applyRateLimit(reply, await countRequest(ctx, { subject, endpoint: noOperation, limit }));
}

const noOperation = 'none';

/** Requests without a valid key are limited per IP address, which bounds the guessing of keys. */
const anonymousSubject = ({ ip }: FastifyRequest) => `from ${ip}`;

type Identification =
  | { caller: EmailCaller; refusal: null }
  | { caller: EmailCaller | null; refusal: Refusal };

/** Authenticates the request and resolves `on-behalf-of`; a refusal is returned, to be thrown once the request is counted. */
async function identifyCaller(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Identification> {
  let caller: EmailCaller | null = null;
  try {
    caller = await authenticate(ctx, request, reply, regionOf(ctx, request));
    if (caller === null) throw unauthenticated();
    const onBehalfOf = request.headers['on-behalf-of'];
    if (typeof onBehalfOf === 'string' && onBehalfOf.trim() !== '') {
      caller = await callerOnBehalfOf(ctx, caller, onBehalfOf);
    }
    return { caller, refusal: null };
  } catch (error) {
    if (error instanceof Refusal) return { caller, refusal: error };
    throw error;
  }
}

/** By API key (Bearer), by the credentials of an account, one of its keys or a token (Basic, Bearer), or by the session cookie. */
async function authenticate(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  region: Region,
): Promise<EmailCaller | null> {
  const { authorization = '' } = request.headers;
  const [, key] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
  if (key !== undefined && bearerKey(authorization) === undefined) {
    return guardCredential(ctx, request, { name: 'email key', text: `key ${region} ${key}` }, () =>
      authenticateKey(ctx, key, region),
    );
  }
  const owner = await request.server.findCaller(request, reply);
  return owner === null ? null : ownerCaller(region, owner);
}

function applyRateLimit(reply: FastifyReply, { allowed, limit, remaining, reset }: RateLimitResult): void {
  void reply.headers({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  });
  if (!allowed) throw new Refusal('too-many', 'Too many requests');
}
