/** Inbound messages: each is processed once (idempotent by its SID), advances or starts an execution, and is replied to. */

import { startByConversation, startByMessage } from '#engine/starts.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { type HandoverTarget, handoverTarget } from '../../executions/service/handover.ts';
import {
  type AddressPair,
  findActing,
  type Listener,
  lockConcurrentListener,
  lockExclusive,
  lockExecution,
  lockListenerBeside,
} from '../../executions/service/lookup.ts';
import { countStart } from '../../executions/service/start-rate-limit.ts';
import { newExecutionSid, startInFreePair, takeTurn } from '../../executions/service/turn.ts';
import {
  inTurnTransaction,
  sharingOfPair,
  type TurnTransaction,
} from '../../executions/service/turn-transaction.ts';
import { waitUntilIdle } from '../../executions/service/wait-until-idle.ts';
import { flowExists } from '../../flows/runnable/service.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { ExecutionRow, MessageRow } from '../../platform/database/schema/tables.ts';
import { shardOfPair } from '../../platform/database/shard.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { carrierInTurn, noteCarrier } from '../carriers/carrier-in-turn.ts';
import { countInbound } from '../subjects/address-limit.ts';
import {
  type FirstMessageLookup,
  findMessage,
  insertMessage,
  listMessages as listRows,
  lookUpForFirstMessage,
  repliesTo,
  setMessageExecution,
} from './store.ts';

export type { MessageRow };

export type InboundMessage = {
  account: string;
  flow: string;
  /** The carrier's SID of the message: the idempotency key of its delivery. */
  sid: string;
  from: string;
  to: string;
  /** The address of the flow that the message is for: `to`, or the messaging service through which it came. */
  channel: string;
  body: string;
  media: string[];
  /** All fields of the carrier's post, as the flow reads them. */
  fields: JsonObject;
  /** A message in a conversation; left out for one between two addresses. */
  source?: 'conversation';
  /** False where the carrier takes no messages in its response: each is requested from it. True when left out. */
  repliesInResponse?: boolean;
};

/** A reply: a message, or a redirect to the application that takes over the conversation. */
export type Reply = ReplyMessage | HandoverTarget;

/**
 * `from` is set when it is not the address that the inbound message was sent to, `statusCallback` when the carrier is to
 * report the message's status.
 */
export type ReplyMessage = {
  body: string;
  media: string[];
  from?: string;
  statusCallback?: { execution: string; effect: string };
};

type ReceivedMessage = { execution: ExecutionRow; sent: MessageRow[] };

/**
 * Processes a message and returns the replies. A duplicate delivery changes nothing and gets the same replies. Waits up
 * to about 12 s for HTTP requests of the flow, so that the replies that follow from them are included.
 *
 * @throws Refusal when the account has no such flow, or the flow no revision for this contact, or (too-many) when the
 * address sends too many
 */
export async function receiveMessage(ctx: ServiceContext, message: InboundMessage): Promise<Reply[]> {
  countInbound(ctx, message);
  const { account, from: contact, channel: address } = message;
  const received = await inTurnTransaction(ctx, (turn) => processMessage(turn, message), {
    replyTo: message.repliesInResponse === false ? null : message.sid,
    sharing: sharingOfPair({ account, contact, channel: address }),
  });
  if (received !== 'duplicate' && isIdle(received.execution)) {
    const replies = received.sent.filter((row) => row.reply_to !== null).map((row) => toReply(row, message));
    const next = handoverTarget(ctx, received.execution);
    return next === null ? replies : [...replies, next];
  }
  const { read } = ctx.database;
  // A duplicate may come when the execution that it was for has ended, and is for another address then.
  const stored = received === 'duplicate' ? await findMessage(read, message.account, message.sid) : undefined;
  const root =
    received === 'duplicate' ? stored?.execution : (received.execution.parent ?? received.execution.sid);
  if (received !== 'duplicate' && root) await waitUntilIdle(ctx, root);
  const rows = root ? await repliesTo(read, { account: message.account, sid: root }, message.sid) : [];
  const acting = root ? await findActing(ctx, root) : undefined;
  const { to, channel } = { ...message, ...acting };
  const replies = rows.map((row) => toReply(row, { to, channel }));
  const next = handoverTarget(ctx, acting);
  return next === null ? replies : [...replies, next];
}

/** True when the execution certainly has no job in progress: the common case, known without a query. */
function isIdle(execution: ExecutionRow): boolean {
  return execution.waiting !== 'effect' && execution.parent === null;
}

async function processMessage(
  turn: TurnTransaction,
  message: InboundMessage,
): Promise<ReceivedMessage | 'duplicate'> {
  const { account, from, channel } = message;
  const pair = { account, contact: from, channel };
  const exclusive = await lockExclusive(turn, pair);
  // With the first message of a contact all that follows is asked for in one exchange, as if no other execution waited for it.
  const early = exclusive === undefined ? null : await lockListenerBeside(turn, pair, exclusive);
  if (early?.row !== undefined) await requireFlow(turn, message, early.row);
  const execution = early?.row?.sid ?? newExecutionSid(turn, pair);
  // Most flows reply from the address of the message, so its carrier is asked for too.
  const row = inboundRow(turn, message, execution);
  const [isNew, { revision, listener, busy }] = await Promise.all([
    insertMessage(turn.tx, row),
    early === null ? prepareFirst(turn, message, pair) : prepareNext(turn, pair, early),
  ]);
  if (revision === 'missing') throw notFound();
  if (!isNew) {
    // The SID is not logged: the other side chooses it, so it could be a phone number.
    turn.ctx.log.info({ flow: message.flow }, 'Duplicate delivery of a message ignored');
    return 'duplicate';
  }
  if (listener !== undefined) {
    if (listener.sid !== execution) await setMessageExecution(turn.tx, row, listener.sid);
    return deliverToExecution(turn, listener, message);
  }
  await countStart(turn, account, 'inbound');
  if (busy !== null) await noteOnBusy(turn, busy, message);
  if (revision === null || revision === 'unpublished') {
    throw new Refusal('bad-request', 'The flow has no published revision');
  }
  const started = await startFromMessage(turn, message, { revision, sid: execution });
  return { execution: started, sent: turn.sentMessages };
}

/** Whom a message is for, and the flow's revision for the contact where that is asked already. */
type Prepared = {
  revision: FirstMessageLookup['revision'] | null;
  listener: ExecutionRow | undefined;
  busy: string | null;
};

/** For a message between addresses without an exclusive execution. */
async function prepareFirst(
  turn: TurnTransaction,
  { flow }: InboundMessage,
  pair: AddressPair,
): Promise<Prepared> {
  const { revision, concurrent, carrier } = await lookUpForFirstMessage(turn.tx, pair, flow);
  noteCarrier(turn, { account: pair.account, address: pair.channel }, Promise.resolve(carrier));
  const { row: listener, busy } = await lockConcurrentListener(turn, concurrent);
  return { revision, listener, busy };
}

async function prepareNext(
  turn: TurnTransaction,
  { account, channel }: AddressPair,
  { row: listener, busy }: Listener,
): Promise<Prepared> {
  await carrierInTurn(turn, account, channel);
  return { revision: null, listener, busy };
}

/** That the account has an execution of another flow does not prove that it has the message's flow. */
async function requireFlow(
  turn: TurnTransaction,
  { account, flow }: InboundMessage,
  listener: ExecutionRow,
): Promise<void> {
  if (listener.flow !== flow && !(await flowExists(turn.tx, account, flow))) throw notFound();
}

/**
 * Notes a message that starts an execution of its own on the active one, which is at a call: who looks at that call
 * should see it.
 */
async function noteOnBusy(turn: TurnTransaction, busy: string, { fields }: InboundMessage): Promise<void> {
  const row = await lockExecution(turn, busy);
  if (row !== undefined) await takeTurn(turn, row, { kind: 'message', message: fields });
}

/** A message to an application that has taken over the conversation is that application's. */
async function deliverToExecution(
  turn: TurnTransaction,
  row: ExecutionRow,
  { fields }: InboundMessage,
): Promise<ReceivedMessage> {
  if (handoverTarget(turn.ctx, row) !== null) return { execution: row, sent: [] };
  const execution = await takeTurn(turn, row, { kind: 'message', message: fields });
  return { execution, sent: turn.sentMessages };
}

function startFromMessage(
  turn: TurnTransaction,
  { account, flow, from, channel, sid: initiatedBy, fields, source }: InboundMessage,
  { revision, sid }: { revision: number; sid: string },
): Promise<ExecutionRow> {
  const start = source === 'conversation' ? startByConversation(fields) : startByMessage(fields);
  const pair = { account, contact: from, channel };
  return startInFreePair(turn, { ...pair, flow, revision, exclusive: true, initiatedBy, ...start }, sid);
}

function inboundRow(turn: TurnTransaction, message: InboundMessage, execution: string): MessageRow {
  return {
    account: message.account,
    sid: message.sid,
    shard: shardOfPair(message.account, message.from, message.to),
    flow: message.flow,
    execution,
    direction: 'inbound',
    sender: message.from,
    recipient: message.to,
    body: message.body,
    media: JSON.stringify(message.media),
    status: 'received',
    reply_to: null,
    carrier: null,
    effect: null,
    content: null,
    error_code: null,
    created_at: turn.now,
    updated_at: null,
  };
}

/** An outbound message as the reply to one that was sent `to` an address, for the flow's own address `channel`. */
export function toReply(
  row: MessageRow,
  { to, channel }: Pick<InboundMessage, 'to' | 'channel'>,
): ReplyMessage {
  const { carrier, execution, effect } = row;
  const statusCallback =
    carrier === null || execution === null || effect === null ? null : { execution, effect };
  return {
    body: row.body,
    media: JSON.parse(row.media) as string[],
    ...(row.sender !== to && row.sender !== channel && { from: row.sender }),
    ...(statusCallback !== null && { statusCallback }),
  };
}

/** Messages of the account, newest first; positions are by age. */
export function listMessages(
  ctx: ServiceContext,
  caller: Caller,
  filter: { sender?: string | undefined; recipient?: string | undefined; execution?: string | undefined },
  request: KeysetPageRequest,
): Promise<KeysetPage<MessageRow>> {
  return listRows(ctx.database.replica, { account: caller.account, ...filter }, request);
}

/** @throws Refusal when the caller has no such message */
export async function fetchMessage(ctx: ServiceContext, caller: Caller, sid: string): Promise<MessageRow> {
  const row = await findMessage(ctx.database.replica, caller.account, sid);
  if (row === undefined) throw notFound();
  return row;
}
