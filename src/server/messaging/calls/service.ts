/** Calls: processes what a carrier reports of a call, and returns what the carrier is to do next. */

import type { CallStatus } from '#api/messaging/operations.ts';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import { startByCall } from '#engine/starts.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { findActing, lockActing, lockExecution, waitOf } from '../../executions/service/lookup.ts';
import { countStart } from '../../executions/service/start-rate-limit.ts';
import { startExecution, takeTurn } from '../../executions/service/turn.ts';
import { inTurnTransaction, type TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { waitUntilIdle } from '../../executions/service/wait-until-idle.ts';
import { definitionOf, revisionFor } from '../../flows/runnable/service.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { CallRow, ExecutionRow } from '../../platform/database/schema/tables.ts';
import { shardOfPair } from '../../platform/database/shard.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { carrierOfAddress } from '../carriers/store.ts';
import { countInbound } from '../subjects/address-limit.ts';
import { isNewerStatus, isTerminal } from './status.ts';
import {
  findCall,
  findCallOf,
  insertCall,
  listCalls as listRows,
  renameCall,
  setCallExecution,
  setCallStatus,
} from './store.ts';

export type { CallRow };

export type CallReport = {
  account: string;
  /** That of the URL which was posted to; '' for the status callback, which belongs to none. */
  flow: string;
  sid: string;
  from: string;
  to: string;
  status: CallStatus;
  /** All fields of the carrier's post, as the flow reads them. */
  fields: JsonObject;
  /** The wait whose markup has been executed, from the query of our own callback URL; null for any other URL. */
  finished: { event: string; wait: string; execution: string } | null;
  /** Another application returns the call, or could not be reached. */
  returned?: 'return' | 'fail' | null;
  /** The URL is one that we gave for a call in progress, so the report does not start a flow. */
  continues?: boolean;
  /** The place-call effect of the call, from the query of our own callback URL. */
  placedBy?: { execution: string; effect: string } | null;
};

/**
 * What the carrier is to do: execute markup verbs and report their end as that of `wait`, which `step` ends; continue with the markup of
 * another application; poll again after a pause; hang up; or reject the call.
 */
export type CallInstructions =
  | { do: 'verbs'; verbs: MarkupVerb[]; execution: string; wait: string; step: number }
  | { do: 'redirect'; url: string; method: 'GET' | 'POST' }
  | { do: 'poll'; execution: string }
  | { do: 'hang-up' }
  | { do: 'reject' };

/**
 * Processes a report that expects instructions. The first of a call starts the flow; a duplicate or late one changes
 * nothing and gets the current instructions. Waits for HTTP requests of the flow, up to `patienceMs`.
 *
 * @throws Refusal when the account has no such flow, or the flow no revision for this contact
 */
export async function receiveCall(
  ctx: ServiceContext,
  report: CallReport,
  patienceMs?: number,
): Promise<CallInstructions> {
  const execution = await inTurnTransaction(ctx, (turn) => processReport(turn, report));
  if (execution === 'ended' || isTerminal(report.status)) return { do: 'hang-up' };
  if (execution === null) return { do: 'reject' };
  await waitUntilIdle(ctx, execution, patienceMs);
  return instructionsOf(ctx, await findActing(ctx, execution), execution);
}

/** Processes a report that expects no instructions; it never starts a flow. */
export async function recordCallReport(ctx: ServiceContext, report: CallReport): Promise<void> {
  await inTurnTransaction(ctx, (turn) => processReport(turn, report, 'never'));
}

/** What the call is to do now. `root` is the execution that the call belongs to, `acting` the one that acts for it. */
function instructionsOf(
  ctx: ServiceContext,
  acting: ExecutionRow | undefined,
  root: string,
): CallInstructions {
  if (acting === undefined || acting.status === 'ended') return { do: 'hang-up' };
  const { wait, step } = waitOf(ctx, acting);
  if (wait?.for === 'return') return { do: 'redirect', url: wait.url, method: wait.method };
  if (wait?.for !== 'call') return { do: 'poll', execution: root };
  return { do: 'verbs', verbs: wait.verbs, execution: acting.sid, wait: wait.id, step };
}

/**
 * Returns the SID of the execution that the call belongs to; null when there is none, `ended` when the call had ended
 * before and has no part in what its execution does now.
 */
async function processReport(
  turn: TurnTransaction,
  report: CallReport,
  starts: 'if-new' | 'never' = 'if-new',
): Promise<string | 'ended' | null> {
  const { account, sid } = report;
  if (starts === 'if-new') turn.respondsToCall = sid;
  const call = (await findCall(turn.tx, account, sid)) ?? (await matchPlacedCall(turn, report));
  if (call === undefined) {
    if (report.continues) return 'ended';
    if (starts === 'if-new') return startFromCall(turn, report);
    return isTerminal(report.status) ? recordEarlyEnd(turn, report) : null;
  }
  const root = await lockExecution(turn, call.execution);
  if (root === undefined) return 'ended';
  if (![call.flow, root.flow, ''].includes(report.flow)) throw notFound();
  // Every change of a call holds the lock of its execution, so this is its current state.
  const current = (await findCall(turn.tx, account, sid)) ?? call;
  await advanceByReport(turn, root, current, report);
  return isTerminal(current.status) ? 'ended' : root.sid;
}

/** The call that a flow placed and whose carrier's SID arrives for the first time; it is stored. */
async function matchPlacedCall(
  turn: TurnTransaction,
  { account, sid, placedBy }: CallReport,
): Promise<CallRow | undefined> {
  const call = placedBy == null ? undefined : await findCallOf(turn.tx, { account, ...placedBy });
  if (call === undefined || call.carrier === null) return undefined;
  await renameCall(turn.tx, call, sid);
  return { ...call, sid };
}

async function advanceByReport(
  turn: TurnTransaction,
  root: ExecutionRow,
  call: CallRow,
  report: CallReport,
): Promise<void> {
  const { sid, status, fields } = report;
  // A report of the end is not late: we may have ended the call ourselves.
  const isLate = (isTerminal(call.status) || root.status === 'ended') && !isTerminal(status);
  if (isLate) turn.ctx.log.info({ execution: root.sid }, 'Report of an ended call ignored');
  if (isTerminal(call.status)) return;
  if (isNewerStatus(call.status, status)) await setCallStatus(turn.tx, call, { status, now: turn.now });
  const isAnswered = call.effect === null || call.status === 'in-progress';
  if (!isAnswered) {
    if (status === 'queued' || status === 'ringing' || call.effect === null) return;
    const data = { ...fields, CallSid: sid, CallStatus: status };
    const signal = { kind: 'result' as const, effect: call.effect, result: { ok: true as const, data } };
    await takeTurn(turn, root, signal);
    return;
  }
  const acting = await lockActing(turn, root);
  if (isTerminal(status)) {
    await takeTurn(turn, acting, { kind: 'hangup', call: fields });
  } else if (report.finished?.execution === acting.sid) {
    const { event, wait } = report.finished;
    await takeTurn(turn, acting, { kind: 'call', wait, event, call: fields });
  } else if (report.returned) {
    await takeTurn(turn, acting, { kind: 'return', event: report.returned, fields });
  }
}

async function startFromCall(turn: TurnTransaction, report: CallReport): Promise<string | null> {
  const { account, flow, sid, from, to, fields } = report;
  const revision = await revisionFor(turn.tx, { account, flow, contact: from });
  if (revision === 'missing') throw notFound();
  if (revision === 'unpublished') throw new Refusal('bad-request', 'The flow has no published revision');
  if (isTerminal(report.status)) return recordEarlyEnd(turn, report);
  const row = await newCall(turn, report);
  if (!(await insertNew(turn, row, report))) return processReport(turn, report);
  const { flags } = await definitionOf(turn.ctx, turn.tx, { flow, revision });
  const execution = await startExecution(turn, {
    account,
    flow,
    revision,
    contact: from,
    channel: to,
    exclusive: flags?.allow_concurrent_calls !== true,
    initiatedBy: sid,
    ...startByCall(sid, fields),
  });
  if (execution !== null) {
    await setCallExecution(turn.tx, row, execution.sid);
    return execution.sid;
  }
  await setCallStatus(turn.tx, row, { status: 'busy', now: turn.now });
  return null;
}

/**
 * Stores a call that is over although its first post has not come: that one starts nothing then. Without addresses, as no
 * execution names the row, with which retention would remove them.
 */
async function recordEarlyEnd(turn: TurnTransaction, report: CallReport): Promise<string | null> {
  const row = { ...(await newCall(turn, report)), status: report.status, sender: '', recipient: '' };
  return (await insertNew(turn, row, report)) ? 'ended' : processReport(turn, report, 'never');
}

/** False where another report has stored the call meanwhile. @throws Refusal too-many */
async function insertNew(turn: TurnTransaction, row: CallRow, report: CallReport): Promise<boolean> {
  if (!(await insertCall(turn.tx, row))) return false;
  countInbound(turn.ctx, report);
  await countStart(turn, report.account, 'inbound');
  return true;
}

async function newCall(
  turn: TurnTransaction,
  { account, flow, sid, from, to }: CallReport,
): Promise<CallRow> {
  const { carrier } = await carrierOfAddress(turn.tx, account, to);
  return {
    account,
    sid,
    shard: shardOfPair(account, from, to),
    flow,
    execution: '',
    direction: 'inbound',
    sender: from,
    recipient: to,
    status: 'in-progress',
    effect: null,
    carrier,
    created_at: turn.now,
    updated_at: null,
  };
}

/** Calls of the account, newest first; positions are by age. */
export function listCalls(
  ctx: ServiceContext,
  caller: Caller,
  filter: { status?: CallStatus | undefined; execution?: string | undefined },
  request: KeysetPageRequest,
): Promise<KeysetPage<CallRow>> {
  return listRows(ctx.database.replica, { account: caller.account, ...filter }, request);
}

/** @throws Refusal when the caller has no such call */
export async function fetchCall(ctx: ServiceContext, caller: Caller, sid: string): Promise<CallRow> {
  const row = await findCall(ctx.database.replica, caller.account, sid);
  if (row === undefined) throw notFound();
  return row;
}
