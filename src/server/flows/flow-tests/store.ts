/** Stores the tests that are kept with flows. */

import type { Queries } from '../../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type { FlowTestRow } from '../../platform/database/schema/flow-tests.ts';

/** Newest first; positions are SIDs. */
export function listTests(
  db: Queries,
  flow: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<FlowTestRow>> {
  return fetchPage(request, db.selectFrom('flow_tests').selectAll().where('flow', '=', flow));
}

export async function countOtherTests(db: Queries, flow: string, name: string): Promise<number> {
  const { count } = await db
    .selectFrom('flow_tests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('flow', '=', flow)
    .where('name', '!=', name)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Inserts the test, or replaces the content of that name; the row as it then is. */
export async function putTest(tx: Queries, row: FlowTestRow): Promise<FlowTestRow> {
  const { content, named_widgets, author, author_name, updated_at } = row;
  return tx
    .insertInto('flow_tests')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['flow', 'name'])
        .doUpdateSet({ content, named_widgets, author, author_name, updated_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findTest(db: Queries, flow: string, sid: string): Promise<FlowTestRow | undefined> {
  return db
    .selectFrom('flow_tests')
    .selectAll()
    .where('flow', '=', flow)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

/** False when the flow has no such test. */
export async function deleteTest(tx: Queries, flow: string, sid: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('flow_tests')
    .where('flow', '=', flow)
    .where('sid', '=', sid)
    .returning('sid')
    .execute();
  return rows.length === 1;
}
