/** The carriers of addresses, each asked once in the transaction of a turn. */

import type { TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { type AccountAddress, type AddressCarrier, carrierOfAddress } from './store.ts';

const known = new WeakMap<TurnTransaction, Map<string, Promise<AddressCarrier>>>();

/** As `carrierOfAddress`. Asked before it is needed, the query shares the round trip of another one. */
export function carrierInTurn(
  turn: TurnTransaction,
  account: string,
  address: string,
): Promise<AddressCarrier> {
  return (
    known.get(turn)?.get(keyOf(account, address)) ??
    noteCarrier(turn, { account, address }, carrierOfAddress(turn.tx, account, address))
  );
}

/** Notes for `carrierInTurn` what another query of the transaction finds. */
export function noteCarrier(
  turn: TurnTransaction,
  { account, address }: AccountAddress,
  carrier: Promise<AddressCarrier>,
): Promise<AddressCarrier> {
  const ofTurn = known.get(turn) ?? new Map<string, Promise<AddressCarrier>>();
  known.set(turn, ofTurn);
  ofTurn.set(keyOf(account, address), carrier);
  return carrier;
}

const keyOf = (account: string, address: string) => `${account} ${address}`;
