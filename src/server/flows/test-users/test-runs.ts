/** Executions of drafts by test users. */

import type { Queries } from '../../platform/database/database.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';

export type TestRunRow = Pick<ExecutionRow, 'sid' | 'revision' | 'status' | 'created_at'> & {
  identity: string;
  /** Where it waits or ended, by its last step; null before the first. */
  widget: string | null;
};

/** How far back is looked, so that a flow with many executions answers as fast as one with few. */
const newest = 1_000;
const most = 20;

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
        .limit(newest)
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
    .select((eb) =>
      eb
        .selectFrom('steps')
        .select((step) =>
          step
            .case()
            .when('steps.transitioned_to', '=', 'Ended')
            .then(step.ref('steps.transitioned_from'))
            .else(step.ref('steps.transitioned_to'))
            .end()
            .as('at'),
        )
        .whereRef('steps.execution', '=', 'recent.sid')
        .orderBy('seq', 'desc')
        .limit(1)
        .as('widget'),
    )
    .where('revisions.status', '=', 'draft')
    .orderBy('recent.created_at', 'desc')
    .orderBy('recent.sid', 'desc')
    .limit(most)
    .execute();
  return rows as TestRunRow[];
}
