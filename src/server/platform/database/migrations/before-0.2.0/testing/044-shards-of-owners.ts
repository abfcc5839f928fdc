/** What a database of the version before has stored for its accounts, keys and jobs is kept, and is in their shards. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { shardOfAccount, shardOfSubject } from '../../../shard.ts';
import { shardsOfOwners } from '../044-shards-of-owners.ts';
import type { Upgrade } from './upgrade.ts';

const accounts = ['AC1', 'AC2', 'AC3'];
const tables = [
  ...['live_swept', 'sinks', 'suppressions', 'group_suppressions', 'email_quotas', 'email_rate_windows'],
  ...['parse_stats', 'carrier_attempts'],
];

async function fill(tx: Queries): Promise<void> {
  for (const account of accounts) {
    await sql`insert into accounts (sid, name, "user", token_hash, created_at)
      values (${account}, 'A', ${`US${account}`}, '', 0)`.execute(tx);
    await sql`insert into live_swept (account, xid, serial) values (${account}, 1, 1)`.execute(tx);
    await sql`insert into sinks (sid, account, destination, kinds, status, xid, serial, sent, due_at, lease_until, attempts,
        test_wanted, created_at)
      values (${`DG${account}`}, ${account}, '', '[]', 'active', 1, 1, 0, 0, 0, 0, 0, 0)`.execute(tx);
    await sql`insert into suppressions (account, region, list, email, reason, status, ip, created_at)
      values (${account}, 'global', 'bounces', 'a@x.test', '', '', '', 0)`.execute(tx);
    await sql`insert into suppression_groups (account, region, id, name, description, is_default, created_at)
      values (${account}, 'global', 7, '', '', 0, 0)`.execute(tx);
    await sql`insert into group_suppressions (account, region, group_id, email, created_at)
      values (${account}, 'global', 7, 'a@x.test', 0)`.execute(tx);
    await sql`insert into email_quotas (account, month, recipients) values (${account}, '2026-02', 3)`.execute(
      tx,
    );
    await sql`insert into email_rate_windows (subject, endpoint, started_at, taken)
      values (${`key of ${account}`}, 'e', 0, 1)`.execute(tx);
    await sql`insert into parse_stats (account, region, day, slot, received)
      values (${account}, 'global', '2026-02-01', 0, 1)`.execute(tx);
    await sql`insert into carrier_attempts (key, account, begun_at) values (${`of ${account}`}, ${account}, 0)`.execute(
      tx,
    );
  }
  await sql`insert into jobs (key, shard, kind, account, payload, run_at, lease_until, attempts, created_at)
    values ('of AC1', 200, 'message', 'AC1', '', 0, 0, 0, 0)`.execute(tx);
}

function shardOfRow({ account, subject, key }: Record<string, unknown>): number {
  if (key === 'of AC1') return 200;
  return subject === undefined ? shardOfAccount(String(account)) : shardOfSubject(String(subject));
}

async function upgrade(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(shardsOfOwners)));
  await database.write(fill);
  await migrate(database, 1);
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      database.read,
    );
    expect([table, rows.length]).toEqual([table, accounts.length]);
    expect([table, rows.filter((row) => row.shard !== shardOfRow(row))]).toEqual([table, []]);
  }
}

export const shardsOfOwnersUpgrade: Upgrade = {
  title: 'sinks, suppressions, counters and attempts get their shard',
  first: shardsOfOwners,
  onSqlite: upgrade,
  onPostgres: upgrade,
};
