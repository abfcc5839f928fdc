/** Maps refusals and errors to problem responses of the flow API: `{code, message, more_info, status, details}`. */

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '#api/operation/problem-responses.ts';
import { problemCodes } from '#api/problem.ts';
import { Refusal, type RefusalKind } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { MethodNotAllowed } from './allowed-methods.ts';
import { baseUrl } from './host.ts';
import { pathOf } from './paging.ts';
import { drainRequest } from './read-body.ts';

const problemsByRefusal: Record<RefusalKind, { status: number; code: number }> = {
  'bad-request': { status: 400, code: problemCodes.badRequest },
  'bad-revision': { status: 400, code: problemCodes.badRevision },
  'invalid-definition': { status: 400, code: problemCodes.invalidDefinition },
  unauthenticated: { status: 401, code: problemCodes.unauthenticated },
  forbidden: { status: 403, code: problemCodes.forbidden },
  'not-found': { status: 404, code: problemCodes.notFound },
  conflict: { status: 409, code: problemCodes.conflict },
  'too-large': { status: 413, code: problemCodes.tooLarge },
  'too-complex': { status: 422, code: problemCodes.tooComplex },
  'too-many': { status: 429, code: problemCodes.tooManyRequests },
  unavailable: { status: 503, code: problemCodes.unavailable },
};

export const refusalStatus = (kind: RefusalKind): number => problemsByRefusal[kind].status;

/** A database that restarts is back within seconds. */
export const retryAfterSeconds = 5;

/** Sends the problem response for any error. What is neither a refusal nor a client error is logged as a bug. */
export async function sendProblem(
  ctx: ServiceContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const problem = toProblem(ctx, error, request);
  if (problem.status >= 500) request.log.error({ err: error, request: request.id }, 'A request failed');
  // Without the challenge a browser does not open its own password dialog: the application has a form.
  if (problem.status === 401 && request.headers['sec-fetch-mode'] === undefined) {
    reply.header('www-authenticate', 'Basic realm="Patchbay"');
  }
  if (error instanceof MethodNotAllowed) reply.header('allow', error.allowedMethods.join(', '));
  if (problem.status === 429) reply.header('retry-after', String(retryAfterOf(error) ?? 1));
  if (problem.status === 503) reply.header('retry-after', String(retryAfterSeconds));
  if (problem.status === 413) await drainRequest(request.raw);
  await reply.code(problem.status).header('cache-control', 'no-store').send(problem);
}

/** When to send a refused request again, where the refusal says so. */
export function retryAfterOf(error: unknown): number | undefined {
  return error instanceof Refusal ? error.retryAfterSeconds : undefined;
}

const parserErrors: Record<string, readonly [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The head of the request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come to its end in time'],
};

/** Responds to what could not be parsed as HTTP, if the socket is still writable, and closes it. */
export function sendMalformedRequest(
  ctx: ServiceContext,
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, message] = parserErrors[error.code ?? ''] ?? [
    400,
    'The request is not HTTP as it should be',
  ];
  const code = problemCodes.badRequest;
  const body = JSON.stringify({ code, message, more_info: `${ctx.publicUrl()}/errors/${code}`, status });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      isHeadRequest(error.rawPacket) ? '' : body,
    ].join('\r\n'),
  );
}

/** What was written so far begins with the method, unless the head came in pieces. */
function isHeadRequest(written: unknown): boolean {
  return Buffer.isBuffer(written) && written.subarray(0, 5).toString('latin1') === 'HEAD ';
}

function toProblem(ctx: ServiceContext, error: unknown, request: FastifyRequest): Problem {
  const problem = (status: number, code: number, message: string): Problem => ({
    code,
    message,
    more_info: `${baseUrl(ctx, request)}/errors/${code}`,
    status,
  });
  if (error instanceof Refusal) {
    const { status, code } = problemsByRefusal[error.kind];
    const message = error.kind === 'not-found' ? notFoundMessage(request) : error.message;
    const details = error.details ?? (error.field === undefined ? undefined : { field: error.field });
    return { ...problem(status, code, message), ...(details !== undefined && { details }) };
  }
  if (error instanceof MethodNotAllowed) return problem(405, problemCodes.wrongMethod, error.message);
  const status = clientErrorStatus(error);
  // What sends files calls an address forbidden that can be no file's, such as one with two slashes in a row.
  if (status === 403) return problem(404, problemCodes.notFound, notFoundMessage(request));
  if (status === 413) {
    const limit = sizeText(request.routeOptions.bodyLimit);
    return problem(413, problemCodes.tooLarge, `The post body is larger than ${limit}`);
  }
  if (status === 415) {
    return problem(415, problemCodes.badRequest, 'The post body must be form-encoded or JSON');
  }
  if (status !== null) {
    const message = error instanceof Error ? error.message : 'The request cannot be read';
    return problem(status, problemCodes.badRequest, message);
  }
  return problem(
    500,
    problemCodes.internal,
    `Internal server error; the log tells more at request ${request.id}`,
  );
}

function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes} kB` : `${kilobytes / 1024} MB`;
}

function notFoundMessage(request: FastifyRequest): string {
  return `The requested resource ${pathOf(request).replace(/^\/v\d+(?=\/)/, '') || '/'} was not found`;
}

/** The status of what the HTTP library or its parts found wrong with a request; null for anything else. */
export function clientErrorStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return null;
  const fromFastify = 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_');
  const forCaller = 'expose' in error && error.expose === true;
  if (!fromFastify && !forCaller) return null;
  return error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : null;
}
