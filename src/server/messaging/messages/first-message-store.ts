/**
 * What the first message of a contact needs to know, by one statement: the flow's revision for the contact, a concurrent
 * execution that may wait for the message, and the carrier of the flow's address.
 */

import {
  type AddressPair,
  type Concurrent,
  concurrentStatement,
  inShard,
  type PairInShard,
} from '../../executions/service/lookup.ts';
import { contactRevisionStatement } from '../../flows/runnable/service.ts';
import type { Queries } from '../../platform/database/database.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import { type AddressCarrier, addressCarrierOf, addressCarrierStatement } from '../carriers/store.ts';

type LookupValues = PairInShard & { flow: string; address: string };

const lookUp = prepared((db, value: Values<LookupValues>) =>
  db
    .selectFrom(
      addressCarrierStatement(db, value as Values<{ account: string; address: string }>).as('carriers'),
    )
    .leftJoin(contactRevisionStatement(db, value).as('flows'), (join) => join.onTrue())
    .leftJoin(concurrentStatement(db, value).as('concurrent'), (join) => join.onTrue())
    .select(['address_sid', 'carrier', 'default_carrier'])
    .select(['flow_sid', 'contact_revision'])
    .select(['concurrent.sid as concurrent_sid', 'concurrent.waiting']),
);

export type FirstMessageLookup = {
  revision: number | 'missing' | 'unpublished';
  concurrent: Concurrent | undefined;
  /** Of the flow's address. */
  carrier: AddressCarrier;
};

/** What there is for a message of `pair.contact` to the flow at `pair.channel`. */
export async function lookUpForFirstMessage(
  tx: Queries,
  pair: AddressPair,
  flow: string,
): Promise<FirstMessageLookup> {
  const [row] = await lookUp(tx, { ...inShard(pair), flow, address: pair.channel });
  const { concurrent_sid: sid = null, waiting = null } = row ?? {};
  return {
    revision:
      row === undefined || row.flow_sid === null ? 'missing' : (row.contact_revision ?? 'unpublished'),
    concurrent: sid === null ? undefined : { sid, waiting },
    carrier: addressCarrierOf(row),
  };
}
