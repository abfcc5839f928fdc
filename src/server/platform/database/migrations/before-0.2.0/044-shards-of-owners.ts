/** The shard of sinks, suppressions, counters and what else belongs to an account alone (docs/decisions/047). */

import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../database.ts';
import { isPostgres } from '../../dialect.ts';
import type { Columns, Migration } from '../migration.ts';

/** With the column whose hash is the shard, the key's constraint on PostgreSQL, and its columns. */
const tables = [
  ['carrier_attempts', 'account', 'carrier_attempts_pkey', 'key'],
  ['live_swept', 'account', 'live_swept_pkey', 'account'],
  ['sinks', 'account', 'sinks_pkey', 'sid'],
  ['suppressions', 'account', 'suppressions_pkey', 'account, region, email, list'],
  ['group_suppressions', 'account', 'group_suppressions_pkey', 'account, region, email, group_id'],
  ['email_quotas', 'account', 'email_quotas_pkey', 'account, month'],
  ['email_rate_windows', 'subject', 'email_rate_windows_pkey', 'subject, endpoint'],
  ['parse_stats', 'account', 'parse_stats_pkey_18', 'account, region, day, slot'],
] as const;

export const shardsOfOwners: Migration = {
  name: '044-shards-of-owners',
  locks:
    'Its tables, against reads and writes, while their rows are updated and their keys built: sinks, suppressed addresses and counters, which are few compared with messages.',
  async up(tx, columns) {
    await createOwnerShards(tx, columns);
    for (const [table, owner, constraint, key] of tables) {
      if (!isPostgres(tx)) {
        // A column that is added must have a default there. No shard has that number.
        await sql`alter table ${sql.table(table)} add column shard integer not null default -1`.execute(tx);
        await fill(tx, table, owner);
        continue;
      }
      await sql`alter table ${sql.table(table)} add column shard smallint`.execute(tx);
      await fill(tx, table, owner);
      await sql`
        alter table ${sql.table(table)} alter column shard set not null, drop constraint ${sql.ref(constraint)},
          add constraint ${sql.ref(constraint)} primary key (${sql.raw(key)}, shard)`.execute(tx);
    }
    await tx.schema.dropTable('owner_shards').execute();
  },
};

/** The embedded database cannot compute the hash. */
async function createOwnerShards(tx: Queries, { key, inOrder }: Columns): Promise<void> {
  await tx.schema
    .createTable('owner_shards')
    .addColumn('owner', key, (column) => column.primaryKey())
    .addColumn('shard', 'integer', (column) => column.notNull())
    .modifyEnd(inOrder)
    .execute();
  const owners = new Set<string>();
  for (const [table, column] of tables) {
    const { rows } = await sql<{ owner: string }>`
      select distinct ${sql.ref(column)} as owner from ${sql.table(table)}`.execute(tx);
    for (const { owner } of rows) owners.add(owner);
  }
  for (const owner of owners) {
    const shard = Number.parseInt(hash('md5', owner).slice(0, 2), 16);
    await sql`insert into owner_shards (owner, shard) values (${owner}, ${shard})`.execute(tx);
  }
}

/** A request that must not be made twice is in the shard of its job, which has the same key. */
async function fill(tx: Queries, table: string, owner: string): Promise<void> {
  const ofOwner = sql`(select o.shard from owner_shards o where o.owner = ${sql.ref(`${table}.${owner}`)})`;
  const shard: RawBuilder<unknown> =
    table === 'carrier_attempts'
      ? sql`coalesce((select j.shard from jobs j where j.key = carrier_attempts.key), ${ofOwner})`
      : ofOwner;
  await sql`update ${sql.table(table)} set shard = ${shard}`.execute(tx);
}
