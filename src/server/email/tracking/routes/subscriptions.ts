/**
 * Routes: the subscription page of a recipient, and one-click unsubscribe (RFC 8058). Without authentication: recipients have
 * no account, and the link is signed for one address. GET changes nothing, only POST does.
 */

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import { fileOfCheckout } from '../../../platform/checkout.ts';
import { Form, formOf, parseForm } from '../../../platform/http/form.ts';
import { queryOf } from '../../../platform/http/paging.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import {
  changeSubscriptions,
  fetchSubscriptions,
  type SubscriptionChange,
  type Subscriptions,
  unsubscribeByOneClick,
} from '../service/subscriptions.ts';
import { unknownLinkPage } from './links.ts';
import { escapeHtml, recipientPage } from './page.ts';
import { linkTokenOf, visitorOf } from './reader.ts';

export function subscriptionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const style = readFileSync(fileOfCheckout('src/server/email/tracking/routes/page.css'), 'utf8');
  app.get(paths.emailPageStyle, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(style),
  );

  app.get(paths.emailSubscriptions, async (request, reply) => {
    const found = await fetchSubscriptions(ctx, linkTokenOf(request));
    if (found === null) return sendUnknownLink(reply);
    const isChanged = queryOf(request).has('changed');
    return reply
      .headers(noStore)
      .type(html)
      .send(subscriptionPage(found, linkTokenOf(request), isChanged));
  });

  void app.register(async (own) => {
    parseOneClickForms(own);
    own.post(paths.emailSubscriptions, { bodyLimit: maxFormBytes }, (request, reply) =>
      handleChange(ctx, request, reply),
    );
  });
}

const html = 'text/html; charset=utf-8';
const noStore = { 'cache-control': 'no-store' };
const maxFormBytes = 16 * 1024;

/** Mail clients may send one-click unsubscribe as multipart/form-data (RFC 8058): its only field is matched in the text. */
function parseOneClickForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_, body, done) => {
    const isClick = /name="?List-Unsubscribe"?\s*\r?\n\r?\nOne-Click/i.test(String(body));
    done(null, isClick ? parseForm(oneClick) : new Form(new Map()));
  });
}

const oneClick = 'List-Unsubscribe=One-Click';

async function handleChange(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = formOf(request.body);
  const token = linkTokenOf(request);
  const reader = visitorOf(request);
  if (form.has('List-Unsubscribe')) {
    if (!(await unsubscribeByOneClick(ctx, token, reader))) return sendUnknownLink(reply);
    return reply.headers(noStore).type('text/plain; charset=utf-8').send('You are unsubscribed.\n');
  }
  const change = parseChange(form.text('Change') ?? '');
  const after = change === null ? null : await changeSubscriptions(ctx, token, change, reader);
  if (after === null) return sendUnknownLink(reply);
  return reply.redirect(`${paths.emailSubscriptions}?t=${encodeURIComponent(token)}&changed=1`, 303);
}

function parseChange(text: string): SubscriptionChange | null {
  const [, action, what] = /^(leave|join):(all|\d{1,15})$/.exec(text) ?? [];
  if ((action !== 'leave' && action !== 'join') || what === undefined) return null;
  return { action, target: what === 'all' ? 'all' : Number(what) };
}

function sendUnknownLink(reply: FastifyReply): FastifyReply {
  return reply.code(404).headers(noStore).type(html).send(unknownLinkPage);
}

function subscriptionPage(
  { email, hasUnsubscribedFromAll: leftAll, groups }: Subscriptions,
  token: string,
  isChanged: boolean,
): string {
  const rows = groups.map(({ id, name, description, isUnsubscribed: left }) =>
    subscriptionRow({ what: id, name, description, left }),
  );
  const all = subscriptionRow({
    what: 'all',
    name: 'All mail',
    description: leftAll ? 'No mail from this sender reaches you.' : 'Everything from this sender.',
    left: leftAll,
  });
  return recipientPage(
    'Your mail',
    `${isChanged ? '<p role="status">Your choice is kept.</p>\n' : ''}<p>What <strong>${escapeHtml(email)}</strong> gets:</p>
<form method="post" action="${paths.emailSubscriptions}?t=${encodeURIComponent(token)}">
<ul>
${[...rows, all].join('\n')}
</ul>
</form>`,
  );
}

type PageRow = { what: number | 'all'; name: string; description: string; left: boolean };

function subscriptionRow({ what, name, description, left }: PageRow): string {
  const [action, words] = left ? ['join', 'Subscribe again'] : ['leave', 'Unsubscribe'];
  return `<li>
<div><h2 id="name-${what}">${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p></div>
<button id="change-${what}" name="Change" value="${action}:${what}" aria-labelledby="change-${what} name-${what}">${words}</button>
</li>`;
}
