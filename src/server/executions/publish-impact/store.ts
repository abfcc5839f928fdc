/** Counts the active executions of a flow by revision and widget. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';

/** `widget` is null before the trigger. */
export type WidgetCount = { revision: number; widget: string | null; executions: number };

type Key = { created_at: number; sid: string };

/** Rows of one statement: the embedded database answers nothing else meanwhile. */
const maxBatch = 10_000;

/** All counts, read in batches along the index of active executions. */
export async function countActiveByWidget(
  db: Queries,
  flow: string,
  batchSize = maxBatch,
): Promise<WidgetCount[]> {
  const counts = new Map<string, WidgetCount>();
  for (let after: Key | null = null; ; ) {
    const last: Key | undefined = await lastOfBatch(db, flow, after, batchSize);
    for (const { revision, widget, executions } of await countBatch(db, flow, after, last)) {
      const key = JSON.stringify([revision, widget]);
      const known = counts.get(key)?.executions ?? 0;
      counts.set(key, { revision, widget, executions: known + Number(executions) });
    }
    if (last === undefined) return [...counts.values()];
    after = last;
  }
}

/** The last row of a full batch; undefined when fewer rows are left. */
function lastOfBatch(
  db: Queries,
  flow: string,
  after: Key | null,
  batchSize: number,
): Promise<Key | undefined> {
  return activeAfter(db, flow, after)
    .select(['created_at', 'sid'])
    .orderBy('created_at')
    .orderBy('sid')
    .limit(1)
    .offset(batchSize - 1)
    .executeTakeFirst();
}

function countBatch(
  db: Queries,
  flow: string,
  after: Key | null,
  last: Key | undefined,
): Promise<WidgetCount[]> {
  const batch = activeAfter(db, flow, after);
  return (
    last === undefined
      ? batch
      : batch.where(sql<boolean>`(created_at, sid) <= (${last.created_at}, ${last.sid})`)
  )
    .select((eb) => ['revision', 'widget', eb.fn.countAll<number>().as('executions')])
    .groupBy(['revision', 'widget'])
    .execute();
}

function activeAfter(db: Queries, flow: string, after: Key | null) {
  const active = db
    .selectFrom('executions')
    .where('flow', '=', flow)
    // As a literal, so that the index of active executions serves.
    .where('status', '=', sql.lit('active'));
  return after === null
    ? active
    : active.where(sql<boolean>`(created_at, sid) > (${after.created_at}, ${after.sid})`);
}
