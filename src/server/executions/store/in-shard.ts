/** What finds executions, with the shard that it says they are in. */

import { shardOfExecution, shardOfPair } from '../../platform/database/shard.ts';

/** The addresses of a contact and of a flow. */
export type AddressPair = { account: string; contact: string; channel: string };

export type PairInShard = AddressPair & { shard: number };

export type SidInShard = { sid: string; shard: number };

/** Of an object that may have more than the pair, no more than the pair. */
export function inShard({ account, contact, channel }: AddressPair): PairInShard {
  return { account, contact, channel, shard: shardOfPair(account, contact, channel) };
}

export function sidInShard(sid: string): SidInShard {
  return { sid, shard: shardOfExecution(sid) };
}
