/** The services that answer where an account has configured none: rows, and words that are compared. */

import { serviceFailure, understoodResult } from '#engine/results/service-result.ts';
import type { Result } from '#engine/signal.ts';
import { isObject, type Json, type JsonObject, textOf } from '#flow/json/json.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import type { CommandOf } from '../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../executions/service/turn-transaction.ts';
import type { ChatChannelRow, ChatMemberRow, SyncObjectRow } from '../platform/database/schema/services.ts';
import { shardOfAccount } from '../platform/database/shard.ts';
import { findChannel, insertChannel, insertMember, lockChannel, membersOf } from './chat-channel-store.ts';
import { upsertObject } from './sync-object-service.ts';

/** Members that one channel may have. */
const mostMembers = 250;
const longestName = 256;

/** What the embedded service answers; a failure is the widget's, never an exception. */
export async function runEmbeddedService(
  turn: TurnTransaction,
  asker: CommandIssuer,
  { service, action, request }: CommandOf<'ask-service'>,
): Promise<Result> {
  switch (service) {
    case 'chat':
      return action === 'add-member' ? addMember(turn, asker, request) : createChannel(turn, asker, request);
    case 'sync':
      return updateObject(turn, asker, request);
    case 'understand':
      return understoodResult(request);
  }
}

async function createChannel(
  turn: TurnTransaction,
  { row }: CommandIssuer,
  request: JsonObject,
): Promise<Result> {
  const uniqueName = textOf(request.unique_name);
  if (uniqueName.length > longestName)
    return serviceFailure(`A unique name may have ${longestName} characters.`);
  const channel: ChatChannelRow = {
    sid: turn.ctx.ids.sid('CH'),
    account: row.account,
    shard: shardOfAccount(row.account),
    flow: row.flow,
    execution: row.sid,
    friendly_name: textOf(request.friendly_name),
    unique_name: uniqueName === '' ? null : uniqueName,
    type: textOf(request.type),
    attributes: JSON.stringify(request.attributes ?? {}),
    created_at: turn.now,
    updated_at: null,
  };
  if (await insertChannel(turn.tx, channel)) return { ok: true, data: channelData(channel, true) };
  const there = await findChannel(turn.tx, row.account, uniqueName);
  return there === undefined
    ? serviceFailure(`The channel "${uniqueName}" could not be created.`)
    : { ok: true, data: channelData(there, false) };
}

async function addMember(
  turn: TurnTransaction,
  { row }: CommandIssuer,
  request: JsonObject,
): Promise<Result> {
  const name = textOf(request.channel);
  const identity = textOf(request.identity);
  if (identity.length > longestName)
    return serviceFailure(`A member's name may have ${longestName} characters.`);
  const channel = await findChannel(turn.tx, row.account, name);
  if (channel === undefined || (await lockChannel(turn.tx, channel)) === undefined)
    return serviceFailure(`There is no chat channel "${name}".`);
  const members = await membersOf(turn.tx, row.account, [channel.sid]);
  const there = members.find((member) => member.identity === identity);
  if (there !== undefined) return { ok: true, data: memberData(there, false) };
  if (members.length >= mostMembers) return serviceFailure(`The channel has ${mostMembers} members already.`);
  const member: ChatMemberRow = {
    sid: turn.ctx.ids.sid('MB'),
    account: row.account,
    shard: shardOfAccount(row.account),
    channel: channel.sid,
    execution: row.sid,
    identity,
    friendly_name: textOf(request.friendly_name),
    role: textOf(request.role),
    created_at: turn.now,
  };
  await insertMember(turn.tx, member);
  return { ok: true, data: memberData(member, true) };
}

async function updateObject(
  turn: TurnTransaction,
  { row }: CommandIssuer,
  request: JsonObject,
): Promise<Result> {
  const written = await upsertObject(turn, {
    account: row.account,
    name: textOf(request.name),
    data: isObject(request.data) ? request.data : {},
    mode: request.mode === 'replace' ? 'replace' : 'merge',
  });
  return typeof written === 'string' ? serviceFailure(written) : { ok: true, data: objectData(written) };
}

function channelData(row: ChatChannelRow, created: boolean): JsonObject {
  return {
    sid: row.sid,
    friendly_name: row.friendly_name,
    unique_name: row.unique_name,
    type: row.type,
    attributes: parseExactJson(row.attributes) as Json,
    created,
  };
}

function memberData(row: ChatMemberRow, created: boolean): JsonObject {
  return {
    sid: row.sid,
    channel_sid: row.channel,
    identity: row.identity,
    friendly_name: row.friendly_name,
    role: row.role,
    created,
  };
}

function objectData({ sid, name, data, revision }: SyncObjectRow): JsonObject {
  return { sid, name, data: parseExactJson(data) as JsonObject, revision };
}
