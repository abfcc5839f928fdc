/** When the records of sending domains and link domains are looked for again, and since when one that was there is not. */

import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const checksOfDomains: Migration = {
  name: '077-checks-of-domains',
  locks: '`sending_domains` and `link_domains`, against writes, while their valid rows are given a time.',
  async up(tx) {
    for (const [table, valid] of [
      ['sending_domains', 'signs'],
      ['link_domains', 'valid'],
    ] as const) {
      await tx.schema.alterTable(table).addColumn('check_at', 'bigint').execute();
      await tx.schema.alterTable(table).addColumn('failing_since', 'bigint').execute();
      await sql`update ${sql.table(table)} set check_at = 0 where ${sql.ref(valid)} = 1`.execute(tx);
      await tx.schema.createIndex(`${table}_by_check`).on(table).column('check_at').execute();
      await tx.schema
        .createIndex(`${table}_failing`)
        .on(table)
        .column('failing_since')
        .where(sql<boolean>`failing_since is not null`)
        .execute();
    }
  },
};
