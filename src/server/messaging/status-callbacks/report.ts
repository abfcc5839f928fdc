/** Parses the status reports of carriers' posts, at the status callback and at the webhook. */

import type { FastifyRequest } from 'fastify';
import { callbackParameters, callStatuses } from '#api/messaging/resources.ts';
import { isSid } from '#api/sid.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Form, invalidParameter } from '../../platform/http/form.ts';
import { queryOf } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type ReportSubject, reportCall, reportMessage } from './service.ts';

/** True for a post that reports the status of an outbound message. */
export function isMessageReport(form: Form): boolean {
  const status = form.text('MessageStatus');
  return status !== undefined && status !== '' && status !== 'received' && form.text('Body') === undefined;
}

/** The message or call of a post: the carrier's SID, and the effect in the query of our own callback URL. */
export function readSubject(account: string, request: FastifyRequest, form: Form): ReportSubject {
  const query = queryOf(request);
  const execution = query.get(callbackParameters.execution);
  const effect = query.get(callbackParameters.effect);
  const sid = form.text('MessageSid') || form.text('SmsSid') || form.text('CallSid') || null;
  if (sid !== null && !/^[\w-]{1,64}$/.test(sid))
    throw invalidParameter('MessageSid or CallSid', 'must be a SID');
  const namesEffect = isSid('FN', execution) && effect !== null && effect !== '';
  return { account, sid, effect: namesEffect ? { execution, effect } : null };
}

/** Processes a status report of a message or call; false when it has no new status. */
export function processStatusReport(
  ctx: ServiceContext,
  subject: ReportSubject,
  form: Form,
  query: URLSearchParams,
): Promise<boolean> {
  const callStatus = form.text('CallStatus');
  if (callStatus !== undefined) {
    const status =
      callStatuses.find((each) => each === callStatus) ?? (callStatus === 'answered' ? 'in-progress' : null);
    // Carriers' statuses before ringing are ignored.
    if (status === null || status === 'queued') return Promise.resolve(false);
    const detectsMachine = query.get(callbackParameters.detects) === '1';
    return reportCall(ctx, { ...subject, status, fields: fieldsOf(form), detectsMachine });
  }
  const status = form.text('MessageStatus') || form.text('SmsStatus');
  if (!status) throw new Refusal('bad-request', 'The post carries neither a MessageStatus nor a CallStatus');
  const [code, reason] = [form.text('ErrorCode') ?? '', form.text('ErrorMessage') ?? ''];
  return reportMessage(ctx, { ...subject, status, code, reason });
}

function fieldsOf(form: Form): JsonObject {
  const names = form.names().filter((name) => name !== '__proto__');
  return Object.fromEntries(names.map((name) => [name, form.text(name) ?? '']));
}
