/** Brings the tables to the form that this version knows. One set of steps for both dialects. */

import { sql } from 'kysely';
import type { Database, Dialect } from './database.ts';
import { accountsAndFlows } from './migrations/001-accounts-and-flows.ts';
import { executions } from './migrations/002-executions.ts';
import { jobsAndAccounts } from './migrations/003-jobs-and-accounts.ts';
import { carriers } from './migrations/004-carriers.ts';
import { services } from './migrations/005-services.ts';
import { live } from './migrations/006-live.ts';
import { retention } from './migrations/007-retention.ts';
import { limits } from './migrations/008-limits.ts';
import { email } from './migrations/009-email.ts';
import { inboundMail } from './migrations/010-inbound-mail.ts';
import { outboundMail } from './migrations/011-outbound-mail.ts';
import { deliveries } from './migrations/012-deliveries.ts';
import { severalProcesses } from './migrations/013-several-processes.ts';
import type { Columns, Migration } from './migrations/migration.ts';

const migrations: readonly Migration[] = [
  accountsAndFlows,
  executions,
  jobsAndAccounts,
  carriers,
  services,
  live,
  retention,
  limits,
  email,
  inboundMail,
  outboundMail,
  deliveries,
  severalProcesses,
];

/** Any number, the same in every process: who holds it on PostgreSQL migrates. */
const migrationLock = 7_203_114;

/**
 * Applies what is missing, in one transaction. Processes that start together wait for each other.
 *
 * @throws when the database has been through steps that this version does not know
 */
export function migrate(database: Database, now: number): Promise<void> {
  return database.write(async (tx) => {
    if (database.dialect === 'postgres') {
      // A step over a big table, and waiting for another process that is at it, take as long as they take.
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    }
    await tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute();
    const applied = new Set(
      (await tx.selectFrom('migrations').select('name').execute()).map((row) => row.name),
    );
    const unknown = [...applied].find((name) => migrations.every((each) => each.name !== name));
    if (unknown !== undefined) {
      throw new Error(`The database was written by a newer version of Patchbay (it has "${unknown}").`);
    }
    for (const { name, up } of migrations) {
      if (applied.has(name)) continue;
      await up(tx, columnsOf(database.dialect));
      await tx.insertInto('migrations').values({ name, applied_at: now }).execute();
    }
  });
}

function columnsOf(dialect: Dialect): Columns {
  return dialect === 'postgres'
    ? { key: sql`text collate "C"`, bytes: sql`bytea`, serial: sql`bigserial`, inOrder: sql`` }
    : { key: sql`text`, bytes: sql`blob`, serial: sql`integer`, inOrder: sql`without rowid` };
}
