/** Service functions of addresses: which flow an address is assigned to, and which carrier it belongs to. */

import { requireFlow } from '../../flows/service.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { AddressRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
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

/** Newest first; positions are SIDs. */
export function listAddresses(
  ctx: ServiceContext,
  caller: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<AddressRow>> {
  return listRows(ctx.database.read, caller.account, request);
}

/** @throws Refusal when the caller has no such address */
export async function removeAddress(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  const isGone = await ctx.database.write((tx) => deleteRow(tx, caller.account, sid));
  if (!isGone) throw notFound();
}

/** The flow that `address` is assigned to. @throws Refusal naming `field` when there is none */
export async function requireFlowAt(
  ctx: ServiceContext,
  caller: Caller,
  address: string,
  field: string,
): Promise<string> {
  const row = await findAddress(ctx.database.read, caller.account, address);
  if (row !== undefined) return row.flow;
  throw new Refusal('bad-request', `Parameter ${field}: no flow answers at ${address}`, { field });
}
