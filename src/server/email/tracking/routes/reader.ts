/** Who follows a link of a mail, as far as the request tells. */

import type { FastifyRequest } from 'fastify';
import { queryOf } from '../../../platform/http/paging.ts';
import type { Reader } from '../service/opens-and-clicks.ts';

const longestAgent = 500;

export function readerOf(request: FastifyRequest): Reader {
  return { userAgent: (request.headers['user-agent'] ?? '').slice(0, longestAgent), ip: request.ip };
}

/** The signed part of the link; '' where it is missing. */
export function tokenOf(request: FastifyRequest): string {
  return queryOf(request).get('t') ?? '';
}
