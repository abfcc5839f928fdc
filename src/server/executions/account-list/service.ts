/** Service functions of the list over all flows of an account. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountExecution } from '#api/executions/account-execution.ts';
import { maskAddress } from '#api/masking/mask-address.ts';
import type { KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import { notFound } from '../../platform/errors.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { findExecution } from '../store/executions.ts';
import {
  type AccountExecutionFilter,
  type AccountExecutionPage,
  type AccountExecutionRow,
  countAccountExecutions as countRows,
  findAccountExecutions,
  findExecutionsBySid,
} from './store.ts';

export type { AccountExecutionFilter, AccountExecutionPage, AccountExecutionRow };

/** Those that a job of the account deals with next, beyond the age cursor, newest first. */
export function nextAccountExecutions(
  ctx: ServiceContext,
  account: string,
  filter: AccountExecutionFilter,
  { position, size }: { position: string | null; size: number },
): Promise<AccountExecutionPage> {
  const from = position === null ? null : ({ direction: 'older', position } as const);
  return findAccountExecutions(ctx.database.replica, account, filter, { size, from });
}

/** Newest first; positions are by age. A page may end before it is full, where a search takes long. */
export function listAccountExecutions(
  ctx: ServiceContext,
  { account }: Caller,
  filter: AccountExecutionFilter,
  request: KeysetPageRequest,
  maxTested?: number,
): Promise<AccountExecutionPage> {
  return findAccountExecutions(ctx.database.replica, account, filter, request, maxTested);
}

/** Those of the named executions that are the caller's, newest first. */
export async function fetchAccountExecutions(
  ctx: ServiceContext,
  { account }: Caller,
  sids: readonly string[],
): Promise<AccountExecutionRow[]> {
  return sids.length === 0 ? [] : findExecutionsBySid(ctx.database.replica, account, sids);
}

/** A count tests no more rows than this, some seconds in all. */
const maxCountedQueries = 200;

/** How many executions the filter finds, counted in parts so that other requests go between; not complete at the limit. */
export async function countAccountExecutions(
  ctx: ServiceContext,
  account: string,
  filter: AccountExecutionFilter,
): Promise<{ count: number; complete: boolean }> {
  let total = 0;
  let position: string | null = null;
  for (let query = 0; query < maxCountedQueries; query += 1) {
    const part: { count: number; end: string | null } = await countRows(
      ctx.database.replica,
      account,
      filter,
      position,
    );
    total += part.count;
    position = part.end;
    if (position === null) return { count: total, complete: true };
    await nextTurn();
  }
  return { count: total, complete: false };
}

/** Rows that are read at once for an export. */
const exportPageSize = 1_000;

/** The newest executions that the filter finds, page by page, `limit` at most. */
export async function* exportAccountExecutions(
  ctx: ServiceContext,
  caller: Caller,
  filter: AccountExecutionFilter,
  limit: number,
): AsyncGenerator<AccountExecutionRow[]> {
  let left = limit;
  let from: KeysetPageRequest['from'] = null;
  while (left > 0) {
    const size = Math.min(left, exportPageSize);
    const page: AccountExecutionPage = await listAccountExecutions(ctx, caller, filter, { size, from });
    yield page.rows;
    left -= page.rows.length;
    const last = page.rows.at(-1);
    const position: string | null = page.searchedTo ?? (last === undefined ? null : positionOf(last));
    if (!page.older || position === null) return;
    from = { direction: 'older', position };
  }
}

function positionOf({ created_at, sid }: AccountExecutionRow): string {
  return `${created_at}.${sid}`;
}

/**
 * The whole address of the contact of an execution, null once its personal data was removed. Who saw it is logged.
 * @throws Refusal when the caller has no such execution
 */
export async function revealContact(
  ctx: ServiceContext,
  { account, user }: Caller,
  sid: string,
): Promise<string | null> {
  const row = await findExecution(ctx.database.replica, { account, sid });
  if (row === undefined) throw notFound();
  ctx.log.info({ account, user, execution: sid }, 'Contact revealed');
  return row.purged_at === null ? row.contact : null;
}

/** An execution as the list of the account has them. */
export function presentAccountExecution(row: AccountExecutionRow): AccountExecution {
  const isPurged = row.purged_at !== null;
  return {
    sid: row.sid,
    flow_sid: row.flow,
    flow_version: row.revision,
    status: row.status,
    contact_masked: isPurged ? null : maskAddress(row.contact),
    channel: isPurged ? null : row.channel,
    widget: row.widget,
    waiting_for: row.waiting,
    event: row.event,
    error_code: row.error,
    parent_sid: row.parent,
    parent_step_sid: row.parent_step,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
  };
}
