/** The shard of what conversations, starts and the embedded services store for an account (docs/decisions/047). */

import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import { isPostgres } from '../../dialect.ts';
import type { Columns, Migration } from '../migration.ts';

const tables = [
  'conversation_authors',
  'conversation_carriers',
  'start_counts',
  'chat_channels',
  'chat_members',
  'sync_objects',
] as const;

export const shardsOfAccounts: Migration = {
  name: '041-shards-of-accounts',
  locks:
    'Its tables, against reads and writes, while their rows are updated: conversations, chat channels and shared objects, which are few compared with messages.',
  async up(tx, columns) {
    await createAccountShards(tx, columns);
    for (const table of tables) {
      if (isPostgres(tx)) await addOnPostgres(tx, table);
      else await addOnSqlite(tx, table);
    }
    await tx.schema.dropTable('account_shards').execute();
  },
};

/** The embedded database cannot compute the hash. */
async function createAccountShards(tx: Queries, { key, inOrder }: Columns): Promise<void> {
  await tx.schema
    .createTable('account_shards')
    .addColumn('account', key, (column) => column.primaryKey())
    .addColumn('shard', 'integer', (column) => column.notNull())
    .modifyEnd(inOrder)
    .execute();
  const accounts = await tx.selectFrom('accounts').select('sid').execute();
  for (const { sid } of accounts) {
    const shard = Number.parseInt(hash('md5', sid).slice(0, 2), 16);
    await sql`insert into account_shards (account, shard) values (${sid}, ${shard})`.execute(tx);
  }
}

async function addOnPostgres(tx: Queries, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} add column shard smallint`.execute(tx);
  await fill(tx, table);
  await sql`alter table ${sql.table(table)} alter column shard set not null`.execute(tx);
}

/** A column that is added must have a default there. No shard has that number. */
async function addOnSqlite(tx: Queries, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} add column shard integer not null default -1`.execute(tx);
  await fill(tx, table);
}

async function fill(tx: Queries, table: string): Promise<void> {
  await sql`
    update ${sql.table(table)}
    set shard = (select a.shard from account_shards a where a.account = ${sql.ref(`${table}.account`)})`.execute(
    tx,
  );
}
