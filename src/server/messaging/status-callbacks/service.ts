/** Status callbacks of carriers: each new status of a message or call advances its execution. */

import { normalizeAddress } from '#api/messaging/address.ts';
import type { CallStatus } from '#api/messaging/operations.ts';
import { undeliveredReason } from '#engine/results/message-result.ts';
import type { Json, JsonObject } from '#flow/json/json.ts';
import { lockExecution } from '../../executions/service/lookup.ts';
import { takeTurn } from '../../executions/service/turn.ts';
import { inTurnTransaction, type TurnTransaction } from '../../executions/service/turn-transaction.ts';
import type { MessageRow } from '../../platform/database/schema/tables.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { recordCallReport } from '../calls/service.ts';
import { isTerminal } from '../calls/status.ts';
import { findReportedCall } from '../calls/store.ts';
import { acceptedMessage, failedMessage } from '../messages/result.ts';
import { isNewerStatus, isUndelivered, outboundStatus } from '../messages/status.ts';
import { findMessage, findReportedMessage, setMessageStatus } from '../messages/store.ts';

/** Which message or call: the carrier's SID, and the effect in the query of our own callback URL. */
export type ReportSubject = {
  account: string;
  sid: string | null;
  effect: { execution: string; effect: string } | null;
};

export type MessageReport = ReportSubject & {
  /** The carrier's own value. */
  status: string;
  /** The carrier's error code; '' for none. */
  code: string;
  /** The carrier's error message; '' for none. */
  reason: string;
};

export type CallStatusReport = ReportSubject & {
  status: CallStatus;
  /** All fields of the carrier's post, as the flow reads them. */
  fields: JsonObject;
  /** The carrier detects answering machines: until it reports one or a person, the call does not count as answered. */
  detectsMachine: boolean;
};

/** False, and nothing is changed, when there is no such message, or its status is not newer. */
export function reportMessage(ctx: ServiceContext, report: MessageReport): Promise<boolean> {
  return inTurnTransaction(ctx, async (turn) => {
    const found = await findReportedMessage(turn.tx, report);
    if (found === undefined || found.direction === 'inbound') return false;
    const execution = found.execution === null ? undefined : await lockExecution(turn, found.execution);
    // Every change of a message holds the lock of its execution, so this is its current state.
    const row = (await findReportedMessage(turn.tx, report)) ?? found;
    const result = await recordStatus(turn, row, report);
    if (result === null) return false;
    if (execution !== undefined && row.effect !== null) {
      await takeTurn(turn, execution, { kind: 'result', effect: row.effect, result });
    }
    return true;
  });
}

async function recordStatus(turn: TurnTransaction, row: MessageRow, report: MessageReport) {
  const status = outboundStatus(report.status);
  if (status === undefined || !isNewerStatus(row.status, status)) return null;
  const failed = isUndelivered(status);
  const newSid = report.sid ?? row.sid;
  const change = { status, error_code: failed ? report.code || null : null, now: turn.now, newSid };
  await setMessageStatus(turn.tx, row, change);
  const updated = { ...row, sid: newSid, status };
  if (!failed) return acceptedMessage(updated);
  return failedMessage(updated, report.code, report.reason || undeliveredReason(status));
}

/** False when there is no such call. The end of one that has not begun is stored: it begins nothing any more. */
export async function reportCall(ctx: ServiceContext, report: CallStatusReport): Promise<boolean> {
  const call = await findReportedCall(ctx.database.read, report);
  const { account, status, fields, effect } = report;
  const sid = report.sid ?? call?.sid;
  if (sid === undefined) return false;
  // The other legs of a call are reported, too, and so are calls that somebody else has placed.
  if (call === undefined && (fields.Direction ?? 'inbound') !== 'inbound') return false;
  if (status === 'in-progress' && report.detectsMachine && fields.AnsweredBy === undefined) return true;
  const [from, to] = [addressOf(fields.From), addressOf(fields.To)];
  await recordCallReport(ctx, {
    ...{ account, flow: '', sid, from, to, status, fields },
    finished: null,
    continues: effect !== null,
    placedBy: effect,
  });
  return call !== undefined || isTerminal(status);
}

const addressOf = (field: Json | undefined) => (typeof field === 'string' && normalizeAddress(field)) || '';

/** Sets the status of a message on the test carrier. @throws Refusal when the caller has no such outbound message */
export async function setTestMessageStatus(
  ctx: ServiceContext,
  caller: Caller,
  { sid, status, code }: { sid: string; status: string; code: string },
): Promise<MessageRow> {
  const { account } = caller;
  const row = await findMessage(ctx.database.read, account, sid);
  if (row === undefined || row.direction === 'inbound') throw notFound();
  await reportMessage(ctx, { account, sid, effect: null, status, code, reason: '' });
  return (await findMessage(ctx.database.read, account, sid)) ?? row;
}
