/** Jobs without an execution, dead jobs, and subaccounts. */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const jobsAndAccounts: Migration = {
  name: '003-jobs-and-accounts',
  locks:
    '`jobs` exclusively while its rows are copied, in a time that grows with them; `accounts` exclusively for an instant, and against writes while one index is built.',
  async up(tx, columns) {
    await widenJobs(tx, columns);
    await widenAccounts(tx, columns);
  },
};

/** The embedded file cannot make a column nullable, so the rows move to a new table. */
async function widenJobs(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema.dropIndex('jobs_by_lease').execute();
  await tx.schema.dropIndex('jobs_by_execution').execute();
  await tx.schema.alterTable('jobs').renameTo('jobs_before').execute();
  await tx.schema
    .createTable('jobs')
    .addColumn('key', key, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('execution', key, (column) => column.references('executions.sid').onDelete('cascade'))
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('dead_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('jobs_pkey_3', ['key'])
    .execute();
  await sql`
    insert into jobs (key, kind, account, execution, payload, run_at, lease_until, attempts, created_at)
    select b.key, b.kind, e.account, b.execution, b.payload, b.run_at, b.lease_until, b.attempts, b.run_at
    from jobs_before b join executions e on e.sid = b.execution`.execute(tx);
  await tx.schema.dropTable('jobs_before').execute();
  const alive = sql<boolean>`dead_at is null`;
  await tx.schema
    .createIndex('jobs_by_lease')
    .on('jobs')
    .columns(['lease_until', 'run_at'])
    .where(alive)
    .execute();
  await tx.schema
    .createIndex('jobs_by_execution')
    .on('jobs')
    .column('execution')
    .where('execution', 'is not', null)
    .execute();
  await tx.schema
    .createIndex('jobs_given_up')
    .on('jobs')
    .columns(['account', 'dead_at', 'key'])
    .where('dead_at', 'is not', null)
    .execute();
}

async function widenAccounts(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema.alterTable('accounts').addColumn('parent', key).execute();
  await tx.schema.alterTable('accounts').addColumn('username', key).execute();
  await tx.schema.alterTable('accounts').addColumn('closed_at', 'bigint').execute();
  await tx.schema
    .createIndex('accounts_by_parent')
    .on('accounts')
    .columns(['parent', 'username'])
    .unique()
    .where('parent', 'is not', null)
    .execute();
}
