/** Service functions of the audit log: lists, one event with its neighbours in the chain, and files. */

import type { AuditEventDetail } from '#api/audit/operations.ts';
import { hashOf, recordOf } from '../platform/audit/chain.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { AuditEventRow } from '../platform/database/schema/audit.ts';
import { notFound } from '../platform/errors.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { sealEvents } from './chain-service.ts';
import { type AuditFilter, findEvent, findInChain, listInChain, listEvents as listRows } from './store.ts';

export type { AuditEventRow, AuditFilter };

const exportPageSize = 1_000;

/** Newest first; positions are SIDs. */
export function listEvents(
  ctx: ServiceContext,
  { account }: Caller,
  filter: AuditFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<AuditEventRow>> {
  return listRows(ctx.database.read, account, filter, request);
}

export type EventInChain = {
  row: AuditEventRow;
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
  const beside = await findInChain(read, account, [sequence - 1, sequence + 1]);
  const linkAt = (at: number) => {
    const found = beside.find((each) => each.sequence === at);
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
): AsyncGenerator<AuditEventRow[]> {
  await sealEvents(ctx, account);
  let after = 0;
  for (let left = limit; left > 0; ) {
    const rows = await listInChain(
      ctx.database.read,
      { account, after, limit: Math.min(left, exportPageSize) },
      filter,
    );
    yield rows;
    left -= rows.length;
    after = rows.at(-1)?.sequence ?? after;
    if (rows.length < exportPageSize) return;
  }
}
