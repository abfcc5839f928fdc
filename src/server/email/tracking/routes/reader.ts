/** Reads the visitor and the signed token from a request of a tracking link. */

import type { FastifyRequest } from 'fastify';
import { queryOf } from '../../../platform/http/paging.ts';
import type { Visitor } from '../service/opens-and-clicks.ts';

const maxUserAgentLength = 500;

export function visitorOf(request: FastifyRequest): Visitor {
  return { userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength), ip: request.ip };
}

/** The signed token of the link; '' where it is missing. */
export function linkTokenOf(request: FastifyRequest): string {
  return queryOf(request).get('t') ?? '';
}
