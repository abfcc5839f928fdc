/** The carriers of addresses, each asked once in the transaction of a turn. */

import type { TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { carrierOfAddress } from './store.ts';

type AddressCarrier = ReturnType<typeof carrierOfAddress>;

const known = new WeakMap<TurnTransaction, Map<string, AddressCarrier>>();

/** As `carrierOfAddress`. Asked before it is needed, the query shares the round trip of another one. */
export function carrierInTurn(turn: TurnTransaction, account: string, address: string): AddressCarrier {
  const ofTurn = known.get(turn) ?? new Map<string, AddressCarrier>();
  known.set(turn, ofTurn);
  const key = `${account} ${address}`;
  const carrier = ofTurn.get(key) ?? carrierOfAddress(turn.tx, account, address);
  ofTurn.set(key, carrier);
  return carrier;
}
