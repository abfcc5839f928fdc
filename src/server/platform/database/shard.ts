/** Which of 256 shards a row lives in, so that requests need no directory once there is more than one database (docs/decisions/047). */

import { hash } from 'node:crypto';

/** The shard, from 0 to 255, of the executions of an address pair, and of all that belongs to them. */
export function shardOfPair(account: string, contact: string, channel: string): number {
  return shardOfText(JSON.stringify([account, contact, channel]));
}

/** The shard of what belongs to the account alone. */
export function shardOfAccount(account: string): number {
  return shardOfText(account);
}

/** The shard of what is counted for a subject: an account, a key or an address. */
export function shardOfSubject(subject: string): number {
  return shardOfText(subject);
}

/** The shard that the SID of an execution names; 0 where it is not a SID of one. */
export function shardOfExecution(sid: string): number {
  const [, digits = '0'] = /^FN([0-9a-f]{2})/.exec(sid) ?? [];
  return Number.parseInt(digits, 16);
}

/** The shard of a received email and its content: the last two digits of the content's token; 0 where it is none. */
export function shardOfContent(content: string): number {
  const [digits = '0'] = /[0-9a-f]{2}$/.exec(content) ?? [];
  return Number.parseInt(digits, 16);
}

/** The shard of a sent email: the first byte of its id, with which an `sg_message_id` begins; 0 where it is none. */
export function shardOfOutboundMail(id: string): number {
  const [digits = 'AA'] = /^[\w-]{2}/.exec(id) ?? [];
  return Buffer.from(`${digits}AA`, 'base64url')[0] ?? 0;
}

/** The shard of the state of an event webhook's queue, and of the attempts at posting to it. */
export function shardOfWebhook(id: string): number {
  return shardOfText(id);
}

/** The beginning of the SID of an execution that lives in the shard. */
export function executionPrefix(shard: number): string {
  return `FN${shard.toString(16).padStart(2, '0')}`;
}

function shardOfText(text: string): number {
  return Number.parseInt(hash('md5', text).slice(0, 2), 16);
}
