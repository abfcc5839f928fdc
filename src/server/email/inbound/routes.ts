/** Routes: /v1/Mail/Inbound, with received emails, replay of failed ones, and the checklist of a host name. */

import type { FastifyInstance } from 'fastify';
import type { InboundAttempt, InboundDmarc, InboundEmail } from '#api/email/inbound.ts';
import * as operations from '#api/email/operations/inbound.ts';
import { paths } from '#api/paths.ts';
import { dateTime, dateTimeOrNull, readDateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { actingCaller } from '../http/acting-caller.ts';
import { checkParseSetting } from './service/checklist.ts';
import {
  discardInboundEmail,
  fetchInboundEmail,
  type InboundAttemptRow,
  isEmailPosition,
  type ListedEmail,
  listInboundAttempts,
  listInboundEmails,
  positionAt,
  positionOfEmail,
  postTestEmail,
  replayInboundEmail,
  replayInboundEmails,
  timeOfId,
} from './service/emails.ts';

export function inboundEmailRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listInboundEmails, async ({ page, base, request, caller, query }) => {
    const { Status: status = null, Hostname: hostname, Search: search = '' } = query;
    const actor = await actingCaller(ctx, { request, caller, region: query.Region });
    const filter = {
      ...{ status, hostname: hostname?.toLowerCase() ?? null, search },
      ...{ from: readDateTime('DateFrom', query.DateFrom), to: readDateTime('DateTo', query.DateTo) },
    };
    let end: string | null = null;
    const cursor = { isPosition: isEmailPosition, positionOf: positionOfEmail };
    const found = await page('mails', cursor, {
      async list(wanted) {
        const { searchedTo, ...slice } = await listInboundEmails(ctx, actor, filter, wanted);
        end = searchedTo;
        return { ...slice, end: searchedTo && positionAt(searchedTo) };
      },
      present: (mail) => presentEmail(base, mail),
    });
    return { ...found, searched_to: end === null ? null : dateTime(timeOfId(end)) };
  });

  serveOperation(app, operations.fetchInboundEmail, async ({ base, request, caller, params: { Id } }) => {
    const actor = await actingCaller(ctx, { request, caller });
    return presentEmail(base, await fetchInboundEmail(ctx, actor, Id));
  });

  serveOperation(
    app,
    operations.updateInboundEmail,
    async ({ base, request, caller, params: { Id }, form: { Action } }) => {
      const act = Action === 'replay' ? replayInboundEmail : discardInboundEmail;
      const actor = await actingCaller(ctx, { request, caller });
      return presentEmail(base, await act(ctx, actor, Id));
    },
  );

  serveOperation(app, operations.listInboundAttempts, async ({ request, caller, params: { Id } }) => {
    const actor = await actingCaller(ctx, { request, caller });
    return { mail_id: Id, attempts: (await listInboundAttempts(ctx, actor, Id)).map(presentAttempt) };
  });

  serveOperation(app, operations.replayInboundEmails, async ({ request, caller, form }) => {
    const actor = await actingCaller(ctx, { request, caller, region: form.Region });
    return { mails: await replayInboundEmails(ctx, actor, form.Hostname?.toLowerCase() ?? null) };
  });

  checklistRoutes(app, ctx);
}

function checklistRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchInboundChecklist, async ({ base, request, caller, query }) => {
    const actor = await actingCaller(ctx, { request, caller, region: query.Region });
    const { hostname, checks, recent } = await checkParseSetting(ctx, actor, query.hostname);
    return { hostname, checks, recent_mails: recent.map((mail) => presentEmail(base, mail)) };
  });

  serveOperation(app, operations.postTestEmail, async ({ base, request, caller, form }) => {
    const actor = await actingCaller(ctx, { request, caller, region: form.Region });
    return presentEmail(base, await postTestEmail(ctx, actor, form.hostname));
  });
}

function presentEmail(base: string, mail: ListedEmail): InboundEmail {
  return {
    id: mail.id,
    account_sid: mail.account,
    region: mail.region,
    hostname: mail.hostname,
    status: mail.status,
    size: mail.size,
    subject: mail.subject,
    sender: mail.sender,
    recipients: JSON.parse(mail.recipients) as string[],
    client_ip: mail.client_ip,
    ...{ spf: mail.spf, dkim: mail.dkim },
    dmarc: mail.dmarc === null ? null : (JSON.parse(mail.dmarc) as InboundDmarc),
    attempts: mail.attempts,
    last_attempt: mail.last === null ? null : presentAttempt(mail.last),
    date_received: dateTime(mail.received_at),
    date_finished: dateTimeOrNull(mail.finished_at),
    date_kept_until: dateTimeOrNull(mail.kept_until),
    url: base + paths.inboundEmail(mail.id),
    links: { attempts: base + paths.inboundAttempts(mail.id) },
  };
}

function presentAttempt(row: InboundAttemptRow): InboundAttempt {
  return {
    number: row.number,
    response_status: row.status,
    response_start: row.response,
    latency_ms: row.latency_ms,
    problem: row.problem,
    date_made: dateTime(row.made_at),
    date_next: dateTimeOrNull(row.next_at),
  };
}
