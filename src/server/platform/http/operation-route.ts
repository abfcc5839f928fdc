/** Adds the route of an API operation: its request is validated against the description before the handler runs. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Fields, FieldValues, Operation } from '#api/operation/operation.ts';
import { notFound } from '../errors.ts';
import type { Caller } from '../service-context.ts';
import { callerOf } from './authentication.ts';
import { formOf } from './form.ts';
import { matchesPattern, readForm, readQuery } from './operation-fields.ts';
import { queryOf } from './paging.ts';
import { maxFieldsOf } from './request-limits.ts';

/** The validated request of an operation. */
export type OperationRequest<O extends Operation> = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** @throws Refusal unauthenticated on a public route without credentials */
  readonly caller: Caller;
  params: FieldValues<O['params']>;
  query: FieldValues<O['query']>;
  form: FieldValues<O['form']>;
};

type SuccessBody<O extends Operation, Status extends number> = O['responses'] extends {
  readonly [S in Status]: { schema: infer Schema extends TSchema };
}
  ? Static<Schema>
  : never;

/** The body of the success; whatever is given back is not sent where the operation answers without one. */
export type ResponseBody<O extends Operation> =
  O['responses'] extends Record<204, unknown>
    ? unknown
    : SuccessBody<O, 201> | SuccessBody<O, 202> | SuccessBody<O, 200>;

/**
 * Adds the route. `answer` gives the body of the success; its status is the one that the operation names.
 * An address whose parameters cannot be any resource's is not found.
 */
export function serveOperation<const O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handle: (asked: OperationRequest<O>) => Promise<ResponseBody<O>> | ResponseBody<O>,
  options: RouteShorthandOptions = {},
): void {
  const status = Number(Object.keys(operation.responses).find((each) => each.startsWith('2')));
  app.route({
    ...options,
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    async handler(request, reply) {
      const params = readParams(request, operation.params ?? {});
      const body = await handle({
        request,
        reply,
        get caller() {
          return callerOf(request);
        },
        params: params as FieldValues<O['params']>,
        query: readQuery(queryOf(request), operation.query ?? {}) as FieldValues<O['query']>,
        form: readForm(formOf(request.body, maxFieldsOf(request)), operation.form ?? {}) as FieldValues<
          O['form']
        >,
      });
      return reply.code(status).send(status === 204 ? undefined : body);
    },
  });
}

function readParams(request: FastifyRequest, fields: Fields): Record<string, string> {
  const params = request.params as Record<string, string>;
  for (const [name, schema] of Object.entries(fields)) {
    if (!matchesPattern(schema, params[name] ?? '')) throw notFound();
  }
  return params;
}
