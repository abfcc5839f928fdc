/** Service functions of sync objects: shared JSON objects that flows and the API write. */

import type { JsonObject } from '#flow/json/json.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { inTurnTransaction, type TurnTransaction } from '../executions/service/turn-transaction.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { SyncObjectRow } from '../platform/database/schema/services.ts';
import { shardOfAccount } from '../platform/database/shard.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import {
  findObject,
  insertObject,
  listObjects,
  lockObject,
  removeObject,
  updateObject,
} from './sync-object-store.ts';

export type { SyncObjectRow };

/** Characters that the JSON of one object may have. */
const maxObjectLength = 64 * 1024;
const maxNameLength = 256;

/** Newest first; positions are SIDs. */
export function listSyncObjects(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<SyncObjectRow>> {
  return listObjects(ctx.database.read, account, request);
}

/** By SID or name. @throws Refusal when the caller has no such object */
export async function fetchSyncObject(
  ctx: ServiceContext,
  { account }: Caller,
  name: string,
): Promise<SyncObjectRow> {
  const row = await findObject(ctx.database.read, account, name);
  if (row === undefined) throw notFound();
  return row;
}

/** Makes the object or changes it. @throws Refusal when it would be too large */
export async function writeSyncObject(
  ctx: ServiceContext,
  { account }: Caller,
  input: { name: string; data: JsonObject; mode: 'merge' | 'replace' },
): Promise<SyncObjectRow> {
  const written = await inTurnTransaction(ctx, (turn) => upsertObject(turn, { account, ...input }));
  if (typeof written === 'string') throw new Refusal('bad-request', written, { field: 'Data' });
  return written;
}

/** By SID or name. @throws Refusal when the caller has no such object */
export async function removeSyncObject(
  ctx: ServiceContext,
  { account }: Caller,
  name: string,
): Promise<void> {
  const removed = await ctx.database.write(async (tx) => {
    const row = await findObject(tx, account, name);
    return row !== undefined && (await removeObject(tx, account, row.sid));
  });
  if (!removed) throw notFound();
}

/**
 * Merges `data` into the object, key by key at its top, or puts it in its place; makes the object where there
 * is none. Gives the row as it then is, or the reason why nothing was written. Writers wait for each other.
 */
export async function upsertObject(
  turn: Pick<TurnTransaction, 'tx' | 'ctx' | 'now'>,
  {
    account,
    name,
    data,
    mode,
  }: { account: string; name: string; data: JsonObject; mode: 'merge' | 'replace' },
): Promise<SyncObjectRow | string> {
  if (name.length > maxNameLength) return `The name of an object may have ${maxNameLength} characters.`;
  const text = JSON.stringify(data);
  if (text.length > maxObjectLength) return tooLarge(text);
  const row: SyncObjectRow = {
    sid: turn.ctx.ids.sid('ET'),
    account,
    shard: shardOfAccount(account),
    name,
    data: text,
    revision: 1,
    created_at: turn.now,
    updated_at: null,
  };
  if (await insertObject(turn.tx, row)) return row;
  const there = await lockObject(turn.tx, account, name);
  if (there === undefined) return `The object "${name}" was taken away in this very moment.`;
  const merged =
    mode === 'replace' ? text : JSON.stringify({ ...(parseExactJson(there.data) as JsonObject), ...data });
  if (merged.length > maxObjectLength) return tooLarge(merged);
  const after = { ...there, data: merged, revision: there.revision + 1, updated_at: turn.now };
  await updateObject(turn.tx, after);
  return after;
}

function tooLarge({ length }: string): string {
  return `The object would have ${length} characters; ${maxObjectLength} are allowed.`;
}
