/** Where carriers report what became of messages and calls. Anybody may post; the signature says who did. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { reportStatus } from '#api/messaging/carrier-operations.ts';
import { callbackParameters, callStatuses } from '#api/messaging/resources.ts';
import { isSid } from '#api/sid.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Form, formOf, unfit } from '../../platform/http/form.ts';
import { serve } from '../../platform/http/operation-route.ts';
import { queryOf } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { requireSignature, signedRoute } from '../signatures/guard.ts';
import { type ReportSubject, reportCall, reportMessage } from './service.ts';

export function statusCallbackRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serve(
    app,
    reportStatus,
    async ({ request, params }) => {
      const form = formOf(request.body);
      const about = readSubject(params.AccountSid, request, form);
      const [from, to] = [form.text('From') ?? '', form.text('To') ?? ''];
      await requireSignature(ctx, request, { ...about, from, to }, form);
      const isNews = await processStatusReport(ctx, about, form, queryOf(request));
      if (!isNews) ctx.log.debug({ request: request.id }, 'A report of a carrier told nothing new');
    },
    signedRoute,
  );
}

/** True for a post that tells what became of a message that went out. */
export function isMessageReport(form: Form): boolean {
  const status = form.text('MessageStatus');
  return status !== undefined && status !== '' && status !== 'received' && form.text('Body') === undefined;
}

/** What a post is about: the carrier's SID, and the effect that our own address names. */
export function readSubject(account: string, request: FastifyRequest, form: Form): ReportSubject {
  const query = queryOf(request);
  const execution = query.get(callbackParameters.execution);
  const effect = query.get(callbackParameters.effect);
  const sid = form.text('MessageSid') || form.text('SmsSid') || form.text('CallSid') || null;
  if (sid !== null && !/^[\w-]{1,64}$/.test(sid)) throw unfit('MessageSid or CallSid', 'must be a SID');
  const isNamed = isSid('FN', execution) && effect !== null && effect !== '';
  return { account, sid, effect: isNamed ? { execution, effect } : null };
}

/** Takes a report of a message or call; false when it told nothing new. */
export function processStatusReport(
  ctx: ServiceContext,
  about: ReportSubject,
  form: Form,
  query: URLSearchParams,
): Promise<boolean> {
  const word = form.text('CallStatus');
  if (word !== undefined) {
    const status = callStatuses.find((each) => each === word) ?? (word === 'answered' ? 'in-progress' : null);
    // What a carrier calls the steps before ringing is of no interest.
    if (status === null || status === 'queued') return Promise.resolve(false);
    const detects = query.get(callbackParameters.detects) === '1';
    return reportCall(ctx, { ...about, status, fields: fieldsOf(form), detects });
  }
  const status = form.text('MessageStatus') || form.text('SmsStatus');
  if (!status) throw new Refusal('bad-request', 'The post carries neither a MessageStatus nor a CallStatus');
  const [code, reason] = [form.text('ErrorCode') ?? '', form.text('ErrorMessage') ?? ''];
  return reportMessage(ctx, { ...about, status, code, reason });
}

function fieldsOf(form: Form): JsonObject {
  const names = form.names().filter((name) => name !== '__proto__');
  return Object.fromEntries(names.map((name) => [name, form.text(name) ?? '']));
}
