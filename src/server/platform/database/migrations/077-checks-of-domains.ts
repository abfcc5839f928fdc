/** When the records of sending domains, link domains and host names are looked for again, and since when one that was there is not. */

import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const checksOfDomains: Migration = {
  name: '077-checks-of-domains',
  locks:
    '`sending_domains`, `link_domains` and `parse_settings`, against reads and writes, while their rows are given a time.',
  async up(tx) {
    for (const [table, valid] of [
      ['sending_domains', sql`signs = 1`],
      ['link_domains', sql`valid = 1`],
      ['parse_settings', sql`1 = 1`],
    ] as const) {
      await tx.schema.alterTable(table).addColumn('check_at', 'bigint').execute();
      await tx.schema.alterTable(table).addColumn('failing_since', 'bigint').execute();
      await sql`update ${sql.table(table)} set check_at = 0 where ${valid}`.execute(tx);
      await tx.schema.createIndex(`${table}_by_check`).on(table).column('check_at').execute();
      await tx.schema
        .createIndex(`${table}_failing`)
        .on(table)
        .column('failing_since')
        .where(sql<boolean>`failing_since is not null`)
        .execute();
    }
    for (const column of ['checked_at', 'mx_found_at'])
      await tx.schema.alterTable('parse_settings').addColumn(column, 'bigint').execute();
  },
};
