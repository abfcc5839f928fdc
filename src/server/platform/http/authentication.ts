/** Authentication of requests by the authenticator that the route table names; the caller is kept on the request. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unauthenticated } from '../errors.ts';
import type { Caller, ServiceContext } from '../service-context.ts';

/** Finds who sent the request by its credentials; null when it has none that are valid. */
export type Authenticator = (
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Caller | null>;

/** Whether the personal data of an execution is shown to a caller who else sees it masked. */
export type RevealCheck = (ctx: ServiceContext, caller: Caller, execution: string) => Promise<boolean>;

/** Finds the same caller again, of a request that is being answered for long; null when it would be refused now. */
export type CallerCheck = (ctx: ServiceContext, request: FastifyRequest) => Promise<Caller | null>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Null when the request has no valid credentials. */
    findCaller(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null>;
    /** See `CallerCheck`. */
    recheckCaller(request: FastifyRequest): Promise<Caller | null>;
    /** See `RevealCheck`. */
    isRevealed(caller: Caller, execution: string): Promise<boolean>;
  }
  interface FastifyRequest {
    /** Null on public routes. */
    caller: Caller | null;
  }
}

/** Adds `app.findCaller`, `app.recheckCaller`, `app.isRevealed` and `request.caller`; no route requires a caller by this alone. */
export function decorateAuthentication(
  app: FastifyInstance,
  ctx: ServiceContext,
  {
    authenticate,
    recheck,
    isRevealed,
  }: { authenticate: Authenticator; recheck: CallerCheck; isRevealed: RevealCheck },
): void {
  app.decorateRequest('caller', null);
  app.decorate('findCaller', (request, reply) => authenticate(ctx, request, reply));
  app.decorate('recheckCaller', (request) => recheck(ctx, request));
  app.decorate('isRevealed', (caller, execution) => isRevealed(ctx, caller, execution));
}

/** Requires a caller for every route of `app`: any other request ends as unauthenticated before its body is read. */
export function requireCaller(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    request.caller = await app.findCaller(request, reply);
    if (request.caller === null) throw unauthenticated();
  });
}

/**
 * The caller of an authenticated request.
 *
 * @throws Refusal unauthenticated on a public route
 */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw unauthenticated();
  return request.caller;
}
