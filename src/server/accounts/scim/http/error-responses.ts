/** Error responses of SCIM (RFC 7644, 3.12): `{schemas, status, scimType, detail}`. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import { type ScimErrorBody, scimMediaType, scimUrns } from '#api/scim/schemas.ts';
import { isObject } from '#flow/json/json.ts';
import { Refusal } from '../../../platform/errors.ts';
import { MethodNotAllowed } from '../../../platform/http/allowed-methods.ts';
import { clientErrorStatus, refusalStatus, retryAfterSeconds } from '../../../platform/http/problems.ts';
import { drainRequest } from '../../../platform/http/read-body.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';

/** Sends the response for whatever a handler threw. Anything but a refusal or a client error is logged as a bug. */
export async function sendScimError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { status, detail, scimType } = errorOf(error);
  if (status >= 500) request.log.error({ err: error, request: request.id }, 'A request failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="Patchbay"');
  if (error instanceof MethodNotAllowed) reply.header('allow', error.allowedMethods.join(', '));
  if (status === 429)
    reply.header('retry-after', String((error instanceof Refusal && error.retryAfterSeconds) || 1));
  if (status === 503) reply.header('retry-after', String(retryAfterSeconds));
  if (status === 413) await drainRequest(request.raw);
  const body: ScimErrorBody = {
    schemas: [scimUrns.error],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail,
  };
  await reply.code(status).header('content-type', scimMediaType).send(JSON.stringify(body));
}

/** Sends the response for a URL of SCIM that cannot be parsed, so that no route was found; undefined for other URLs. */
export function sendUnroutableScimError(
  _: ServiceContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined {
  return request.url.startsWith(`${paths.scim}/`) ? sendScimError(error, request, reply) : undefined;
}

function errorOf(error: unknown): { status: number; detail: string; scimType?: string } {
  if (error instanceof Refusal) {
    const { kind, message, details } = error;
    const scimType = isObject(details) && typeof details.scimType === 'string' ? details.scimType : null;
    return { status: refusalStatus(kind), detail: message, ...(scimType !== null && { scimType }) };
  }
  if (error instanceof MethodNotAllowed) return { status: 405, detail: error.message };
  const status = clientErrorStatus(error);
  if (status === null) return { status: 500, detail: 'Internal error; the server’s log has details' };
  const detail = error instanceof Error ? error.message : 'The request cannot be read';
  return { status, detail, ...(status === 400 && { scimType: 'invalidSyntax' }) };
}
