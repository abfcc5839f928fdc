/** Stores revisions, which are immutable, and their history: a small row for each, with who made it and what it changes. */

import { type Expression, sql } from 'kysely';
import type { RevisionSource } from '#api/flows/history.ts';
import type { FlowStatus } from '#api/flows/schemas.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { RevisionHistoryRow, RevisionRow } from '../../platform/database/schema/tables.ts';

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

/** Undefined does not filter. Times are epoch milliseconds. */
export type HistoryFilter = {
  status?: FlowStatus | undefined;
  /** SID of a user (US…) who used no API key, or of an API key (SK…). */
  author?: string | undefined;
  source?: RevisionSource | undefined;
  /** A part of the message or summary. */
  search?: string | undefined;
  /** Made then or later, and made before. */
  from?: number | undefined;
  to?: number | undefined;
};

export async function insertHistoryEntry(tx: Queries, row: RevisionHistoryRow): Promise<void> {
  await tx.insertInto('revision_history').values(row).execute();
}

/** The edit up to which the revision has everything; null where the flow had no log then. */
export async function findEditSeq(db: Queries, flow: string, revision: number): Promise<number | null> {
  const row = await db
    .selectFrom('revision_history')
    .select('edit_seq')
    .where('flow', '=', flow)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row?.edit_seq ?? null;
}

/** An entry with the name that its author has now; null for who is no person. */
export type HistoryEntryRow = RevisionHistoryRow & { author_name: string | null };

/** Newest first; positions are revision numbers in decimal. */
export function listHistory(
  db: Queries,
  flow: string,
  { status, author, source, search, from, to }: HistoryFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<HistoryEntryRow>> {
  return fetchKeysetPage(request, ({ order, operator, position, limit }) => {
    let query = db
      .selectFrom('revision_history')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('people')
          .select('people.name')
          .whereRef('people.sid', '=', 'revision_history.author')
          .as('author_name'),
      )
      .where('flow', '=', flow);
    if (status !== undefined) query = query.where('status', '=', status);
    if (author?.startsWith('SK')) query = query.where('key_sid', '=', author);
    else if (author !== undefined) query = query.where('author', '=', author).where('key_sid', 'is', null);
    if (source !== undefined) query = query.where('source', '=', source);
    if (search !== undefined) query = query.where(({ ref }) => contains(shownText(ref), search));
    if (from !== undefined) query = query.where('created_at', '>=', from);
    if (to !== undefined) query = query.where('created_at', '<', to);
    if (position !== null) query = query.where('revision', operator, Number(position));
    return query.orderBy('revision', order).limit(limit).execute();
  });
}

function shownText(ref: (name: 'message' | 'summary') => Expression<string | null>) {
  return sql<string>`coalesce(nullif(${ref('message')}, ''), ${ref('summary')}, '')`;
}

/** In any case, as far as the dialect knows it; `%` and `_` have no special meaning. */
function contains(text: Expression<string>, part: string) {
  const pattern = `%${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${text}) like ${pattern} escape '\\'`;
}
