/** The verbs of services: the account's own endpoints, and what the embedded chat and sync services hold. */

import { type ServiceKind, serviceKinds } from '#api/services.ts';
import type { JsonObject } from '#flow/json.ts';
import type { TrialPayload } from '../runner/service-call.ts';
import { writeObject } from '../runner/sync-object.ts';
import { transact } from '../runner/transact.ts';
import {
  findChannel,
  listChannels as listChannelRows,
  membersOf,
  removeChannel as removeChannelRow,
} from '../store/chat-channels.ts';
import { insertJob } from '../store/jobs.ts';
import {
  beginTrial,
  findEndpoint,
  listEndpoints,
  putEndpoint,
  removeEndpoint,
} from '../store/service-endpoints.ts';
import type {
  ChatChannelRow,
  ChatMemberRow,
  ServiceEndpointRow,
  SyncObjectRow,
} from '../store/service-tables.ts';
import type { Slice, SliceRequest } from '../store/slice.ts';
import { findObject, listObjects, removeObject } from '../store/sync-objects.ts';
import type { Caller, Host } from './host.ts';
import { notFound, Refusal } from './refusal.ts';

export type { ChatChannelRow, ChatMemberRow, ServiceEndpointRow, SyncObjectRow };

export type ViewedChannel = { row: ChatChannelRow; members: ChatMemberRow[] };

/** One entry for each kind; `row` is null where the embedded service answers. */
export type Endpoint = { kind: ServiceKind; row: ServiceEndpointRow | null };

export async function endpointsOf(host: Host, { account }: Caller): Promise<Endpoint[]> {
  const rows = await listEndpoints(host.database.read, account);
  return serviceKinds.map((kind) => ({ kind, row: rows.find((row) => row.kind === kind) ?? null }));
}

export async function fetchServiceEndpoint(
  host: Host,
  { account }: Caller,
  kind: ServiceKind,
): Promise<Endpoint> {
  return { kind, row: (await findEndpoint(host.database.read, { account, kind })) ?? null };
}

/** Says where requests of that kind go. A `secret` left out stays as it was; '' takes it away. */
export async function configureEndpoint(
  host: Host,
  caller: Caller,
  { kind, url, secret }: { kind: ServiceKind; url: string; secret?: string | undefined },
): Promise<Endpoint> {
  const { account } = caller;
  const sealed = secret === undefined ? undefined : secret === '' ? null : host.vault.seal(secret);
  const now = host.clock.now();
  await host.database.write((tx) =>
    putEndpoint(tx, { account, kind, url, now, ...(sealed !== undefined && { secret: sealed }) }),
  );
  return fetchServiceEndpoint(host, caller, kind);
}

/** Gives the kind back to the embedded service; says nothing when it was there already. */
export async function forgetEndpoint(host: Host, caller: Caller, kind: ServiceKind): Promise<void> {
  await host.database.write((tx) => removeEndpoint(tx, { account: caller.account, kind }));
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
export async function tryEndpoint(host: Host, caller: Caller, kind: ServiceKind): Promise<Endpoint> {
  const { account } = caller;
  await transact(host, async (work) => {
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
      key: `trial:${host.ids.token()}`,
      kind: 'service-trial',
      account,
      execution: null,
      payload: JSON.stringify(payload),
      run_at: work.now,
      created_at: work.now,
    });
    work.wakes = true;
  });
  return fetchServiceEndpoint(host, caller, kind);
}

/** Newest first; positions are SIDs. */
export async function listChatChannels(
  host: Host,
  { account }: Caller,
  request: SliceRequest,
): Promise<Slice<ViewedChannel>> {
  const slice = await listChannelRows(host.database.read, account, request);
  const members = await membersOf(
    host.database.read,
    slice.rows.map(({ sid }) => sid),
  );
  const rows = slice.rows.map((row) => ({
    row,
    members: members.filter(({ channel }) => channel === row.sid),
  }));
  return { ...slice, rows };
}

/** @throws Refusal when the caller has no such channel */
export async function fetchChatChannel(host: Host, { account }: Caller, sid: string): Promise<ViewedChannel> {
  const row = await findChannel(host.database.read, account, sid);
  if (row === undefined) throw notFound();
  return { row, members: await membersOf(host.database.read, [row.sid]) };
}

/** @throws Refusal when the caller has no such channel */
export async function removeChatChannel(host: Host, { account }: Caller, sid: string): Promise<void> {
  if (!(await host.database.write((tx) => removeChannelRow(tx, account, sid)))) throw notFound();
}

/** Newest first; positions are SIDs. */
export function listSyncObjects(
  host: Host,
  { account }: Caller,
  request: SliceRequest,
): Promise<Slice<SyncObjectRow>> {
  return listObjects(host.database.read, account, request);
}

/** By SID or name. @throws Refusal when the caller has no such object */
export async function fetchSyncObject(host: Host, { account }: Caller, name: string): Promise<SyncObjectRow> {
  const row = await findObject(host.database.read, account, name);
  if (row === undefined) throw notFound();
  return row;
}

/** Makes the object or changes it. @throws Refusal when it would be too large */
export async function writeSyncObject(
  host: Host,
  { account }: Caller,
  input: { name: string; data: JsonObject; mode: 'merge' | 'replace' },
): Promise<SyncObjectRow> {
  const written = await transact(host, (work) => writeObject(work, { account, ...input }));
  if (typeof written === 'string') throw new Refusal('bad-request', written, { field: 'Data' });
  return written;
}

/** By SID or name. @throws Refusal when the caller has no such object */
export async function removeSyncObject(host: Host, { account }: Caller, name: string): Promise<void> {
  const removed = await host.database.write(async (tx) => {
    const row = await findObject(tx, account, name);
    return row !== undefined && (await removeObject(tx, account, row.sid));
  });
  if (!removed) throw notFound();
}
