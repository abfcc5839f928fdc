/** Makes a route of an operation of the email service: scope, limit, query and body follow from its description. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { EmailOperation } from '#api/email/operation.ts';
import type { Values } from '#api/operations/operation.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { hasForm, readQuery } from '../../platform/http/operation-fields.ts';
import { queryOf } from '../../platform/http/paging.ts';
import type { EmailCaller } from '../access/caller.ts';
import { invalidField } from '../validation/field-error.ts';
import { emailCallerOf } from './admission.ts';
import { validateBody } from './json-body.ts';

/** What a request of an operation holds, read and checked. */
export type EmailRequest<O extends EmailOperation> = {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: EmailCaller;
  params: Values<O['params']>;
  query: Values<O['query']>;
  body: O['json'] extends TSchema ? Static<O['json']> : undefined;
};

type SuccessBody<O extends EmailOperation, Status extends number> = O['answers'] extends {
  readonly [S in Status]: { schema: infer Schema extends TSchema };
}
  ? Static<Schema>
  : never;

type ResponseBody<O extends EmailOperation> =
  O['answers'] extends Record<204 | 202, unknown> ? unknown : SuccessBody<O, 201> | SuccessBody<O, 200>;

/** What stands before the paths of all operations: routes are added below it. */
export const emailApiPrefix = '/v3';

/**
 * Adds the route. `answer` gives the body of the success; its status is the one that the operation names. An
 * operation that answers without a body gives nothing back.
 */
export function emailRoute<const O extends EmailOperation>(
  app: FastifyInstance,
  operation: O,
  answer: (asked: EmailRequest<O>) => Promise<ResponseBody<O> | undefined> | ResponseBody<O> | undefined,
): void {
  const status = Number(Object.keys(operation.answers).find((each) => each.startsWith('2')));
  app.route({
    method: operation.method,
    url: operation.path.slice(emailApiPrefix.length).replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { emailOperation: operation },
    ...(operation.maxBodyBytes !== undefined && { bodyLimit: operation.maxBodyBytes }),
    async handler(request, reply) {
      const asked = {
        request,
        reply,
        caller: emailCallerOf(request),
        params: parseParams(request, operation),
        query: parseQuery(request, operation),
        body: operation.json === undefined ? undefined : validateBody(operation.json, request.body),
      } as EmailRequest<O>;
      const body = await answer(asked);
      // An operation that can succeed in more than one way has said which.
      return reply.sent ? reply : reply.code(status).send(body);
    },
  });
}

function parseParams(request: FastifyRequest, { params = {} }: EmailOperation): Record<string, string> {
  const values = request.params as Record<string, string>;
  for (const [name, schema] of Object.entries(params)) {
    const value = values[name] ?? '';
    if (value.includes('\0') || !hasForm(schema, value)) throw notFound();
  }
  return values;
}

/** The query as described. What is wrong with it is told as this service tells it, with help. */
function parseQuery(request: FastifyRequest, { query = {} }: EmailOperation): Record<string, unknown> {
  const given = queryOf(request);
  const required = Object.entries(query).find(([name, schema]) => !isOptional(schema) && !given.get(name));
  if (required !== undefined) {
    const [name] = required;
    throw invalidField(name, `${name} is required`, `Add ${name} to the query of the address.`);
  }
  const nul = [...given].find(([, value]) => value.includes('\0'));
  if (nul !== undefined) {
    throw invalidField(nul[0], `${nul[0]} holds the letter U+0000`, 'Leave it out: no text can hold it.');
  }
  try {
    return readQuery(given, query);
  } catch (error) {
    if (!(error instanceof Refusal) || error.field === undefined) throw error;
    throw invalidField(error.field, error.message, `Look at ${error.field} in the query of the address.`);
  }
}

function isOptional(schema: TSchema): boolean {
  return '~optional' in schema;
}
