/**
 * Schema migrations: brings the tables to the form that this version knows, with one list for both dialects. Why not
 * with the query builder's own migrator: docs/decisions/015.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Dialect, Queries } from './database.ts';
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
import { webhookSecrets } from './migrations/016-webhook-secrets.ts';
import { access } from './migrations/017-access.ts';
import { dueWork } from './migrations/018-due-work.ts';
import { workByAccount } from './migrations/019-work-by-account.ts';
import { logNumbers } from './migrations/020-log-numbers.ts';
import { conversationsAndShortLinks } from './migrations/021-conversations-and-short-links.ts';
import { emailDocuments } from './migrations/022-email-documents.ts';
import { widgetsOfExecutions } from './migrations/023-widgets-of-executions.ts';
import { revisionHistory } from './migrations/025-revision-history.ts';
import { publishRequests } from './migrations/026-publish-requests.ts';
import { flowTests } from './migrations/027-flow-tests.ts';
import { flowEdits } from './migrations/028-flow-edits.ts';
import { accountExecutions } from './migrations/030-account-executions.ts';
import { accountExecutionIndexes } from './migrations/031-account-execution-indexes.ts';
import { conversationCarriers } from './migrations/032-conversation-carriers.ts';
import { foldedEdits } from './migrations/033-folded-edits.ts';
import { countedTurns } from './migrations/034-counted-turns.ts';
import { flowComments } from './migrations/035-flow-comments.ts';
import { messagesByExecution } from './migrations/039-messages-by-execution.ts';
import { shardsOfExecutions } from './migrations/040-shards-of-executions.ts';
import { shardsOfAccounts } from './migrations/041-shards-of-accounts.ts';
import { shardsOfInboundMessages } from './migrations/042-shards-of-inbound-messages.ts';
import { keysWithShards } from './migrations/043-keys-with-shards.ts';
import { shardsOfOwners } from './migrations/044-shards-of-owners.ts';
import { shardsOfEmails } from './migrations/045-shards-of-emails.ts';
import { logNumberOfExecutions } from './migrations/046-log-number-of-executions.ts';
import { unpublishedChanges } from './migrations/047-unpublished-changes.ts';
import { flowTags } from './migrations/051-flow-tags.ts';
import { namedWidgets } from './migrations/052-named-widgets.ts';
import type { Columns, Migration } from './migrations/migration.ts';

export const migrations: readonly Migration[] = [
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
  webhookSecrets,
  access,
  dueWork,
  workByAccount,
  logNumbers,
  conversationsAndShortLinks,
  emailDocuments,
  widgetsOfExecutions,
  revisionHistory,
  publishRequests,
  flowTests,
  flowEdits,
  accountExecutions,
  accountExecutionIndexes,
  conversationCarriers,
  foldedEdits,
  countedTurns,
  flowComments,
  messagesByExecution,
  shardsOfExecutions,
  shardsOfAccounts,
  shardsOfInboundMessages,
  keysWithShards,
  shardsOfOwners,
  shardsOfEmails,
  logNumberOfExecutions,
  unpublishedChanges,
  flowTags,
  namedWidgets,
];

/** The key of the advisory lock of PostgreSQL; any number, the same in every process and every version. */
const migrationLock = 7_203_114;
const lockPollMs = 100;

/**
 * Applies the migrations that are missing, in the order of `list`. Those that stand together and run in a transaction
 * share one. Processes that start together wait for each other. `now` is epoch milliseconds.
 *
 * @throws when the database has migrations that this version does not know
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
    await holdingLock(db, async () => {
      for (const batch of batchesOf(list)) await applyBatch(db, batch, list, now);
    });
  });
}

/**
 * Waits by polling: a statement that waits for the lock keeps a snapshot, for which `create index concurrently` of the
 * process that holds the lock would wait in turn.
 */
async function holdingLock(db: Queries, work: () => Promise<void>): Promise<void> {
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
  await sql`begin`.execute(db);
  try {
    await apply(db, 'postgres', batch, now, known);
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
  const rows = await db.selectFrom('migrations').select('name').execute();
  const applied = new Set(rows.map(({ name }) => name));
  const unknown = [...applied].find((name) => known.every((each) => each.name !== name));
  if (unknown !== undefined) {
    throw new Error(`The database was written by a newer version of Patchbay (it has "${unknown}").`);
  }
  for (const { name, up } of batch) {
    if (applied.has(name)) continue;
    await up(db, columnTypes(dialect));
    await db.insertInto('migrations').values({ name, applied_at: now }).execute();
  }
}

function columnTypes(dialect: Dialect): Columns {
  return dialect === 'postgres'
    ? { key: sql`text collate "C"`, bytes: sql`bytea`, serial: sql`bigserial`, inOrder: sql`` }
    : { key: sql`text`, bytes: sql`blob`, serial: sql`integer`, inOrder: sql`without rowid` };
}
