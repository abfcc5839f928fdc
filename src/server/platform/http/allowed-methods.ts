/** Method Not Allowed (RFC 9110, section 15.5.6): the methods of the operations at a path. */

import type { FastifyRequest } from 'fastify';
import { operations } from '#api/operations.ts';
import { pathOf } from './paging.ts';

/** The path has operations, but none with this method. */
export class MethodNotAllowed extends Error {
  override readonly name = 'WrongMethod';
  readonly allowedMethods: readonly string[];

  constructor(method: string, allowed: readonly string[]) {
    super(
      `The method ${method} is not allowed here; ${allowed.join(', ')} ${allowed.length > 1 ? 'are' : 'is'}`,
    );
    this.allowedMethods = allowed;
  }
}

type RoutePattern = { pattern: RegExp; literals: number; methods: string[] };

/** Those with more literal segments first: /v2/Flows/Validate is no flow. */
const routePatterns: RoutePattern[] = [...Map.groupBy(operations, ({ path }) => path)]
  .map(([path, all]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    literals: path.split('/').filter((part) => !part.startsWith('{')).length,
    methods: all.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }))
  .sort((one, other) => other.literals - one.literals);

/** @throws MethodNotAllowed when another method would have found something */
export function rejectUnsupportedMethod(request: FastifyRequest): void {
  const path = pathOf(request);
  const route = routePatterns.find(({ pattern }) => pattern.test(path));
  if (route === undefined || route.methods.includes(request.method)) return;
  throw new MethodNotAllowed(request.method, route.methods);
}
