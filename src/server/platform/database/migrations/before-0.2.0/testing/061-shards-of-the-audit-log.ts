/** Events of the audit log and the ends of their chains are kept, and are in the shards of their accounts. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { shardOfAccount } from '../../../shard.ts';
import { shardsOfTheAuditLog } from '../../061-shards-of-the-audit-log.ts';
import type { Upgrade } from './upgrade.ts';

/** '' is the installation. */
const accounts = ['AC1', 'AC2', ''];

async function fill(tx: Queries): Promise<void> {
  for (const account of accounts) {
    for (const sequence of [1, 2, null]) {
      await sql`insert into audit_events (sid, account, sequence, at, operation, actor_kind, changes)
        values (${`AE${account}${sequence}`}, ${account}, ${sequence}, 0, 'UpdateFlow', 'token', '[]')`.execute(
        tx,
      );
    }
    await sql`insert into audit_chains (account, sequence, hash, anchor_sequence, anchor_hash)
      values (${account}, 2, 'h', 0, 'a')`.execute(tx);
  }
}

async function upgrade(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(shardsOfTheAuditLog)));
  await database.write(fill);
  await migrate(database, 1);
  const events = await database.read
    .selectFrom('audit_events')
    .select(['account', 'shard', 'sequence'])
    .execute();
  const chains = await database.read
    .selectFrom('audit_chains')
    .select(['account', 'shard', 'sequence'])
    .execute();
  expect([events.length, chains.length]).toEqual([9, 3]);
  expect([...events, ...chains].filter((row) => row.shard !== shardOfAccount(row.account))).toEqual([]);
  expect(events.filter(({ sequence }) => sequence === null)).toHaveLength(3);
}

export const shardsOfTheAuditLogUpgrade: Upgrade = {
  title: 'events of the audit log get the shard of their account',
  first: shardsOfTheAuditLog,
  onSqlite: upgrade,
  onPostgres: upgrade,
};
