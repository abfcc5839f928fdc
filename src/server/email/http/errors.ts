/** Error responses of the email API: `{errors: [{message, field, help}]}`. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EmailError, type EmailErrorItem, errorMessages } from '#api/email/error.ts';
import { Refusal, type RefusalKind } from '../../platform/errors.ts';
import { MethodNotAllowed } from '../../platform/http/allowed-methods.ts';
import { retryAfterOf, retryAfterSeconds } from '../../platform/http/problems.ts';
import { drainRequest } from '../../platform/http/read-body.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { countUnroutableRequest } from './admission.ts';

const statuses: Record<RefusalKind, number> = {
  'bad-request': 400,
  'bad-revision': 400,
  'invalid-definition': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-complex': 422,
  'too-many': 429,
  unavailable: 503,
};

/** Sends the response for whatever a handler threw. Anything but a refusal or a client error is logged as a bug. */
export async function sendEmailError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { status, errors } = errorResponseOf(error);
  if (status >= 500) request.log.error({ err: error, request: request.id }, 'A request failed');
  if (error instanceof MethodNotAllowed) reply.header('allow', error.allowedMethods.join(', '));
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (status === 503) reply.header('retry-after', String(retryAfterSeconds));
  if (status === 413) await drainRequest(request.raw);
  await reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ errors } satisfies EmailError);
}

/** Sends the response for a URL below /v3 that cannot be parsed, so that no route was found; undefined for other URLs. */
export function sendUnroutableEmailError(
  ctx: ServiceContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined {
  if (!/^\/v3(?:[/?]|$)/.test(request.url)) return undefined;
  return countUnroutableRequest(ctx, request, reply).then(
    () => sendEmailError(error, request, reply),
    (refusal: unknown) => sendEmailError(refusal, request, reply),
  );
}

function errorResponseOf(error: unknown): { status: number; errors: EmailErrorItem[] } {
  if (error instanceof Refusal) return { status: statuses[error.kind], errors: errorItemsOf(error) };
  if (error instanceof MethodNotAllowed) return { status: 405, errors: [generalError('method not allowed')] };
  const status = statusOf(error);
  if (status === 413) return { status, errors: [generalError('the body is too large')] };
  if (status === 503) return { status, errors: [{ message: 'the service cannot answer at the moment' }] };
  if (status !== null) {
    return {
      status,
      errors: [generalError(error instanceof Error ? error.message : 'the request cannot be read')],
    };
  }
  return { status: 500, errors: [{ message: 'internal server error' }] };
}

function errorItemsOf(refusal: Refusal): EmailErrorItem[] {
  switch (refusal.kind) {
    case 'unauthenticated':
      return [generalError(errorMessages.unauthenticated)];
    case 'too-many':
      return [generalError(errorMessages.tooMany)];
    case 'not-found':
      return isBare(refusal)
        ? [{ message: refusal.message }]
        : (fieldErrorItems(refusal) ?? [generalError('not found')]);
    default:
      return fieldErrorItems(refusal) ?? [{ message: refusal.message, field: refusal.field ?? null }];
  }
}

const generalError = (message: string): EmailErrorItem => ({ message, field: null });

function isBare({ details }: Refusal): boolean {
  return typeof details === 'object' && details !== null && 'bare' in details;
}

/** The items that `validation/field-error.ts` put into the details. */
function fieldErrorItems({ details }: Refusal): EmailErrorItem[] | null {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return null;
  return Array.isArray(details.errors) ? (details.errors as EmailErrorItem[]) : null;
}

/** The status of an error that Fastify or a parser of it raised about the request; null for any other error. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return null;
  return (error.statusCode >= 400 && error.statusCode < 500) || error.statusCode === 503
    ? error.statusCode
    : null;
}
