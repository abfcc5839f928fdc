/** Adds the route of an API operation: its request is validated against the description before the handler runs. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { FieldValues, Operation, ResponseBody } from '#api/operation/operation.ts';
import { requirePermission, requireProof } from '../permission.ts';
import type { Caller } from '../service-context.ts';
import { callerOf } from './authentication.ts';
import { maxFieldsOf, publicBodyBytes } from './body-limits.ts';
import { formOf } from './form.ts';
import { sendJson } from './long-json.ts';
import { type Mask, maskingOf } from './masking.ts';
import { readForm, readParams, readQuery, successStatus } from './operation-fields.ts';
import { type PageReader, pageReader, queryOf } from './paging.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route serves; routes without one read their requests by themselves. */
    operation?: Operation;
  }
  interface FastifyInstance {
    /** See `baseUrl`. */
    baseUrlOf(request: FastifyRequest): string;
  }
}

/** The validated request of an operation. */
export type OperationRequest<O extends Operation> = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** @throws Refusal unauthenticated on a public route without credentials */
  readonly caller: Caller;
  /** The URL at which the client reaches this server, for URLs in the response. */
  readonly base: string;
  readonly page: PageReader;
  /** For what masks itself: a value of that schema as the caller may see it. */
  mask: Mask;
  params: FieldValues<O['params']>;
  query: FieldValues<O['query']>;
  form: FieldValues<O['form']>;
};

/**
 * What a handler gives back. Anything where the operation describes no body: with 204 it is not sent, and what is no
 * JSON (a file, a page, a stream) is sent as it is, unless the handler has sent it.
 */
export type HandlerResult<O extends Operation> = [ResponseBody<O>] extends [never]
  ? unknown
  : ResponseBody<O>;

/**
 * Adds the route. `answer` gives the body of the success; its status is the one that the operation names.
 * An address whose parameters cannot be any resource's is not found.
 */
export function serveOperation<const O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handle: (
    asked: OperationRequest<O>,
  ) => Promise<HandlerResult<O> | FastifyReply> | HandlerResult<O> | FastifyReply,
  options: RouteShorthandOptions = {},
): void {
  const status = successStatus(operation);
  const { permission } = operation;
  app.route({
    ...(operation.access === 'anybody' && { bodyLimit: publicBodyBytes }),
    ...options,
    config: { ...options.config, operation },
    // Refused before its body is read.
    ...(permission !== undefined && {
      onRequest: async (request: FastifyRequest) => {
        const caller = callerOf(request);
        requirePermission(caller, permission);
        requireProof(caller, operation);
      },
    }),
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    async handler(request, reply) {
      const params = readParams(request, operation);
      const query = readQuery(queryOf(request), operation.query ?? {});
      const form = readForm(formOf(request.body, maxFieldsOf(request)), operation.form ?? {});
      requirePermissionsByValue(request, operation, form);
      const masking = await maskingOf(request, operation, request.caller, () => ({
        ...params,
        ...query,
        ...form,
      }));
      const serve = async () =>
        handle({
          request,
          reply,
          get caller() {
            return callerOf(request);
          },
          get base() {
            return app.baseUrlOf(request);
          },
          get page() {
            return pageReader(app.baseUrlOf(request), request);
          },
          mask: masking.mask,
          params: params as FieldValues<O['params']>,
          query: query as FieldValues<O['query']>,
          form: form as FieldValues<O['form']>,
        });
      const asked = { caller: request.caller, params, sent: { ...query, ...form } };
      const body = await app.recordRequest(request, operation, asked, serve);
      return body === reply || reply.sent
        ? reply
        : sendJson(reply.code(status), status === 204 ? undefined : body, masking.response);
    },
  });
}

function requirePermissionsByValue(
  request: FastifyRequest,
  { permissionsByValue = {} }: Operation,
  form: Record<string, unknown>,
): void {
  for (const [field, byValue] of Object.entries(permissionsByValue)) {
    const permission = byValue[String(form[field])];
    if (permission !== undefined) requirePermission(callerOf(request), permission);
  }
}
