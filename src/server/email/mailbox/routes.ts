/** Routes: /v1/Mail/Outbound, sent email: list, details, HTML as the recipient sees it, source. */

import type { FastifyInstance } from 'fastify';
import type { EmailEvent } from '#api/email/events.ts';
import * as operations from '#api/email/operations/outbound.ts';
import type { OutboundEmail, OutboundEmailDetails } from '#api/email/outbound.ts';
import type { WaitingEmail } from '#api/email/scheduled-sends.ts';
import { paths } from '#api/paths.ts';
import { dateTime, dateTimeOrNull, readDateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { byAge, bySid, type Cursor } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { actingCaller } from '../http/acting-caller.ts';
import { listWaiting, type WaitingEmailRow } from '../scheduled-sends/service.ts';
import {
  fetchOutboundEmail,
  fetchOutboundEmailBody,
  listOutboundEmails,
  type OutboundRecipientRow,
  postOutboundEvents,
  type SentMessage,
  sendOutboundEmailAgain,
  timeOfSid,
} from './service.ts';

export function mailboxRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listOutboundEmails, async ({ page, base, request, caller, query }) => {
    const actor = await actingCaller(ctx, { request, caller, region: query.Region }, query.OnBehalfOf);
    const { Status: status, Search: search, Template: template, Category: category } = query;
    const filter = {
      ...{ status, search, messageId: query.MessageId, template, category },
      ...{ from: readDateTime('DateFrom', query.DateFrom), to: readDateTime('DateTo', query.DateTo) },
    };
    let end: string | null = null;
    const found = await page('mails', bySid('EM'), {
      async list(wanted) {
        const { searchedTo, ...slice } = await listOutboundEmails(ctx, actor, filter, wanted);
        end = searchedTo;
        return { ...slice, end };
      },
      present: (row) => present(base, row),
    });
    return { ...found, searched_to: end === null ? null : dateTime(timeOfSid(end)) };
  });

  serveOperation(app, operations.listScheduledEmails, async ({ page, base, request, caller, query }) => {
    const actor = await actingCaller(ctx, { request, caller, region: query.Region }, query.OnBehalfOf);
    return page('mails', bySendAt, {
      list: (wanted) => listWaiting(ctx, actor, wanted),
      present: (row) => presentWaiting(base, row),
    });
  });

  serveOperation(
    app,
    operations.fetchOutboundEmail,
    async ({ base, request, caller, params: { Sid }, query }) => {
      const actor = await actingCaller(ctx, { request, caller }, query.OnBehalfOf);
      return presentView(base, await fetchOutboundEmail(ctx, actor, Sid));
    },
  );

  serveOperation(
    app,
    operations.updateOutboundEmail,
    async ({ base, request, caller, params: { Sid }, form: { Action } }) => {
      const act = Action === 'send' ? sendOutboundEmailAgain : postOutboundEvents;
      const actor = await actingCaller(ctx, { request, caller });
      return presentView(base, await act(ctx, actor, Sid));
    },
  );

  serveOperation(
    app,
    operations.fetchOutboundEmailHtml,
    async ({ request, reply, caller, params, query }) => {
      const actor = await actingCaller(ctx, { request, caller }, query.OnBehalfOf);
      const { html, text } = await fetchOutboundEmailBody(ctx, actor, params.Sid);
      reply.headers(untrustedPageHeaders).type('text/html; charset=utf-8');
      return html === null ? `<pre>${escapeHtml(text)}</pre>` : openLinksInNewTab(html);
    },
  );

  serveOperation(app, operations.showTemplatePreview, async ({ reply, form: { Html } }) => {
    reply.headers(untrustedPageHeaders).type('text/html; charset=utf-8');
    return openLinksInNewTab(Html);
  });

  serveOperation(
    app,
    operations.fetchOutboundEmailSource,
    async ({ request, reply, caller, params, query }) => {
      const actor = await actingCaller(ctx, { request, caller }, query.OnBehalfOf);
      const { source, row } = await fetchOutboundEmail(ctx, actor, params.Sid);
      reply
        .header('content-disposition', `attachment; filename="${row.sid}.eml"`)
        .header('cache-control', 'no-store')
        .type('message/rfc822');
      return source;
    },
  );
}

/** The HTML is untrusted: a sandbox without scripts, forms and same-origin requests. */
const untrustedPageHeaders = {
  'content-security-policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    'img-src http: https: data:',
    "style-src 'unsafe-inline'",
    'font-src https: data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
};

/** Makes links open in a new tab, as the email is shown in a frame. */
function openLinksInNewTab(html: string): string {
  const base = '<base target="_blank">';
  const [start] = /^\s*(?:<!doctype[^>]*>\s*)?(?:<html\b[^>]*>\s*)?(?:<head\b[^>]*>)?/i.exec(html) ?? [''];
  return start + base + html.slice(start.length);
}

const bySendAt: Cursor<WaitingEmailRow> = {
  isPosition: byAge.isPosition,
  positionOf: ({ send_at, sid }) => byAge.positionOf({ created_at: Number(send_at), sid }),
};

function presentWaiting(base: string, row: WaitingEmailRow): WaitingEmail {
  return {
    ...{ sid: row.sid, account_sid: row.account, region: row.region, batch_id: row.batch_id },
    ...{ from: row.sender, to: row.email, subject: row.subject },
    ...{ date_to_send: dateTime(row.send_at), url: base + paths.outboundEmail(row.sid) },
  };
}

function present(base: string, row: OutboundRecipientRow): OutboundEmail {
  return {
    sid: row.sid,
    account_sid: row.account,
    region: row.region,
    message_id: row.mail,
    sg_message_id: `${row.mail}.${row.number}`,
    status: row.status,
    is_in_mailbox: row.in_mailbox === 1,
    from: row.sender,
    to: row.email,
    subject: row.subject,
    attempts: row.attempts,
    response: row.response === '' ? null : row.response,
    date_created: dateTime(row.created_at),
    date_sent: dateTime(row.send_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.outboundEmail(row.sid),
    links: {
      html: base + paths.outboundEmailHtml(row.sid),
      source: base + paths.outboundEmailSource(row.sid),
    },
  };
}

function presentView(base: string, view: SentMessage): OutboundEmailDetails {
  const { message, source, shared, events, posts } = view;
  const { template } = shared;
  const textOf = (type: string) => message.parts.find((part) => part.type === type)?.value ?? null;
  return {
    ...present(base, view.row),
    subject: message.subject,
    size: source.length,
    text: textOf('text/plain'),
    html: textOf('text/html'),
    headers: headersOf(source),
    attachments: message.files.map(({ filename, type, inline, bytes }) => {
      return { filename, type, size: bytes.length, is_inline: inline };
    }),
    ignored_members: [...(shared.ignored ?? [])],
    categories: shared.categories ?? [],
    template:
      template === undefined ? null : { id: template.id, name: template.name, version_id: template.version },
    events: events.map((each) => JSON.parse(each) as EmailEvent),
    posts: posts.map(({ attempt, events: ids }) => ({
      delivery_sid: attempt.id,
      webhook_id: attempt.webhook,
      event_ids: ids,
      response_status: attempt.status,
      ...{ problem: attempt.problem, latency_ms: attempt.latency_ms },
      ...{ date_made: dateTime(attempt.made_at), date_next: dateTimeOrNull(attempt.next_at) },
    })),
  };
}

/** The headers, unfolded. */
function headersOf(source: Buffer): OutboundEmailDetails['headers'] {
  const head = source.subarray(0, source.indexOf('\r\n\r\n')).toString('utf8');
  return head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => {
      const colon = line.indexOf(':');
      return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
    });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
