/** Jobs by due time, lists by their filters, and cluster settings. */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const severalProcesses: Migration = {
  name: '013-several-processes',
  locks:
    '`jobs`, `messages` and `calls` against writes while their indexes are built, in a time that grows with their rows; rows of `jobs` that are leased.',
  async up(tx, columns) {
    await findJobsByTime(tx);
    await findByFilter(tx);
    await createAgreements(tx, columns);
  },
};

async function findJobsByTime(tx: Queries): Promise<void> {
  await tx.schema.dropIndex('jobs_by_lease').execute();
  await sql`update jobs set run_at = lease_until where lease_until > run_at`.execute(tx);
  await tx.schema
    .createIndex('jobs_by_time')
    .on('jobs')
    .column('run_at')
    .where(sql<boolean>`dead_at is null`)
    .execute();
}

/** Lists that are filtered must not walk past everything that does not fit. */
async function findByFilter(tx: Queries): Promise<void> {
  const filters = { messages: ['sender', 'recipient'], calls: ['status'] } as const;
  for (const [table, columns] of Object.entries(filters)) {
    for (const column of columns) {
      await tx.schema
        .createIndex(`${table}_by_${column}`)
        .on(table)
        .columns(['account', column, 'created_at', 'sid'])
        .execute();
    }
  }
}

async function createAgreements(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('agreements')
    .addColumn('name', key, (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
