/** Checks responses against the schemas of their operations, in development and in tests; never part of a built page. */

import { Value } from 'typebox/value';
import { operations } from '#api/operations.ts';

const byRoute = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));

/** @throws TypeError when no success of the operation has such a body, with the first place that differs */
export function checkResponse(route: string, body: unknown): void {
  const successes = Object.entries(byRoute.get(route)?.responses ?? {}).filter(([status]) => status < '300');
  const schemas = successes.map(([, { schema }]) => schema);
  if (schemas.some((schema) => (schema === undefined ? body === undefined : Value.Check(schema, body))))
    return;
  const [schema] = schemas;
  const [error] = schema === undefined ? [] : Value.Errors(schema, body);
  const where =
    error === undefined ? 'a body where none is described' : `${error.instancePath || '/'} ${error.message}`;
  throw new TypeError(`${route}: the response is not as the operation says: ${where}`);
}
