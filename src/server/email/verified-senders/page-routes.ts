/** Routes: the page of the link that verifies a sender. Opening it changes nothing, as link scanners do that; its button does. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { paths } from '#api/paths.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { escapeHtml, recipientPage } from '../tracking/routes/page.ts';
import { linkTokenOf } from '../tracking/routes/reader.ts';
import { addressOf, confirmSender, findLink } from './service.ts';

export function senderVerificationRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.senderVerification, async (request, reply) => {
    const token = linkTokenOf(request);
    const row = await findLink(ctx, token);
    if (row === null) return sendUnknown(reply);
    return sendPage(
      reply,
      recipientPage(
        'Confirm your address',
        `<p>An account wants to send email from <strong>${escapeHtml(addressOf(row))}</strong>.</p>
<form method="post" action="${paths.senderVerification}?t=${encodeURIComponent(token)}">
<p><button>Confirm</button></p>
</form>
<p>If that is not you, close this page.</p>`,
      ),
    );
  });

  app.post(paths.senderVerification, { bodyLimit: 1024 }, async (request, reply) => {
    const email = await confirmSender(ctx, linkTokenOf(request));
    if (email === null) return sendUnknown(reply);
    return sendPage(
      reply,
      recipientPage(
        'Address confirmed',
        `<p>Email can now be sent from <strong>${escapeHtml(email)}</strong>.</p>`,
      ),
    );
  });
}

const unknownPage = recipientPage(
  'This link does not work',
  '<p>It was used already, it is too old, or a newer one was sent. Ask for another one.</p>',
);

const sendUnknown = (reply: FastifyReply) => sendPage(reply.code(404), unknownPage);

const sendPage = (reply: FastifyReply, page: string) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
