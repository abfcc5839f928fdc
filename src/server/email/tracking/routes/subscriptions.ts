/**
 * The page on which a recipient leaves groups, or all mail, and comes back. Open to all: who gets mail has no account
 * here, and the link is signed for one address. Looking at it changes nothing; only what is posted does.
 */

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import { Form, formOf, parseForm } from '../../../platform/http/form.ts';
import { queryOf } from '../../../platform/http/paging.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import {
  changeSubscriptions,
  leaveByOneClick,
  readSubscriptions,
  type SubscriptionChange,
  type Subscriptions,
} from '../service/subscriptions.ts';
import { unknownLink } from './links.ts';
import { inHtml, mailPage } from './page.ts';
import { readerOf, tokenOf } from './reader.ts';

export function subscriptionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');
  app.get(paths.mailPageStyle, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(style),
  );

  app.get(paths.mailSubscriptions, async (request, reply) => {
    const found = await readSubscriptions(ctx, tokenOf(request));
    if (found === null) return sendUnknown(reply);
    const isChanged = queryOf(request).has('changed');
    return reply
      .headers(unkept)
      .type(html)
      .send(pageOf(found, tokenOf(request), isChanged));
  });

  void app.register(async (own) => {
    readAnyForm(own);
    own.post(paths.mailSubscriptions, { bodyLimit: largestForm }, (request, reply) =>
      takeChange(ctx, request, reply),
    );
  });
}

const html = 'text/html; charset=utf-8';
const unkept = { 'cache-control': 'no-store' };
const largestForm = 16 * 1024;

/** Mail programs may send their one click as a form with files (RFC 8058): its one field is looked for in the text. */
function readAnyForm(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_, body, done) => {
    const isClick = /name="?List-Unsubscribe"?\s*\r?\n\r?\nOne-Click/i.test(String(body));
    done(null, isClick ? parseForm(oneClick) : new Form(new Map()));
  });
}

const oneClick = 'List-Unsubscribe=One-Click';

async function takeChange(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = formOf(request.body);
  const token = tokenOf(request);
  const reader = readerOf(request);
  if (form.has('List-Unsubscribe')) {
    if (!(await leaveByOneClick(ctx, token, reader))) return sendUnknown(reply);
    return reply.headers(unkept).type('text/plain; charset=utf-8').send('You are unsubscribed.\n');
  }
  const change = readChange(form.text('Change') ?? '');
  const after = change === null ? null : await changeSubscriptions(ctx, token, change, reader);
  if (after === null) return sendUnknown(reply);
  return reply.redirect(`${paths.mailSubscriptions}?t=${encodeURIComponent(token)}&changed=1`, 303);
}

function readChange(text: string): SubscriptionChange | null {
  const [, action, what] = /^(leave|join):(all|\d{1,15})$/.exec(text) ?? [];
  if ((action !== 'leave' && action !== 'join') || what === undefined) return null;
  return { action, what: what === 'all' ? 'all' : Number(what) };
}

function sendUnknown(reply: FastifyReply): FastifyReply {
  return reply.code(404).headers(unkept).type(html).send(unknownLink);
}

function pageOf({ email, leftAll, groups }: Subscriptions, token: string, isChanged: boolean): string {
  const rows = groups.map(({ id, name, description, left }) => rowOf({ what: id, name, description, left }));
  const all = rowOf({
    what: 'all',
    name: 'All mail',
    description: leftAll ? 'No mail from this sender reaches you.' : 'Everything from this sender.',
    left: leftAll,
  });
  return mailPage(
    'Your mail',
    `${isChanged ? '<p role="status">Your choice is kept.</p>\n' : ''}<p>What <strong>${inHtml(email)}</strong> gets:</p>
<form method="post" action="${paths.mailSubscriptions}?t=${encodeURIComponent(token)}">
<ul>
${[...rows, all].join('\n')}
</ul>
</form>`,
  );
}

type Row = { what: number | 'all'; name: string; description: string; left: boolean };

function rowOf({ what, name, description, left }: Row): string {
  const [action, words] = left ? ['join', 'Subscribe again'] : ['leave', 'Unsubscribe'];
  return `<li>
<div><h2 id="name-${what}">${inHtml(name)}</h2><p>${inHtml(description)}</p></div>
<button id="change-${what}" name="Change" value="${action}:${what}" aria-labelledby="change-${what} name-${what}">${words}</button>
</li>`;
}
