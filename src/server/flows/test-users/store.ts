/** Stores test users, and queries their test runs: executions of drafts. */

import type { Queries } from '../../platform/database/database.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';

/** In the order in which they were given. */
export async function listTestUsers(db: Queries, flow: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_users')
    .select('identity')
    .where('flow', '=', flow)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.identity);
}

/** Whether that is the address of a test user of the flow. */
export async function hasTestUser(db: Queries, flow: string, identity: string): Promise<boolean> {
  const row = await db
    .selectFrom('test_users')
    .select('position')
    .where('flow', '=', flow)
    .where('identity', '=', identity)
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceTestUsers(
  tx: Queries,
  flow: string,
  identities: readonly string[],
): Promise<void> {
  await tx.deleteFrom('test_users').where('flow', '=', flow).execute();
  const rows = identities.map((identity, position) => ({ flow, position, identity }));
  for (let start = 0; start < rows.length; start += maxRowsAtOnce) {
    await tx
      .insertInto('test_users')
      .values(rows.slice(start, start + maxRowsAtOnce))
      .execute();
  }
}

/** A statement has a limited number of values: 32,766 on SQLite. */
const maxRowsAtOnce = 1_000;

export type TestRunRow = Pick<ExecutionRow, 'sid' | 'revision' | 'status' | 'created_at'> & {
  identity: string;
  /** Where it waits or ended, by its last step; null before the first. */
  widget: string | null;
};

/** Only the newest executions are searched, so that a flow with many of them costs as much as one with few. */
const maxSearched = 1_000;
const maxListed = 20;

/** Newest first. */
export async function listTestRuns(db: Queries, flow: string): Promise<TestRunRow[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('executions')
        .select(['sid', 'contact', 'revision', 'status', 'created_at'])
        .where('flow', '=', flow)
        .orderBy('created_at', 'desc')
        .orderBy('sid', 'desc')
        .limit(maxSearched)
        .as('recent'),
    )
    .innerJoin('test_users', (join) =>
      join.onRef('test_users.identity', '=', 'recent.contact').on('test_users.flow', '=', flow),
    )
    .innerJoin('revisions', (join) =>
      join.onRef('revisions.revision', '=', 'recent.revision').on('revisions.flow', '=', flow),
    )
    .select([
      'recent.sid',
      'recent.contact as identity',
      'recent.revision',
      'recent.status',
      'recent.created_at',
    ])
    .where('revisions.status', '=', 'draft')
    .orderBy('recent.created_at', 'desc')
    .orderBy('recent.sid', 'desc')
    .limit(maxListed)
    .execute();
  return Promise.all(rows.map(async (row) => ({ ...row, widget: await lastWidget(db, row.sid) })));
}

/** A few reads of one shard each: together they would go to all of them. */
async function lastWidget(db: Queries, execution: string): Promise<string | null> {
  const step = await db
    .selectFrom('steps')
    .select(['transitioned_from', 'transitioned_to'])
    .where('shard', '=', shardOfExecution(execution))
    .where('execution', '=', execution)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (step === undefined) return null;
  return step.transitioned_to === 'Ended' ? step.transitioned_from : step.transitioned_to;
}
