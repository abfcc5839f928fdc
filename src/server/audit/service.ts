/** Service functions of the audit log: lists, one event with its neighbours in the chain, and files. */

import type { AuditEventDetail } from '#api/audit/operations.ts';
import { listAccounts } from '../accounts/service.ts';
import { hashOf, recordOf } from '../platform/audit/chain.ts';
import { findChain } from '../platform/audit/event-store.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { AuditEventCells } from '../platform/database/schema/audit.ts';
import { notFound } from '../platform/errors.ts';
import { eventLoopTurn } from '../platform/event-loop-turn.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { sealEvents } from './chain-service.ts';
import {
  type AccessRow,
  type AuditFilter,
  countEvents as countRows,
  findEvent,
  findInChain,
  listInChain,
  listNewestAccess,
  listEvents as listRows,
} from './store.ts';

export type { AccessRow, AuditEventCells, AuditFilter };

const recentEvents = 2_000;

const exportPageSize = 1_000;

/** `below`: with the accounts below that of the caller. */
export type EventsWanted = AuditFilter & { below: boolean };

/** As many as an account has below it by default. */
const maxAccounts = 1_001;

async function accountsOf(ctx: ServiceContext, caller: Caller, below: boolean): Promise<string[]> {
  if (!below) return [caller.account];
  const { rows } = await listAccounts(ctx, caller, undefined, { size: maxAccounts, from: null });
  return rows.map(({ sid }) => sid);
}

/** Newest first; positions are SIDs. */
export async function listEvents(
  ctx: ServiceContext,
  caller: Caller,
  { below, ...filter }: EventsWanted,
  request: KeysetPageRequest,
): Promise<KeysetPage<AuditEventCells>> {
  return listRows(ctx.database.read, await accountsOf(ctx, caller, below), filter, request);
}

/** How many events each day has; a day begins at one of the times, and ends at the next. */
export async function countEvents(
  ctx: ServiceContext,
  caller: Caller,
  { below, ...filter }: EventsWanted,
  starts: readonly number[],
): Promise<number[]> {
  const ranges = starts.slice(0, -1).map((from, index) => ({ from, to: starts[index + 1] ?? from }));
  return countRows(ctx.database.read, await accountsOf(ctx, caller, below), filter, ranges);
}

/** Who did the newest events of the account, and from where; the newest first. */
export function recentAccess(ctx: ServiceContext, { account }: Caller): Promise<AccessRow[]> {
  return listNewestAccess(ctx.database.read, account, recentEvents);
}

export type EventInChain = {
  row: AuditEventCells;
  links: Pick<AuditEventDetail, 'computed_hash' | 'previous' | 'next'>;
};

/** @throws Refusal not-found */
export async function fetchEvent(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<EventInChain> {
  const { read } = ctx.database;
  const row = await findEvent(read, account, sid);
  if (row === undefined) throw notFound();
  const { sequence } = row;
  if (sequence === null) return { row, links: { computed_hash: null, previous: null, next: null } };
  const neighbours = await findInChain(read, row.account, [sequence - 1, sequence + 1]);
  const linkAt = (at: number) => {
    const found = neighbours.map(recordOf).find((each) => each.sequence === at);
    return found?.hash == null ? null : { sid: found.sid, sequence: at, hash: found.hash };
  };
  const computed_hash = hashOf(recordOf(row));
  return { row, links: { computed_hash, previous: linkAt(sequence - 1), next: linkAt(sequence + 1) } };
}

/** The events that the filter finds, page by page in the order of the chain, `limit` at most. */
export async function* exportEvents(
  ctx: ServiceContext,
  { account }: Caller,
  filter: AuditFilter,
  limit: number,
): AsyncGenerator<AuditEventCells[]> {
  await sealEvents(ctx, account);
  const { read } = ctx.database;
  let after = (await findChain(read, account))?.anchor_sequence ?? 0;
  for (let left = limit; left > 0; ) {
    const wanted = { account, after, limit: Math.min(left, exportPageSize) };
    const { rows, next } = await listInChain(read, wanted, filter);
    yield rows;
    await eventLoopTurn.enter();
    left -= rows.length;
    if (next === null) return;
    after = next;
  }
}
