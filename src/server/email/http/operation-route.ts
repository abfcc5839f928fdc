/** Adds the route of an email operation: scope, rate limit, parameters, query and body follow from its description. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { EmailOperation } from '#api/email/operation.ts';
import type { FieldValues } from '#api/operation/operation.ts';
import { Refusal } from '../../platform/errors.ts';
import { sendJson } from '../../platform/http/long-json.ts';
import { maskingOf } from '../../platform/http/masking.ts';
import { readParams, readQuery, successStatus } from '../../platform/http/operation-fields.ts';
import type { HandlerResult } from '../../platform/http/operation-route.ts';
import { queryOf } from '../../platform/http/paging.ts';
import type { EmailCaller } from '../access/caller.ts';
import { invalidField } from '../validation/field-error.ts';
import { emailCallerOf } from './admission.ts';
import { validateBody } from './json-body.ts';
import { removeUnknownMembers } from './unknown-members.ts';

/** A request of an operation, parsed and validated. */
export type EmailRequest<O extends EmailOperation> = {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: EmailCaller;
  params: FieldValues<O['params']>;
  query: FieldValues<O['query']>;
  body: O['json'] extends TSchema ? Static<O['json']> : undefined;
  /** Members of the body that the API does not have: they are not in it. */
  ignored: readonly string[];
};

type Fields = Record<string, unknown>;

/** The prefix of all paths of the email API; routes are registered below it. */
export const emailApiPrefix = '/v3';

/**
 * Adds the route. `handleRequest` returns the body of the success response, undefined for one without a body; the status is
 * the one that the operation declares.
 */
export function emailRoute<const O extends EmailOperation>(
  app: FastifyInstance,
  operation: O,
  handleRequest: (
    request: EmailRequest<O>,
  ) => Promise<HandlerResult<O> | undefined> | HandlerResult<O> | undefined,
): void {
  const status = successStatus(operation);
  app.route({
    method: operation.method,
    url: operation.path.slice(emailApiPrefix.length).replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation, emailOperation: operation },
    ...(operation.maxBodyBytes !== undefined && { bodyLimit: operation.maxBodyBytes }),
    async handler(request, reply) {
      const { json } = operation;
      const sentBody = json === undefined ? undefined : validateBody(json, request.body);
      const emailRequest = {
        request,
        reply,
        caller: emailCallerOf(request),
        params: readParams(request, operation),
        query: parseQuery(request, operation),
        // A handler may store what it is given: that is never more than the schema lists.
        ignored: json === undefined ? [] : removeUnknownMembers(json, sentBody),
        body: sentBody,
      } as unknown as EmailRequest<O>;
      const { caller, params, query, body: sent } = emailRequest;
      const asked = { caller, params: params as Fields, sent: { ...(query as Fields), ...(sent as Fields) } };
      const masking = await maskingOf(request, operation, caller, () => ({ ...params, ...query }));
      const body = await app.recordRequest(request, operation, asked, async () =>
        handleRequest(emailRequest),
      );
      // An operation with several success statuses has sent its own response.
      return reply.sent ? reply : sendJson(reply.code(status), body, masking.response);
    },
  });
}

/** Parses the query as described; errors have the shape of the email API. */
function parseQuery(
  request: FastifyRequest,
  { query: fields = {} }: EmailOperation,
): Record<string, unknown> {
  const query = queryOf(request);
  const required = Object.entries(fields).find(
    ([name, schema]) => !Type.IsOptional(schema) && !query.get(name),
  );
  if (required !== undefined) {
    const [name] = required;
    throw invalidField(name, `${name} is required`, `Add ${name} to the query of the address.`);
  }
  const nul = [...query].find(([, value]) => value.includes('\0'));
  if (nul !== undefined) {
    throw invalidField(nul[0], `${nul[0]} holds the character U+0000`, 'Leave it out: no text can hold it.');
  }
  try {
    return readQuery(query, fields);
  } catch (error) {
    if (!(error instanceof Refusal) || error.field === undefined) throw error;
    throw invalidField(error.field, error.message, `Look at ${error.field} in the query of the address.`);
  }
}
