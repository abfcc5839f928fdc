/** Who may call the email service, and how often: decided before anything of a request is read but its head. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EmailOperation } from '#api/email/operation.ts';
import type { Region } from '#api/email/regions.ts';
import { Refusal, unauthenticated } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { type Allowance, limiterOf } from '../access/rate-limiter.ts';
import { actFor, findKeyBearer, ownerIn, requireScope } from '../access/service.ts';
import { regionOf } from './region.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is admitted. */
    emailCaller: EmailCaller | null;
  }
  interface FastifyContextConfig {
    emailOperation?: EmailOperation;
  }
}

/**
 * Who sent the request.
 *
 * @throws Refusal unauthenticated on a route that admits nobody
 */
export function emailCallerOf(request: FastifyRequest): EmailCaller {
  if (request.emailCaller === null) throw unauthenticated();
  return request.emailCaller;
}

/** Checks every request to the routes of `app`: who, how often, with which scope. */
export function admit(app: FastifyInstance, ctx: ServiceContext): void {
  const limiter = limiterOf(ctx);
  app.decorateRequest('emailCaller', null);
  app.addHook('onRequest', async (request, reply) => {
    const asked = await findOut(ctx, request, reply);
    const operation = request.routeOptions.config.emailOperation;
    const subject =
      asked.caller === null ? nobodyAt(request) : `${asked.caller.region} ${asked.caller.account}`;
    const limit = operation?.perMinute ?? ctx.config.emailRateLimit;
    grant(reply, await limiter.take(subject, operation?.id ?? noOperation, limit));
    if (asked.refusal !== null) throw asked.refusal;
    requireScope(asked.caller, operation?.scope ?? null);
    request.emailCaller = asked.caller;
  });
}

/** Counts a request whose address cannot be read, so that nothing of it is known. @throws Refusal beyond the limit */
export async function admitUnread(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  grant(reply, await limiterOf(ctx).take(nobodyAt(request), noOperation, ctx.config.emailRateLimit));
}

const noOperation = 'none';

/** Who is nobody is counted by where the request comes from, so that guessing keys has an end. */
const nobodyAt = ({ ip }: FastifyRequest) => `from ${ip}`;

type Found = { caller: EmailCaller; refusal: null } | { caller: EmailCaller | null; refusal: Refusal };

/** Who asks and for whom; a refusal of that waits until the request has been counted. */
async function findOut(ctx: ServiceContext, request: FastifyRequest, reply: FastifyReply): Promise<Found> {
  let caller: EmailCaller | null = null;
  try {
    caller = await findBearer(ctx, request, reply, regionOf(ctx, request));
    if (caller === null) throw unauthenticated();
    const onBehalfOf = request.headers['on-behalf-of'];
    if (typeof onBehalfOf === 'string' && onBehalfOf.trim() !== '') {
      caller = await actFor(ctx, caller, onBehalfOf);
    }
    return { caller, refusal: null };
  } catch (error) {
    if (error instanceof Refusal) return { caller, refusal: error };
    throw error;
  }
}

/** A key, the account's own credentials, or the session of the page. */
async function findBearer(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  region: Region,
): Promise<EmailCaller | null> {
  const [, key] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  if (key !== undefined) return findKeyBearer(ctx, key, region);
  const owner = await request.server.findCaller(request, reply);
  return owner === null ? null : ownerIn(region, owner);
}

function grant(reply: FastifyReply, { allowed, limit, remaining, reset }: Allowance): void {
  void reply.headers({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  });
  if (!allowed) throw new Refusal('too-many', 'Too many requests');
}
