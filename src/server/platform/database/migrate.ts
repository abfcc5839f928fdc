/**
 * Schema migrations: brings the tables to the form that this version knows, with one list for both dialects. Why not
 * with the query builder's own migrator: docs/decisions/015.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Dialect, Queries } from './database.ts';
import { people } from './migrations/053-people.ts';
import { audit } from './migrations/054-audit.ts';
import { reveals } from './migrations/055-reveals.ts';
import { identityProviders } from './migrations/056-identity-providers.ts';
import { secondFactor } from './migrations/057-second-factor.ts';
import { personalTokens } from './migrations/058-personal-tokens.ts';
import { scim } from './migrations/059-scim.ts';
import { requiredSecondFactor } from './migrations/060-required-second-factor.ts';
import { shardsOfTheAuditLog } from './migrations/061-shards-of-the-audit-log.ts';
import { emailTemplates } from './migrations/062-email-templates.ts';
import { backChannelLogout } from './migrations/063-back-channel-logout.ts';
import { scheduledSends } from './migrations/064-scheduled-sends.ts';
import { pictures } from './migrations/065-pictures.ts';
import { emailSearch } from './migrations/066-email-search.ts';
import { emailStatistics } from './migrations/067-email-statistics.ts';
import { turnLogOnCitus } from './migrations/068-turn-log-on-citus.ts';
import { sendingDomains } from './migrations/069-sending-domains.ts';
import { dmarcOfReceivedEmail } from './migrations/070-dmarc-of-received-email.ts';
import { linkDomains } from './migrations/071-link-domains.ts';
import { carrierDialects } from './migrations/072-carrier-dialects.ts';
import { whoEnded } from './migrations/073-who-ended.ts';
import { verifiedSenders } from './migrations/074-verified-senders.ts';
import { keptContent } from './migrations/075-kept-content.ts';
import { alerts } from './migrations/076-alerts.ts';
import { checksOfDomains } from './migrations/077-checks-of-domains.ts';
import { deliveries } from './migrations/078-deliveries.ts';
import { servedSince } from './migrations/079-served-since.ts';
import { erasures } from './migrations/080-erasures.ts';
import { sendingSettings } from './migrations/081-sending-settings.ts';
import { emailAlerts } from './migrations/082-email-alerts.ts';
import { waitingEmails } from './migrations/083-waiting-emails.ts';
import { dataKeys } from './migrations/084-data-keys.ts';
import { numberOfTransaction } from './migrations/085-number-of-a-transaction.ts';
import { warmUps } from './migrations/086-warm-ups.ts';
import { numbersOfSeveralNodes } from './migrations/087-numbers-of-several-nodes.ts';
import { addressesOfPeople } from './migrations/088-addresses-of-people.ts';
import { whoSetItUp } from './migrations/089-who-set-it-up.ts';
import { deletionsInPieces } from './migrations/090-deletions-in-pieces.ts';
import { groupsOfPeople } from './migrations/091-groups-of-people.ts';
import { headsOfTheAuditLog } from './migrations/092-heads-of-the-audit-log.ts';
import { longLists } from './migrations/093-long-lists.ts';
import { verdictsOfFlows } from './migrations/094-verdicts-of-flows.ts';
import { migrationsBefore020 } from './migrations/before-0.2.0/list.ts';
import type { Columns, Migration } from './migrations/migration.ts';
import { errorCode } from './retry-while-unavailable.ts';

/** All, in the order in which they are applied; new ones go to the end. */
export const migrations: readonly Migration[] = [
  ...migrationsBefore020,
  people,
  audit,
  reveals,
  identityProviders,
  secondFactor,
  personalTokens,
  scim,
  requiredSecondFactor,
  shardsOfTheAuditLog,
  emailTemplates,
  backChannelLogout,
  scheduledSends,
  pictures,
  emailSearch,
  emailStatistics,
  turnLogOnCitus,
  sendingDomains,
  dmarcOfReceivedEmail,
  linkDomains,
  carrierDialects,
  whoEnded,
  verifiedSenders,
  alerts,
  checksOfDomains,
  servedSince,
  erasures,
  keptContent,
  deliveries,
  sendingSettings,
  emailAlerts,
  waitingEmails,
  warmUps,
  dataKeys,
  numberOfTransaction,
  numbersOfSeveralNodes,
  addressesOfPeople,
  whoSetItUp,
  deletionsInPieces,
  groupsOfPeople,
  headsOfTheAuditLog,
  longLists,
  verdictsOfFlows,
];

/** The key of the advisory lock of PostgreSQL; any number, the same in every process and every version. */
const migrationLock = 7_203_114;
const lockPollMs = 100;

/** For so long a migration waits for the lock of a table, and all that use the table wait behind it. Then it lets them go first. */
const tableLockMs = 2_000;
const tableLockRetryMs = 1_000;
const tableLockAttempts = 100;
/** lock_not_available and deadlock_detected: other processes use the tables. */
const inUseCodes = ['55P03', '40P01'];

/**
 * Applies the migrations that are missing, in the order of `list`. Those that stand together and run in a transaction
 * share one. Processes that start together wait for each other. `now` is epoch milliseconds.
 *
 * @throws when this version may not serve the database, which has migrations that it does not know
 */
export async function migrate(
  database: Database,
  now: number,
  list: readonly Migration[] = migrations,
): Promise<void> {
  if (database.dialect === 'sqlite') {
    // One process has the file for itself, and it builds no index concurrently.
    await database.write((tx) => apply(tx, 'sqlite', list, now));
    return;
  }
  await database.session(async (db) => {
    await holdingMigrationLock(db, async () => {
      for (const batch of batchesOf(list)) await applyBatch(db, batch, list, now);
    });
  });
}

/** What a database has of the migrations of this version. */
export type MigrationState = {
  applied: number;
  missing: Migration[];
  /** Names of those of a newer version. */
  unknown: string[];
  /** The first of them with which this version may not serve the database. */
  unservable: string | undefined;
};

/** Changes nothing. A database without tables has none. */
export async function migrationState({ read, dialect }: Database): Promise<MigrationState> {
  const counted =
    dialect === 'sqlite'
      ? sql<{ found: number }>`select count(*) as found from sqlite_master where name = 'migrations'`
      : sql<{ found: number }>`select count(to_regclass('migrations')) as found`;
  const [table] = (await counted.execute(read)).rows;
  const rows = Number(table?.found) === 0 ? [] : await appliedMigrations(read);
  const applied = new Set(rows.map(({ name }) => name));
  const unknown = unknownOf(rows, migrations);
  return {
    applied: applied.size,
    missing: migrations.filter(({ name }) => !applied.has(name)),
    unknown: unknown.map(({ name }) => name),
    unservable: firstUnservable(unknown, migrations)?.name,
  };
}

type Applied = { name: string; served_since?: string | null | undefined };

/** All columns, as a database of before has fewer. */
function appliedMigrations(db: Queries): Promise<Applied[]> {
  return db.selectFrom('migrations').selectAll().orderBy('name').execute();
}

function unknownOf(applied: readonly Applied[], known: readonly Migration[]): Applied[] {
  return applied.filter(({ name }) => !has(known, name));
}

function firstUnservable(unknown: readonly Applied[], known: readonly Migration[]): Applied | undefined {
  return unknown.find(({ served_since: since }) => since == null || !has(known, since));
}

const has = (known: readonly Migration[], name: string) => known.some((each) => each.name === name);

/** Why a database with such a migration cannot be used, and what to do. */
export function newerVersionMessage(migration: string): string {
  return (
    `The database was written by a newer version of Patchbay (it has "${migration}"). ` +
    'Start that version or a newer one, or restore a backup of before the upgrade.'
  );
}

/**
 * Runs `work` while no other process migrates or distributes the database. Waits by polling: a statement that waits for the
 * lock keeps a snapshot, for which `create index concurrently` of the process that holds the lock would wait in turn.
 */
export async function holdingMigrationLock(db: Queries, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_lock(${migrationLock}) as held`.execute(db);
    if (rows[0]?.held === true) break;
    await wait(lockPollMs);
  }
  try {
    await work();
  } finally {
    // Over a connection that is lost the lock is, too.
    // Where this fails the connection is lost, and the end of its session has released the lock.
    await sql`select pg_advisory_unlock(${migrationLock})`.execute(db).catch(() => {});
  }
}

/** Neighbours that run in a transaction stand together; each other one by itself. */
function batchesOf(list: readonly Migration[]): Migration[][] {
  const batches: Migration[][] = [];
  for (const migration of list) {
    const last = batches.at(-1);
    const joins = last?.every(runsInTransaction) === true && runsInTransaction(migration);
    if (joins) last?.push(migration);
    else batches.push([migration]);
  }
  return batches;
}

function runsInTransaction({ transaction }: Migration): boolean {
  return transaction !== false;
}

async function applyBatch(
  db: Queries,
  batch: readonly Migration[],
  known: readonly Migration[],
  now: number,
): Promise<void> {
  if (!batch.every(runsInTransaction)) {
    await apply(db, 'postgres', batch, now, known);
    return;
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, () => apply(db, 'postgres', batch, now, known));
    } catch (error) {
      if (!inUseCodes.includes(errorCode(error)) || attempt === tableLockAttempts) throw error;
      await wait(tableLockRetryMs);
    }
  }
}

async function inTransaction(db: Queries, work: () => Promise<void>): Promise<void> {
  await sql`begin`.execute(db);
  try {
    await sql`set local lock_timeout = ${sql.lit(tableLockMs)}`.execute(db);
    await work();
    await sql`commit`.execute(db);
  } catch (error) {
    // Over a connection that is lost the transaction is, too.
    // The error of the migration is the one to report; a lost connection has rolled back by itself.
    await sql`rollback`.execute(db).catch(() => {});
    throw error;
  }
}

/** Applies those of `batch` that the database does not have. `known` are all that this version knows. */
async function apply(
  db: Queries,
  dialect: Dialect,
  batch: readonly Migration[],
  now: number,
  known = batch,
): Promise<void> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  const rows = await appliedMigrations(db);
  const applied = new Set(rows.map(({ name }) => name));
  const unservable = firstUnservable(unknownOf(rows, known), known);
  if (unservable !== undefined) throw new Error(newerVersionMessage(unservable.name));
  for (const { name, servedSince: since, up } of batch) {
    if (applied.has(name)) continue;
    await up(db, columnTypes(dialect));
    // Those of before the column say nothing.
    const row = { name, applied_at: now, ...(since !== undefined && { served_since: since }) };
    await db.insertInto('migrations').values(row).execute();
  }
}

function columnTypes(dialect: Dialect): Columns {
  return dialect === 'postgres'
    ? { key: sql`text collate "C"`, bytes: sql`bytea`, serial: sql`bigserial`, inOrder: sql`` }
    : { key: sql`text`, bytes: sql`blob`, serial: sql`integer`, inOrder: sql`without rowid` };
}
