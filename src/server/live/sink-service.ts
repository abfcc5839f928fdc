/** Service functions of event sinks: webhooks to which the events of an account are posted. */

import { auditEventType, permissionsToSend, type SinkEventType } from '#api/live/events.ts';
import type { SinkResource } from '#api/sinks/operations.ts';
import { actsFor } from '../accounts/acting-later-service.ts';
import { findChain } from '../platform/audit/event-store.ts';
import type { Queries } from '../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { SinkRow } from '../platform/database/schema/live.ts';
import { shardOfAccount } from '../platform/database/shard.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { healthyState } from './sink-delivery.ts';
import {
  countSinks,
  deleteSinkRow,
  findSink,
  insertSink,
  listFailingSinks,
  listSinks as listRows,
  setDueForAudit,
  updateSink as updateRow,
} from './sink-store.ts';
import { endOfLog } from './store.ts';

export type { SinkRow };

/** Each is read and posted to by itself, so there are not many. */
export const maxSinks = 10;

/** `secret` null is none. */
export type NewSink = { destination: string; kinds: readonly SinkEventType[]; secret: string | null };

/**
 * Makes a sink that is posted everything from now on.
 * @throws Refusal forbidden for who may not see what it is posted; when the account has as many as it may have
 */
export async function createSink(ctx: ServiceContext, caller: Caller, sink: NewSink): Promise<SinkRow> {
  const now = ctx.clock.now();
  const row: SinkRow = {
    sid: ctx.ids.sid('DG'),
    account: caller.account,
    shard: shardOfAccount(caller.account),
    destination: sink.destination,
    kinds: JSON.stringify(sink.kinds),
    secret: sink.secret === null ? null : ctx.secrets.encrypt(sink.secret),
    acts_for: actsFor(caller, permissionsToSend(sink.kinds)),
    ...healthyState(now),
    ...(await endOfLog(ctx.database.read)),
    sent: 0,
    audit_sequence: await endOfAuditLog(ctx.database.read, caller.account),
    lease_until: 0,
    // Turns that end before the sink can be seen by others are found by a look at it.
    wake_at: now,
    delivered_at: null,
    test_wanted: 0,
    tested_at: null,
    test_problem: null,
    created_at: now,
    updated_at: null,
  };
  await ctx.database.write(async (tx) => {
    if ((await countSinks(tx, caller.account)) >= maxSinks) {
      throw new Refusal('conflict', `An account may not have more than ${maxSinks} sinks`);
    }
    await insertSink(tx, row);
  });
  ctx.wake('turns');
  return row;
}

/** Newest first; positions are SIDs. */
export function listSinks(
  ctx: ServiceContext,
  caller: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<SinkRow>> {
  return listRows(ctx.database.read, caller.account, request);
}

/** As the page says it: `failing` is one that is tried again. */
export function sinkState({ status, problem }: SinkRow): SinkResource['status'] {
  return status === 'active' && problem !== null ? 'failing' : status;
}

/** @throws Refusal when the caller has no such sink */
export async function fetchSink(ctx: ServiceContext, caller: Caller, sid: string): Promise<SinkRow> {
  return required(await findSink(ctx.database.read, caller.account, sid));
}

/**
 * Updates the given fields; a failed sink resumes where it stopped. It acts for the caller from now on.
 * @throws Refusal forbidden for who may not see what it is posted; when the caller has no such sink
 */
export async function updateSink(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  { destination, kinds, secret }: Partial<NewSink>,
): Promise<SinkRow> {
  const { account } = caller;
  const now = ctx.clock.now();
  const change: Partial<SinkRow> = {
    ...healthyState(now),
    wake_at: now,
    updated_at: now,
    ...(destination !== undefined && { destination }),
    ...(kinds !== undefined && { kinds: JSON.stringify(kinds) }),
    ...(secret !== undefined && { secret: secret === null ? null : ctx.secrets.encrypt(secret) }),
  };
  const row = required(
    await ctx.database.write(async (tx) => {
      const before = required(await findSink(tx, account, sid));
      const kindsBefore = JSON.parse(before.kinds) as SinkEventType[];
      const acts_for = actsFor(caller, permissionsToSend(kinds ?? kindsBefore));
      const isNew = kinds?.includes(auditEventType) === true && !kindsBefore.includes(auditEventType);
      // What was recorded before it was asked for is not posted.
      const from = isNew && { audit_sequence: await endOfAuditLog(tx, account) };
      return updateRow(tx, { account, sid }, { ...change, ...from, acts_for });
    }),
  );
  ctx.wake('turns');
  return row;
}

async function endOfAuditLog(db: Queries, account: string): Promise<number> {
  return (await findChain(db, account))?.sequence ?? 0;
}

/** Makes sinks of the audit log due, in the transaction that writes events behind a number into its chain; then wake `turns`. */
export function wakeAuditSinks(tx: Queries, account: string, now: number, behind: number): Promise<void> {
  return setDueForAudit(tx, account, now, behind);
}

/** @throws Refusal when the caller has no such sink */
export async function removeSink(ctx: ServiceContext, { account }: Caller, sid: string): Promise<void> {
  if (!(await ctx.database.write((tx) => deleteSinkRow(tx, account, sid)))) throw notFound();
}

/**
 * Requests a test event; its result is in the sink soon after.
 * @throws Refusal when the caller has no such sink
 */
export async function testSink(ctx: ServiceContext, { account }: Caller, sid: string): Promise<SinkRow> {
  const change = { test_wanted: 1, wake_at: ctx.clock.now() };
  const row = required(await ctx.database.write((tx) => updateRow(tx, { account, sid }, change)));
  ctx.wake('turns');
  return row;
}

function required(row: SinkRow | undefined): SinkRow {
  if (row === undefined) throw notFound();
  return row;
}

/** Sinks of all accounts without a success since `before`, longest first. */
export const failingSinks = (ctx: ServiceContext, before: number, limit: number) =>
  listFailingSinks(ctx.database.read, { before, limit });
