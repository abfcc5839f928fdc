/** Stores revisions, which are immutable. */

import type { Queries } from '../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { RevisionRow } from '../../platform/database/schema/tables.ts';

/** A revision without its definition, as lists have it. */
export type RevisionSummary = Omit<RevisionRow, 'definition' | 'warnings'>;

export async function insertRevision(tx: Queries, row: RevisionRow): Promise<void> {
  await tx.insertInto('revisions').values(row).execute();
}

const findByNumber = prepared((db, value: Values<{ flow: string; revision: number }>) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('flow', '=', value('flow'))
    .where('revision', '=', value('revision')),
);

export async function findRevision(
  db: Queries,
  flow: string,
  revision: number,
): Promise<RevisionRow | undefined> {
  return (await findByNumber(db, { flow, revision }))[0];
}

/** The newest `count` definitions, newest first. */
export async function newestDefinitions(db: Queries, flow: string, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('revisions')
    .select('definition')
    .where('flow', '=', flow)
    .orderBy('revision', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ definition }) => definition);
}

/** Newest first; positions are revision numbers in decimal. */
export function listRevisions(
  db: Queries,
  flow: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<RevisionSummary>> {
  return fetchKeysetPage(request, ({ order, operator, position, limit }) => {
    const query = db
      .selectFrom('revisions')
      .select(['flow', 'revision', 'author', 'friendly_name', 'status', 'commit_message', 'created_at'])
      .where('flow', '=', flow);
    const beyond = position === null ? query : query.where('revision', operator, Number(position));
    return beyond.orderBy('revision', order).limit(limit).execute();
  });
}
