/** The account that a request of the account API acts for: the caller, or a subaccount that `on-behalf-of` names. */

import type { FastifyRequest } from 'fastify';
import type { Region } from '#api/email/regions.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { callerOnBehalfOf, ownerCaller } from '../access/service.ts';

/**
 * The caller with every scope in the region, acting for the account that the header `on-behalf-of` names, or else `fallback`
 * (for requests that cannot have headers).
 *
 * @throws Refusal forbidden when the named account is no subaccount of the caller
 */
export async function actingCaller(
  ctx: ServiceContext,
  {
    request,
    caller,
    region = 'global',
  }: { request: FastifyRequest; caller: Caller; region?: Region | undefined },
  fallback = '',
): Promise<EmailCaller> {
  const owner = ownerCaller(region, caller);
  const header = request.headers['on-behalf-of'];
  const account = typeof header === 'string' ? header : fallback;
  return account.trim() === '' ? owner : callerOnBehalfOf(ctx, owner, account);
}
