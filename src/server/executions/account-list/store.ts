/**
 * Finds executions of an account by any combination of filters, newest first. One index serves each query; what it does
 * not cover is tested row by row, and no query tests more than a bounded number of rows (docs/decisions/037).
 */

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { ageCursor, beyondAgeCursor } from '../../platform/database/age-cursor.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageQuery,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type { ExecutionRow, Tables } from '../../platform/database/schema/tables.ts';

/** All that are given must hold. Times are epoch milliseconds. */
export type AccountExecutionFilter = {
  status?: ExecutionRow['status'] | undefined;
  flow?: string | undefined;
  revision?: number | undefined;
  /** The widget that an active execution is at. */
  widget?: string | undefined;
  /** All names of that widget, where they are known. */
  widgetNames?: readonly string[] | undefined;
  /** The whole address of the contact, and of the flow. */
  contact?: string | undefined;
  channel?: string | undefined;
  /** The event of the last step. */
  event?: string | undefined;
  /** The execution whose run-subflow widgets started them. */
  parent?: string | undefined;
  /** The code of the last error, or any. */
  error?: number | 'any' | undefined;
  /** Created on or after, and before. */
  from?: number | undefined;
  to?: number | undefined;
};

const columns = [
  'sid',
  'account',
  'flow',
  'revision',
  'contact',
  'channel',
  'status',
  'waiting',
  'widget',
  'event',
  'error',
  'parent',
  'parent_step',
  'created_at',
  'updated_at',
  'purged_at',
] as const satisfies (keyof ExecutionRow)[];

export type AccountExecutionRow = Pick<ExecutionRow, (typeof columns)[number]>;

/** `searchedTo` is the age cursor up to which rows were tested, where that ended the page before it was full. */
export type AccountExecutionPage = KeysetPage<AccountExecutionRow> & { searchedTo: string | null };

/** Rows that one query tests: some tens of milliseconds. */
const maxTested = 5_000;

type Predicate = (eb: ExpressionBuilder<Tables, 'executions'>) => Expression<SqlBool>;

/** `indexed` is what the index of the query covers; `tested` holds for each row that is kept of those. */
type QueryParts = { indexed: Predicate[]; tested: Predicate[] };

/** A page of those beyond the cursor, which is by age. */
export async function findAccountExecutions(
  db: Queries,
  account: string,
  filter: AccountExecutionFilter,
  request: KeysetPageRequest,
  limit: number = maxTested,
): Promise<AccountExecutionPage> {
  const parts = partsOf(account, filter);
  let searchedTo: string | null = null;
  const page = await fetchKeysetPage(request, async (bounds) => {
    const rows = await keptRows(db, parts, bounds, limit);
    if (rows.length < bounds.limit && parts.tested.length > 0) {
      searchedTo = await endOfSearch(db, parts, bounds, limit);
    }
    return rows;
  });
  if (searchedTo === null) return { ...page, searchedTo };
  return request.from?.direction === 'newer'
    ? { ...page, newer: true, searchedTo }
    : { ...page, older: true, searchedTo };
}

/** How many of the next `limit` rows beyond the cursor the filter keeps; `end` is the cursor behind them, null at the end. */
export async function countAccountExecutions(
  db: Queries,
  account: string,
  filter: AccountExecutionFilter,
  position: string | null,
  limit: number = maxTested,
): Promise<{ count: number; end: string | null }> {
  const parts = partsOf(account, filter);
  const bounds: KeysetPageQuery = { order: 'desc', operator: '<', position, limit };
  const { count } = await db
    .selectFrom(rowsInOrder(db, parts, bounds, limit).select(columns).as('executions'))
    .where(testedBy(parts))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Number(count), end: await endOfSearch(db, parts, bounds, limit) };
}

/** Executions of the account by their SIDs, newest first. */
export function findExecutionsBySid(
  db: Queries,
  account: string,
  sids: readonly string[],
): Promise<AccountExecutionRow[]> {
  return db
    .selectFrom('executions')
    .select(columns)
    .where('sid', 'in', sids)
    .where('account', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('sid', 'desc')
    .execute();
}

/** Chooses the index: the first that fits, from the most selective. */
function partsOf(account: string, filter: AccountExecutionFilter): QueryParts {
  const { status, flow, revision, widget, contact, channel, event, parent, error, from, to } = filter;
  const ofAccount: Predicate = (eb) => eb('account', '=', account);
  const ofFlow: Predicate = (eb) => eb('flow', '=', flow ?? '');
  const names = filter.widgetNames ?? [widget ?? ''];
  const atWidget: Predicate = (eb) => eb('widget', 'in', names);
  const ofContact: Predicate = (eb) => eb('contact', '=', contact ?? '');
  // Literals, so that partial indexes serve.
  const isActive: Predicate = (eb) => eb('status', '=', sql.lit('active'));
  const hasError: Predicate = (eb) => eb('error', 'is not', null);

  const ofParent: Predicate = (eb) => eb('parent', '=', parent ?? '');

  const access: { fits: boolean; indexed: Predicate[] }[] = [
    { fits: parent !== undefined, indexed: [ofParent] },
    { fits: contact !== undefined, indexed: [ofAccount, ofContact] },
    {
      // The index has the executions at one widget in order, those at several are tested row by row.
      fits: flow !== undefined && widget !== undefined && names.length === 1 && status !== 'ended',
      indexed: [ofFlow, atWidget, isActive],
    },
    { fits: error !== undefined, indexed: [ofAccount, hasError] },
    {
      fits: flow !== undefined && (status === 'active' || widget !== undefined),
      indexed: [ofFlow, isActive],
    },
    { fits: flow !== undefined, indexed: [ofFlow] },
    { fits: status === 'active' || widget !== undefined, indexed: [ofAccount, isActive] },
    { fits: true, indexed: [ofAccount] },
  ];
  const indexed = access.find(({ fits }) => fits)?.indexed ?? [ofAccount];

  const wanted: Predicate[] = [
    ofAccount,
    ...(parent === undefined ? [] : [ofParent]),
    ...(flow === undefined ? [] : [ofFlow]),
    ...(contact === undefined ? [] : [ofContact]),
    ...(widget === undefined ? [] : [atWidget]),
    ...(status === 'active' ? [isActive] : []),
    ...(error === undefined ? [] : [hasError]),
  ];
  const tested: Predicate[] = wanted.filter((each) => !indexed.includes(each));
  if (status === 'ended') tested.push((eb) => eb('status', '=', 'ended'));
  if (revision !== undefined) tested.push((eb) => eb('revision', '=', revision));
  if (channel !== undefined) tested.push((eb) => eb('channel', '=', channel));
  if (event !== undefined) tested.push((eb) => eb('event', '=', event));
  if (typeof error === 'number') tested.push((eb) => eb('error', '=', error));
  if (from !== undefined) indexed.push((eb) => eb('created_at', '>=', from));
  if (to !== undefined) indexed.push((eb) => eb('created_at', '<', to));
  return { indexed, tested };
}

/** The rows in the order of the index, at most `limit` of them. */
function rowsInOrder(db: Queries, { indexed }: QueryParts, bounds: KeysetPageQuery, limit: number) {
  return db
    .selectFrom('executions')
    .where((eb) => eb.and(indexed.map((predicate) => predicate(eb))))
    .where(beyondAgeCursor(bounds))
    .orderBy('created_at', bounds.order)
    .orderBy('sid', bounds.order)
    .limit(limit);
}

/** The rows of the subquery have the columns of the table. */
function testedBy({ tested }: QueryParts) {
  return (eb: ExpressionBuilder<{ executions: AccountExecutionRow }, 'executions'>) =>
    eb.and(tested.map((predicate) => predicate(eb as unknown as ExpressionBuilder<Tables, 'executions'>)));
}

async function keptRows(
  db: Queries,
  parts: QueryParts,
  bounds: KeysetPageQuery,
  limit: number,
): Promise<AccountExecutionRow[]> {
  const { tested } = parts;
  if (tested.length === 0) return rowsInOrder(db, parts, bounds, bounds.limit).select(columns).execute();
  // The outer limit ends the walk along the index as soon as the page is full.
  return db
    .selectFrom(rowsInOrder(db, parts, bounds, limit).select(columns).as('executions'))
    .where(testedBy(parts))
    .select(columns)
    .limit(bounds.limit)
    .execute();
}

/** The age cursor of the last row that was tested; null when there are no more than were. */
async function endOfSearch(
  db: Queries,
  parts: QueryParts,
  bounds: KeysetPageQuery,
  limit: number,
): Promise<string | null> {
  const row = await rowsInOrder(db, parts, bounds, 1)
    .select(['created_at', 'sid'])
    .offset(limit - 1)
    .executeTakeFirst();
  return row === undefined ? null : ageCursor(row);
}
