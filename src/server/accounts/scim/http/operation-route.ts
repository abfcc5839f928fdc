/** Adds the route of a SCIM operation: authentication by the token of a provider, parameters and body by the description. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { IsArray, IsObject, type Static, type TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { FieldValues, Operation } from '#api/operation/operation.ts';
import { paths } from '#api/paths.ts';
import { scimMediaType } from '#api/scim/schemas.ts';
import { isObject } from '#flow/json/json.ts';
import { Refusal, unauthenticated } from '../../../platform/errors.ts';
import { guardCredential } from '../../../platform/http/credential-guard.ts';
import { readParams, readQuery, successStatus } from '../../../platform/http/operation-fields.ts';
import type { HandlerResult } from '../../../platform/http/operation-route.ts';
import { queryOf } from '../../../platform/http/paging.ts';
import { perServer } from '../../../platform/per-server.ts';
import { requirePermission } from '../../../platform/permission.ts';
import { RateLimiter } from '../../../platform/rate-limiter.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { invalidSyntax } from '../errors.ts';
import { findScimCaller } from '../token-service.ts';
import type { ScimCaller } from '../users-service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is authenticated. */
    scimCaller: ScimCaller | null;
  }
}

export type ScimRequest<O extends Operation> = {
  reply: FastifyReply;
  caller: ScimCaller;
  base: string;
  params: FieldValues<O['params']>;
  query: FieldValues<O['query']>;
  body: O extends { json: infer Schema extends TSchema } ? Static<Schema> : undefined;
};

/** Providers send up to 25 requests a second for each customer; so many in a minute, in each process. */
const perProvider = { count: 3_000, windowMs: 60_000 };

export const limiterOf = perServer(() => new RateLimiter());

/** Authenticates every request to the routes of `app`; other credentials than a token of a provider are refused. */
export function authenticateProviders(app: FastifyInstance, ctx: ServiceContext): void {
  app.decorateRequest('scimCaller', null);
  app.addHook('onRequest', async (request, reply) => {
    const [, token] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined) {
      const caller = await app.findCaller(request, reply);
      if (caller === null) throw unauthenticated();
      requirePermission(caller, 'scim.write');
    }
    const caller = await guardCredential(
      ctx,
      request,
      { name: 'scim token', text: `scim ${token}` },
      async () => (token === undefined ? null : findScimCaller(ctx, token)),
    );
    if (caller === null) throw unauthenticated();
    const refused = limiterOf(ctx).take([[caller.provider.sid, perProvider]], 1, ctx.clock.now());
    if (refused !== null) throw new Refusal('too-many', 'Too many requests of this provider', refused);
    request.scimCaller = caller;
  });
}

/** Adds the route, below the prefix of SCIM. `handle` returns the body of the success, whose status is the operation's; without one it is 204. */
export function serveScim<const O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handle: (asked: ScimRequest<O>) => Promise<HandlerResult<O> | undefined> | HandlerResult<O>,
): void {
  const status = successStatus(operation);
  app.route({
    method: operation.method,
    url: operation.path.slice(paths.scim.length).replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    async handler(request, reply) {
      const { scimCaller: caller } = request;
      if (caller === null) throw unauthenticated();
      const params = readParams(request, operation);
      const body = operation.json === undefined ? undefined : readBody(operation.json, request.body);
      const asked = {
        ...{ reply, caller, params, body },
        base: app.baseUrlOf(request),
        query: readQuery(queryOf(request), operation.query ?? {}),
      } as ScimRequest<O>;
      const sent = { ...(body as object) };
      const answer = await app.recordRequest(request, operation, { caller, params, sent }, async () =>
        handle(asked),
      );
      if (status === 204 || answer === undefined) return reply.code(204).send();
      return reply.code(status).header('content-type', scimMediaType).send(JSON.stringify(answer));
    },
  });
}

const validators = new WeakMap<TSchema, Validator>();

function isValid(schema: TSchema, value: unknown): boolean {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator.Check(value);
}

/** @throws Refusal invalidSyntax naming what does not fit, tooMany for a list with too many entries */
function readBody(schema: TSchema, body: unknown): unknown {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object');
  if (!isValid(schema, body)) refuse(schema, body, 'body');
  return body;
}

/**
 * Refuses what does not fit, at its first place: only what leads there is looked at once more, as the validator takes 60 µs for each
 * entry of a list when it gathers its messages, whether the entry fits or not.
 */
function refuse(schema: TSchema, value: unknown, at: string): never {
  const within = (name: string | number) => (at === 'body' ? String(name) : `${at}.${name}`);
  if (IsArray(schema) && Array.isArray(value)) {
    const { maxItems } = schema as { maxItems?: number };
    if (maxItems !== undefined && value.length > maxItems)
      throw invalidSyntax(`Parameter ${at} must not have more than ${maxItems} items`);
    const index = value.findIndex((each) => !isValid(schema.items, each));
    if (index !== -1) refuse(schema.items, value[index], within(index));
  }
  if (IsObject(schema) && isObject(value)) {
    for (const [name, property] of Object.entries(schema.properties))
      if (value[name] !== undefined && !isValid(property, value[name]))
        refuse(property, value[name], within(name));
  }
  const [first] = Compile(schema).Errors(value);
  throw invalidSyntax(`Parameter ${at} ${first?.message ?? 'does not fit'}`);
}
