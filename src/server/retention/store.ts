/**
 * Removal of personal data. Rows stay, without it: SIDs, names of widgets, times and statuses
 * stay; only chat channels and members are nothing without their names, and go. A message or call without a recipient is one whose data was removed; no other has none.
 */

import { type Expression, sql } from 'kysely';
import { ofEachAccount } from '../platform/database/across-shards.ts';
import type { Queries } from '../platform/database/database.ts';
import type { ExecutionRow, JobRow } from '../platform/database/schema/tables.ts';

/** How many rows of each kind lost their data. */
export type RemovedCounts = Record<keyof typeof removals | 'executions', number>;

type Removal = (tx: Queries, executions: readonly string[]) => Promise<bigint>;

/** Everything that is derived from an execution. A table that is added and holds such data has its line here. */
const removals = {
  steps: async (tx, executions) =>
    (
      await tx
        .updateTable('steps')
        .set({ changes: '[]', notes: '[]' })
        .where('execution', 'in', executions)
        .executeTakeFirst()
    ).numUpdatedRows,
  messages: async (tx, executions) =>
    (
      await tx
        .updateTable('messages')
        .set({ sender: '', recipient: '', body: '', media: '[]', content: null })
        .where('execution', 'in', executions)
        .where('recipient', '<>', sql.lit(''))
        .executeTakeFirst()
    ).numUpdatedRows,
  calls: async (tx, executions) =>
    (
      await tx
        .updateTable('calls')
        .set({ sender: '', recipient: '' })
        .where('execution', 'in', executions)
        .executeTakeFirst()
    ).numUpdatedRows,
  tasks: async (tx, executions) =>
    (
      await tx
        .updateTable('tasks')
        .set({ attributes: 'null', workflow: '', channel: '', priority: '' })
        .where('execution', 'in', executions)
        .executeTakeFirst()
    ).numUpdatedRows,
  chat: async (tx, executions) => {
    const members = await tx
      .deleteFrom('chat_members')
      .where('execution', 'in', executions)
      .executeTakeFirst();
    const channels = await tx
      .deleteFrom('chat_channels')
      .where('execution', 'in', executions)
      .executeTakeFirst();
    return members.numDeletedRows + channels.numDeletedRows;
  },
  links: async (tx, executions) =>
    (await tx.deleteFrom('short_links').where('execution', 'in', executions).executeTakeFirst())
      .numDeletedRows,
  jobs: async (tx, executions) =>
    (await tx.deleteFrom('jobs').where('execution', 'in', executions).executeTakeFirst()).numDeletedRows,
} satisfies Record<string, Removal>;

/**
 * Removes the personal data of these executions. One that is still active is over with this: nothing is left
 * that it could go on with. Locks their rows until the transaction ends.
 */
export async function removePersonalData(
  tx: Queries,
  executions: readonly string[],
  now: number,
): Promise<RemovedCounts> {
  const counts: RemovedCounts = {
    executions: 0,
    steps: 0,
    messages: 0,
    calls: 0,
    tasks: 0,
    chat: 0,
    links: 0,
    jobs: 0,
  };
  if (executions.length === 0) return counts;
  const { numUpdatedRows } = await tx
    .updateTable('executions')
    .set({
      ...{ contact: '', channel: '', state: '', context: '' },
      ...{ status: 'ended', waiting: null, widget: null, due_at: null, purged_at: now },
      version: sql`version + 1`,
    })
    .where('sid', 'in', executions)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  counts.executions = Number(numUpdatedRows);
  for (const [name, remove] of Object.entries(removals) as [keyof typeof removals, Removal][]) {
    counts[name] = Number(await remove(tx, executions));
  }
  return counts;
}

/**
 * The oldest executions of the account that began at `before` or earlier and still have their data. In the order of the one
 * index that has them together: by their beginning alone, PostgreSQL would walk all that lost their data before.
 */
export function executionsToPurge(
  db: Queries,
  { account, before, limit }: { account: string; before: number; limit: number },
): Promise<Pick<ExecutionRow, 'sid' | 'status'>[]> {
  return db
    .selectFrom('executions')
    .select(['sid', 'status'])
    .where('account', '=', account)
    .where('purged_at', 'is', null)
    .where('created_at', '<=', before)
    .orderBy('purged_at')
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Failed jobs of no execution: their payload may name a contact. */
export function removeDeadJobs(
  tx: Queries,
  { account, before, limit }: { account: string; before: number; limit: number },
): Promise<JobRow[]> {
  const old = tx
    .selectFrom('jobs')
    .select('key')
    .where('account', '=', account)
    .where('dead_at', 'is not', null)
    .where('created_at', '<=', before)
    .limit(limit);
  return tx.deleteFrom('jobs').where('key', 'in', old).returningAll().execute();
}

/** What is left of executions whose data was removed at `before` or earlier, with all that belongs to them. */
export async function deleteRemains(
  tx: Queries,
  { account, before, limit }: { account: string; before: number; limit: number },
): Promise<number> {
  const rows = await tx
    .selectFrom('executions')
    .select('sid')
    .where('account', '=', account)
    .where('purged_at', '<=', before)
    .orderBy('purged_at')
    .limit(limit)
    .execute();
  const sids = rows.map(({ sid }) => sid);
  if (sids.length === 0) return 0;
  for (const table of ['messages', 'calls', 'tasks'] as const) {
    await tx.deleteFrom(table).where('execution', 'in', sids).execute();
  }
  await tx.deleteFrom('executions').where('sid', 'in', sids).execute();
  return sids.length;
}

/** What an account may have to remove; times are epoch milliseconds, null for none. */
export type Backlog = {
  account: string;
  /** The account's own period; null when it has none. */
  period_ms: number | null;
  /** When the oldest execution with personal data began. */
  oldest: number | null;
  oldest_dead_job: number | null;
  /** When the oldest mail came in. */
  oldest_mail: number | null;
  /** When the oldest mail that went out was ordered. */
  oldest_sent: number | null;
  oldest_event: number | null;
  oldest_attempt: number | null;
  oldest_remains: number | null;
};

/** One row for each account, each found by a few steps in an index. */
export function listBacklogs(db: Queries): Promise<Backlog[]> {
  return ofEachAccount(db, (owner, isOne) => findBacklogs(db, owner, isOne));
}

/** `isOne`: of that account alone. */
function findBacklogs(db: Queries, owner: Expression<string>, isOne: boolean): Promise<Backlog[]> {
  return db
    .selectFrom('accounts')
    .leftJoin('retention_settings', 'retention_settings.account', 'accounts.sid')
    .select(['accounts.sid as account', 'retention_settings.period_ms as period_ms'])
    .select((eb) => [
      eb
        .selectFrom('executions')
        .select('executions.created_at as at')
        .where('executions.account', '=', owner)
        .where('purged_at', 'is', null)
        // As in executionsToPurge.
        .orderBy('purged_at')
        .orderBy('executions.created_at')
        .limit(1)
        .as('oldest'),
      eb
        .selectFrom('jobs')
        .select((min) => min.fn.min('jobs.created_at').as('at'))
        .where('jobs.account', '=', owner)
        .where('dead_at', 'is not', null)
        .as('oldest_dead_job'),
      eb
        .selectFrom('inbound_mails')
        .select((min) => min.fn.min('received_at').as('at'))
        .where('inbound_mails.account', '=', owner)
        .as('oldest_mail'),
      eb
        .selectFrom('outbound_mails')
        .select((min) => min.fn.min('outbound_mails.created_at').as('at'))
        .where('outbound_mails.account', '=', owner)
        .as('oldest_sent'),
      eb
        .selectFrom('mail_events')
        .select((min) => min.fn.min('mail_events.created_at').as('at'))
        .where('mail_events.account', '=', owner)
        .as('oldest_event'),
      eb
        .selectFrom('event_attempts')
        .select((min) => min.fn.min('event_attempts.made_at').as('at'))
        .where('event_attempts.account', '=', owner)
        .as('oldest_attempt'),
      eb
        .selectFrom('executions')
        .select((min) => min.fn.min('purged_at').as('at'))
        .where('executions.account', '=', owner)
        .where('purged_at', 'is not', null)
        .as('oldest_remains'),
    ])
    .$if(isOne, (query) => query.where('accounts.sid', '=', owner))
    .execute() as Promise<Backlog[]>;
}

/** The account's own period in milliseconds; null when it has none. */
export async function findPeriod(db: Queries, account: string): Promise<number | null> {
  const row = await db
    .selectFrom('retention_settings')
    .select('period_ms')
    .where('account', '=', account)
    .executeTakeFirst();
  return row?.period_ms ?? null;
}

/** Null takes the account's own period away. */
export async function upsertPeriod(
  tx: Queries,
  { account, period_ms, now }: { account: string; period_ms: number | null; now: number },
): Promise<void> {
  await tx.deleteFrom('retention_settings').where('account', '=', account).execute();
  if (period_ms === null) return;
  await tx.insertInto('retention_settings').values({ account, period_ms, set_at: now }).execute();
}
