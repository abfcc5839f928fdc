/** The verbs of services: the account's own endpoints, and what the embedded chat and sync services hold. */

import { type ServiceKind, serviceKinds } from '#api/services.ts';
import type { JsonObject } from '#flow/json.ts';
import type { Slice, SliceRequest } from '../platform/database/keyset-pagination.ts';
import type {
  ChatChannelRow,
  ChatMemberRow,
  ServiceEndpointRow,
  SyncObjectRow,
} from '../platform/database/schema/services.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import { insertJob } from '../platform/jobs/queue.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { transact } from '../runner/transact.ts';
import {
  findChannel,
  listChannels as listChannelRows,
  membersOf,
  removeChannel as removeChannelRow,
} from './chat-channel-store.ts';
import type { TrialPayload } from './endpoint-request.ts';
import { beginTrial, findEndpoint, listEndpoints, putEndpoint, removeEndpoint } from './endpoint-store.ts';
import { findObject, listObjects, removeObject } from './sync-object-store.ts';
import { writeObject } from './sync-object-write.ts';

export type { ChatChannelRow, ChatMemberRow, ServiceEndpointRow, SyncObjectRow };

export type ViewedChannel = { row: ChatChannelRow; members: ChatMemberRow[] };

/** One entry for each kind; `row` is null where the embedded service answers. */
export type Endpoint = { kind: ServiceKind; row: ServiceEndpointRow | null };

export async function endpointsOf(ctx: ServiceContext, { account }: Caller): Promise<Endpoint[]> {
  const rows = await listEndpoints(ctx.database.read, account);
  return serviceKinds.map((kind) => ({ kind, row: rows.find((row) => row.kind === kind) ?? null }));
}

export async function fetchServiceEndpoint(
  ctx: ServiceContext,
  { account }: Caller,
  kind: ServiceKind,
): Promise<Endpoint> {
  return { kind, row: (await findEndpoint(ctx.database.read, { account, kind })) ?? null };
}

/** Says where requests of that kind go. A `secret` left out stays as it was; '' takes it away. */
export async function configureEndpoint(
  ctx: ServiceContext,
  caller: Caller,
  { kind, url, secret }: { kind: ServiceKind; url: string; secret?: string | undefined },
): Promise<Endpoint> {
  const { account } = caller;
  const sealed = secret === undefined ? undefined : secret === '' ? null : ctx.vault.seal(secret);
  const now = ctx.clock.now();
  await ctx.database.write((tx) =>
    putEndpoint(tx, { account, kind, url, now, ...(sealed !== undefined && { secret: sealed }) }),
  );
  return fetchServiceEndpoint(ctx, caller, kind);
}

/** Gives the kind back to the embedded service; says nothing when it was there already. */
export async function forgetEndpoint(ctx: ServiceContext, caller: Caller, kind: ServiceKind): Promise<void> {
  await ctx.database.write((tx) => removeEndpoint(tx, { account: caller.account, kind }));
}

/** What a test request says; it means nothing and asks for nothing. */
const trialBodies: { readonly [K in ServiceKind]: JsonObject } = {
  tasks: {
    action: 'create-task',
    workflow: '',
    channel: '',
    attributes: {},
    priority: '0',
    timeout: 3600,
    hands_over: false,
  },
  chat: {
    action: 'create-channel',
    friendly_name: 'Trial',
    unique_name: '',
    type: 'private',
    attributes: {},
  },
  sync: { action: 'update-object', name: 'trial', mode: 'merge', data: {} },
  understand: { action: 'read', text: 'Hello', language: '', intents: [] },
};

/**
 * Has a test request sent; what it led to is with the endpoint soon after. Its body says `trial: true`.
 * @throws Refusal when no endpoint is configured
 */
export async function tryEndpoint(ctx: ServiceContext, caller: Caller, kind: ServiceKind): Promise<Endpoint> {
  const { account } = caller;
  await transact(ctx, async (work) => {
    if ((await findEndpoint(work.tx, { account, kind })) === undefined) {
      throw new Refusal('bad-request', `No endpoint is configured for ${kind}`);
    }
    await beginTrial(work.tx, { account, kind }, work.now);
    const who = {
      account_sid: account,
      flow_sid: null,
      execution_sid: null,
      widget: null,
      contact: null,
      trial: true,
    };
    const payload: TrialPayload = { kind, asked: work.now, body: { ...trialBodies[kind], ...who } };
    await insertJob(work.tx, {
      key: `trial:${ctx.ids.token()}`,
      kind: 'service-trial',
      account,
      execution: null,
      payload: JSON.stringify(payload),
      run_at: work.now,
      created_at: work.now,
    });
    work.wakes = true;
  });
  return fetchServiceEndpoint(ctx, caller, kind);
}

/** Newest first; positions are SIDs. */
export async function listChatChannels(
  ctx: ServiceContext,
  { account }: Caller,
  request: SliceRequest,
): Promise<Slice<ViewedChannel>> {
  const slice = await listChannelRows(ctx.database.read, account, request);
  const members = await membersOf(
    ctx.database.read,
    slice.rows.map(({ sid }) => sid),
  );
  const rows = slice.rows.map((row) => ({
    row,
    members: members.filter(({ channel }) => channel === row.sid),
  }));
  return { ...slice, rows };
}

/** @throws Refusal when the caller has no such channel */
export async function fetchChatChannel(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<ViewedChannel> {
  const row = await findChannel(ctx.database.read, account, sid);
  if (row === undefined) throw notFound();
  return { row, members: await membersOf(ctx.database.read, [row.sid]) };
}

/** @throws Refusal when the caller has no such channel */
export async function removeChatChannel(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<void> {
  if (!(await ctx.database.write((tx) => removeChannelRow(tx, account, sid)))) throw notFound();
}

/** Newest first; positions are SIDs. */
export function listSyncObjects(
  ctx: ServiceContext,
  { account }: Caller,
  request: SliceRequest,
): Promise<Slice<SyncObjectRow>> {
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
  const written = await transact(ctx, (work) => writeObject(work, { account, ...input }));
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
