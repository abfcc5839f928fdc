/**
 * Masks the responses of operations for callers who see no contacts: decided once for each request. Whether the caller sees
 * all is one look at their role; only for the others there is more to do.
 */

import type { FastifyRequest } from 'fastify';
import { isOpen, maskResponse } from '#api/masking/mask-response.ts';
import { personalKindOf } from '#api/masking/personal.ts';
import { sidPattern } from '#api/masking/sid-pattern.ts';
import type { Operation } from '#api/operation/operation.ts';
import { mayDo, requirePermission } from '../permission.ts';
import type { Caller } from '../service-context.ts';

/** A value of that schema as the caller may see it. */
export type Mask = <T>(schema: object, value: T) => T;

export const asItIs: Mask = (_, value) => value;

export type Masking = {
  mask: Mask;
  /** The body of the success response as the caller may see it. */
  response<T>(body: T): T;
};

const unmasked: Masking = { mask: asItIs, response: (body) => body };

/** How the response to a request was masked; absent for callers who see all. */
const states = new WeakMap<FastifyRequest, { isMasked: boolean; execution: string | null }>();

/**
 * How the response is masked for the caller; `given` returns the values of the operation's fields.
 *
 * @throws Refusal forbidden for a filter over what is masked, by which one could guess, and for what cannot be masked
 */
export function maskingOf(
  request: FastifyRequest,
  operation: Operation,
  caller: Caller | null,
  given: () => Readonly<Record<string, unknown>>,
): Masking | Promise<Masking> {
  if (caller === null || seesAll(caller)) return unmasked;
  return maskingForOthers(request, operation, caller, given());
}

/** Whether what was sent to a request would be masked in the same way now, for the caller as they are found again. */
export async function isMaskedAsBefore(request: FastifyRequest, caller: Caller): Promise<boolean> {
  const state = states.get(request);
  if (seesAll(caller)) return state === undefined || !state.isMasked;
  if (state === undefined) return false;
  if (state.isMasked || state.execution === null) return true;
  return request.server.isRevealed(caller, state.execution);
}

/** For rows of several accounts: a value of the operation's response as the caller may see it with the role of its account. */
export function maskFor(caller: Pick<Caller, 'role' | 'permissions'>, operation: Operation): Mask {
  if (seesAll(caller)) return asItIs;
  const open = isOpen(operation);
  return (schema, value) => maskResponse(schema, value, { open });
}

const seesAll = (caller: Pick<Caller, 'role' | 'permissions'>) => mayDo(caller, 'contacts.unmasked');

async function maskingForOthers(
  request: FastifyRequest,
  operation: Operation,
  caller: Caller,
  given: Readonly<Record<string, unknown>>,
): Promise<Masking> {
  const { params = {}, query = {}, form = {}, ofExecution, masksItself } = operation;
  for (const [name, schema] of Object.entries({ ...params, ...query, ...form })) {
    const value = given[name];
    const isGuess = value !== undefined && !sidPattern.test(String(value));
    if (isGuess && personalKindOf(schema) !== undefined) requirePermission(caller, 'contacts.unmasked');
  }
  const named = ofExecution === undefined ? undefined : given[ofExecution];
  const execution = typeof named === 'string' ? named : null;
  const isRevealed = execution !== null && (await request.server.isRevealed(caller, execution));
  states.set(request, { isMasked: !isRevealed, execution });
  if (isRevealed) return unmasked;
  const open = isOpen(operation);
  const mask: Mask = (schema, value) => maskResponse(schema, value, { open });
  const schema = masksItself === true ? null : schemaOfSuccess(operation);
  if (schema !== null) return { mask, response: (body) => (body === undefined ? body : mask(schema, body)) };
  // What no schema describes cannot be masked here.
  if (!open && masksItself === undefined) requirePermission(caller, 'contacts.unmasked');
  return { mask, response: (body) => body };
}

const noBody = {};

/** Null where the success is no JSON that a schema describes. */
function schemaOfSuccess({ responses }: Operation): object | null {
  const [status, success] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? [];
  // Nothing is sent, so there is nothing to mask.
  if (status === '204') return noBody;
  const isJson = success?.type === undefined || success.type === 'application/json';
  return isJson ? (success?.schema ?? null) : null;
}
