/** What a database of the version before has stored for its accounts is kept, and is in the shards of the accounts. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { shardOfAccount } from '../../../shard.ts';
import { shardsOfAccounts } from '../041-shards-of-accounts.ts';
import type { Upgrade } from './upgrade.ts';

const accounts = ['AC1', 'AC2', 'AC3'];
const tables = [
  ...['conversation_authors', 'conversation_carriers', 'start_counts'],
  ...['chat_channels', 'chat_members', 'sync_objects'],
];

async function fill(tx: Queries): Promise<void> {
  for (const account of accounts) {
    await sql`insert into accounts (sid, name, "user", token_hash, created_at)
      values (${account}, 'A', ${`US${account}`}, '', 0)`.execute(tx);
    await sql`insert into conversation_authors (account, conversation, author) values (${account}, 'CH1', 'Ann')`.execute(
      tx,
    );
    await sql`insert into conversation_carriers (account, conversation) values (${account}, 'CH1')`.execute(
      tx,
    );
    await sql`insert into start_counts (account, door, second, taken) values (${account}, 'rest', 1, 1)`.execute(
      tx,
    );
    const channel = `CH${account}`;
    await sql`insert into chat_channels (sid, account, flow, execution, friendly_name, type, attributes, created_at)
      values (${channel}, ${account}, 'FW1', 'FN1', '', '', '', 0)`.execute(tx);
    await sql`insert into chat_members (sid, account, channel, execution, identity, friendly_name, role, created_at)
      values (${`MB${account}`}, ${account}, ${channel}, 'FN1', 'Ann', '', '', 0)`.execute(tx);
    await sql`insert into sync_objects (sid, account, name, data, revision, created_at)
      values (${`ET${account}`}, ${account}, 'order', '{}', 1, 0)`.execute(tx);
  }
}

async function upgrade(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(shardsOfAccounts)));
  await database.write(fill);
  await migrate(database, 1);
  for (const table of tables) {
    const { rows } = await sql`select account, shard from ${sql.table(table)} order by account`.execute(
      database.read,
    );
    expect([table, rows]).toEqual([
      table,
      accounts.map((account) => ({ account, shard: shardOfAccount(account) })),
    ]);
  }
}

export const shardsOfAccountsUpgrade: Upgrade = {
  title: 'what is stored for accounts gets their shard',
  first: shardsOfAccounts,
  onSqlite: upgrade,
  onPostgres: upgrade,
};
