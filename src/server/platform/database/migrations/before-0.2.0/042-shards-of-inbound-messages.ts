/**
 * A message that came in is in the shard of its own addresses: the key by which a second delivery is noticed contains the
 * shard, and when that comes the execution that the first one was for may be over (docs/decisions/047).
 */

import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import type { Migration } from '../migration.ts';

const rowsAtOnce = 1_000;

type Moved = { account: string; sid: string; sender: string; recipient: string };

export const shardsOfInboundMessages: Migration = {
  name: '042-shards-of-inbound-messages',
  locks:
    'Rows of `messages` that came in through a messaging service. It reads `messages` once, in a time that grows with them.',
  async up(tx) {
    let last = { account: '', sid: '' };
    for (;;) {
      const rows = await nextMessages(tx, last);
      for (const [shard, sids] of byAccountAndShard(rows)) await setShard(tx, shard, sids);
      const final = rows.at(-1);
      if (final === undefined) return;
      last = final;
    }
  },
};

/** Those that are for another address than the one that they were sent to. */
async function nextMessages(tx: Queries, last: { account: string; sid: string }): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select m.account, m.sid, m.sender, m.recipient from messages m join executions e on e.sid = m.execution
    where m.direction = 'inbound' and m.recipient <> '' and m.recipient <> e.channel
      and (m.account, m.sid) > (${last.account}, ${last.sid})
    order by m.account, m.sid limit ${rowsAtOnce}`.execute(tx);
  return rows;
}

type Place = { account: string; shard: number };

function byAccountAndShard(rows: readonly Moved[]): Map<Place, string[]> {
  const places = new Map<string, Place>();
  const sids = new Map<Place, string[]>();
  for (const { account, sid, sender, recipient } of rows) {
    const digits = hash('md5', JSON.stringify([account, sender, recipient])).slice(0, 2);
    const place = places.get(account + digits) ?? { account, shard: Number.parseInt(digits, 16) };
    places.set(account + digits, place);
    sids.set(place, [...(sids.get(place) ?? []), sid]);
  }
  return sids;
}

async function setShard(tx: Queries, { account, shard }: Place, sids: readonly string[]): Promise<void> {
  await sql`update messages set shard = ${shard} where account = ${account} and sid in (${sql.join(sids)})`.execute(
    tx,
  );
}
