/** The shard of events of the audit log and of the ends of their chains: that of their account (docs/decisions/047). */

import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import { isPostgres } from '../dialect.ts';
import { addShards } from './before-0.2.0/add-shards.ts';
import { primary, replaceKeys } from './before-0.2.0/replace-keys.ts';
import type { Columns, Migration } from './migration.ts';

const tables = ['audit_events', 'audit_chains'] as const;

const keys = [
  primary('audit_events', 'audit_events_pkey', 'sid'),
  {
    table: 'audit_events',
    name: 'audit_events_in_chain',
    kind: 'index' as const,
    columns: ['account', 'sequence', 'shard'],
    where: 'sequence is not null',
  },
  primary('audit_chains', 'audit_chains_pkey', 'account'),
];

export const shardsOfTheAuditLog: Migration = {
  name: '061-shards-of-the-audit-log',
  locks:
    'The tables of the audit log against reads and writes, some times for a moment; rows, while those of 4 MB are updated. It builds its indexes while writes go on, and meanwhile needs room for each key twice.',
  transaction: false,
  async up(db, columns) {
    if (!isPostgres(db)) await createHashes(db, columns);
    const shard = isPostgres(db)
      ? sql`get_byte(decode(md5(account), 'hex'), 0)`
      : sql`(select t.shard from text_shards t where t.text = account)`;
    for (const table of tables) await addShards(db, table, shard);
    if (isPostgres(db)) await replaceKeys(db, keys, []);
    else await db.schema.dropTable('text_shards').execute();
  },
};

/** The embedded database cannot compute the hash. */
async function createHashes(tx: Queries, { key, inOrder }: Columns): Promise<void> {
  await tx.schema
    .createTable('text_shards')
    .addColumn('text', key, (column) => column.primaryKey())
    .addColumn('shard', 'integer', (column) => column.notNull())
    .modifyEnd(inOrder)
    .execute();
  const { rows } = await sql<{ text: string }>`
    select account as text from audit_events union select account from audit_chains`.execute(tx);
  for (const { text } of rows) {
    const shard = Number.parseInt(hash('md5', text).slice(0, 2), 16);
    await sql`insert into text_shards (text, shard) values (${text}, ${shard})`.execute(tx);
  }
}
