/** Parses the status reports of carriers' posts, at the status callback and at the webhook. */

import { callbackParameters } from '#api/messaging/callbacks.ts';
import { callStatuses } from '#api/messaging/operations.ts';
import { redactPaymentFields } from '#engine/results/payment-redaction.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { Form } from '../../platform/http/form.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { PostingCarrier } from '../carriers/store.ts';
import { readRecording } from '../recordings/report.ts';
import { recordRecording } from '../recordings/service.ts';
import { readReportSubject } from '../subjects/named-subject.ts';
import { type PostSubject, resolveSubject } from '../subjects/service.ts';
import { type ReportSubject, reportCall, reportMessage } from './service.ts';

/** The subject of a report, as it was authenticated. */
export type ReportedSubject = ReportSubject & {
  kind: 'call-report' | 'message-report' | 'recording-report';
};

/** How a post is authenticated, by the way that it came. */
type PostGuard = {
  isSignedBy(carrier: PostingCarrier): boolean;
  requireCarrier(subject: PostSubject): Promise<void>;
};

/** Processes what comes to the status callback; false when it has no new status. @throws Refusal */
export async function receiveStatusReport(
  ctx: ServiceContext,
  account: string,
  { form, query }: { form: Form; query: URLSearchParams },
  guard: PostGuard,
): Promise<boolean> {
  const named = readReportSubject(form, query);
  const target = { account, flow: null };
  await guard.requireCarrier(await resolveSubject(ctx, target, named, form, guard.isSignedBy));
  const { kind, sid, effect } = named;
  return processStatusReport(ctx, { kind, account, sid, effect }, form, query);
}

/** Processes a status report of a message, call or recording; false when it has no new status. */
export function processStatusReport(
  ctx: ServiceContext,
  { kind, ...subject }: ReportedSubject,
  form: Form,
  query: URLSearchParams,
): Promise<boolean> {
  if (kind === 'recording-report') return reportRecording(ctx, subject, form);
  if (kind === 'call-report') {
    const callStatus = form.text('CallStatus');
    const status =
      callStatuses.find((each) => each === callStatus) ?? (callStatus === 'answered' ? 'in-progress' : null);
    // Carriers' statuses before ringing are ignored.
    if (status === null || status === 'queued') return Promise.resolve(false);
    const detectsMachine = query.get(callbackParameters.detects) === '1';
    const fields = redactPaymentFields(fieldsOf(form));
    return reportCall(ctx, { ...subject, status, fields, detectsMachine });
  }
  const status = form.text('MessageStatus') || form.text('SmsStatus') || '';
  const [code, reason] = [form.text('ErrorCode') ?? '', form.text('ErrorMessage') ?? ''];
  return reportMessage(ctx, { ...subject, status, code, reason });
}

function reportRecording(
  ctx: ServiceContext,
  { account, sid: call, effect }: ReportSubject,
  form: Form,
): Promise<boolean> {
  const [, step = ''] = /^(\d{1,4})\./.exec(effect?.effect ?? '') ?? [];
  if (effect === null || call === null || step === '') return Promise.resolve(false);
  const recording = readRecording(form);
  const { execution } = effect;
  return recordRecording(ctx, { account, call, execution, step: Number(step), recording });
}

function fieldsOf(form: Form): JsonObject {
  const names = form.names().filter((name) => name !== '__proto__');
  return Object.fromEntries(names.map((name) => [name, form.text(name) ?? '']));
}
