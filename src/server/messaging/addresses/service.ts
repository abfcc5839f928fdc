/** Service functions of addresses: which flow an address is assigned to, and which carrier it belongs to. */

import { isTestNumber } from '#api/messaging/address.ts';
import { requireFlow } from '../../flows/service.ts';
import { isTestUser } from '../../flows/test-users/service.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { AddressRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { requirePermission } from '../../platform/permission.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { findCarrier } from '../carriers/store.ts';
import { deleteAddress as deleteRow, findAddress, listAddresses as listRows, putAddress } from './store.ts';

export type { AddressRow };

/** Assigns an address to a flow; `carrier` null is the test carrier. @throws Refusal when there is no such flow or carrier */
export function assignAddress(
  ctx: ServiceContext,
  caller: Caller,
  { address, flow, carrier }: { address: string; flow: string; carrier: string | null },
): Promise<AddressRow> {
  return ctx.database.write(async (tx) => {
    await requireFlow(tx, caller, flow);
    if (carrier !== null && (await findCarrier(tx, caller.account, carrier)) === undefined) {
      throw new Refusal('bad-request', 'Parameter CarrierSid: there is no such carrier', {
        field: 'CarrierSid',
      });
    }
    const [sid, created_at] = [ctx.ids.sid('PN'), ctx.clock.now()];
    return putAddress(tx, { sid, account: caller.account, address, flow, carrier, created_at });
  });
}

/** Of the account, or of one of its flows, newest first; positions are SIDs. */
export function listAddresses(
  ctx: ServiceContext,
  caller: Caller,
  flow: string | undefined,
  request: KeysetPageRequest,
): Promise<KeysetPage<AddressRow>> {
  return listRows(ctx.database.read, caller.account, flow, request);
}

/** @throws Refusal when the caller has no such address */
export async function removeAddress(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  const isGone = await ctx.database.write((tx) => deleteRow(tx, caller.account, sid));
  if (!isGone) throw notFound();
}

/**
 * The flow that answers at `to` when a caller plays the contact `from`. Who may not start executions plays test users and test
 * numbers only, where no other carrier is: else a flow that goes on later would write to a contact.
 *
 * @throws Refusal naming the field when there is none; forbidden
 */
export async function requireFlowFor(
  ctx: ServiceContext,
  caller: Caller,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const row = await findAddress(ctx.database.read, caller.account, to);
  if (row === undefined) {
    throw new Refusal('bad-request', `Parameter To: no flow answers at ${to}`, { field: 'To' });
  }
  const reachesNobody =
    row.carrier === null && (isTestNumber(from) || (await isTestUser(ctx.database.read, row.flow, from)));
  if (!reachesNobody) requirePermission(caller, 'executions.create');
  return row.flow;
}
