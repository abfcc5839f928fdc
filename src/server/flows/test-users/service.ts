/** Service functions of test users, who run the newest draft of a flow, and of their test runs. */

import { normalizeAddress } from '#api/messaging/address.ts';
import { addressError } from '#flow/address.ts';
import { foldText } from '#flow/text/fold-text.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { requireFlow } from '../service.ts';
import {
  hasTestUser,
  listTestRuns as listRuns,
  listTestUsers,
  replaceTestUsers,
  type TestRunRow,
} from './store.ts';

export { hasTestUser as isTestUser };

const maxIdentityBytes = 300;

/** @throws Refusal not-found */
export async function fetchTestUsers(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
): Promise<string[]> {
  await requireFlow(ctx.database.read, caller, flowSid);
  return listTestUsers(ctx.database.read, flowSid);
}

/**
 * Replaces the whole list; the order is kept, repeated identities are stored once.
 *
 * @throws Refusal not-found, bad-request for an identity of more than 300 bytes, or a number that is none
 */
export async function updateTestUsers(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  identities: readonly string[],
): Promise<string[]> {
  const once = [...new Set(identities.map(normalizeIdentity))];
  for (const identity of once) {
    if (Buffer.byteLength(identity) > maxIdentityBytes) {
      const message = `Parameter TestUsers has an identity of more than ${maxIdentityBytes} bytes`;
      throw new Refusal('bad-request', message, { field: 'TestUsers' });
    }
  }
  return ctx.database.write(async (tx) => {
    await requireFlow(tx, caller, flowSid);
    await replaceTestUsers(tx, flowSid, once);
    return once;
  });
}

/**
 * Phone numbers are compared in E.164 form, also behind the prefix of a channel; every other identity as it is.
 *
 * @throws Refusal bad-request for what is written like a number and is none
 */
function normalizeIdentity(identity: string): string {
  const normalized = foldText(identity).includes('+') ? (normalizeAddress(identity) ?? identity) : identity;
  if (addressError(normalized) !== 'number') return normalized;
  const message = 'Parameter TestUsers must have phone numbers in E.164 form, such as +15005550006';
  throw new Refusal('bad-request', message, { field: 'TestUsers' });
}

/**
 * The last runs of drafts by who is a test user now, newest first.
 * @throws Refusal not-found
 */
export async function listTestRuns(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
): Promise<TestRunRow[]> {
  await requireFlow(ctx.database.read, caller, flowSid);
  return listRuns(ctx.database.read, flowSid);
}
