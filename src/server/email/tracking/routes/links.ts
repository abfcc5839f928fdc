/**
 * The pixel and the links of a mail. Open to all: who reads a mail has no account here, and each link is signed and says
 * by itself what it is about.
 */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { recordClick, recordOpen } from '../service/opens-and-clicks.ts';
import { recipientPage } from './page.ts';
import { linkTokenOf, visitorOf } from './reader.ts';

/** One transparent dot. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export function trackingLinkRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.trackingPixel, async (request, reply) => {
    const isOurs =
      request.method === 'HEAD' || (await recordOpen(ctx, linkTokenOf(request), visitorOf(request)));
    // Readers show pictures on pages of other sites.
    return reply
      .code(isOurs ? 200 : 404)
      .headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/gif')
      .send(pixel);
  });

  app.get(paths.trackingClick, async (request, reply) => {
    // HEAD asks where a link leads: a scanner, not a reader.
    const reader = request.method === 'HEAD' ? null : visitorOf(request);
    const target = await recordClick(ctx, linkTokenOf(request), reader);
    void reply.header('cache-control', 'no-store');
    if (target === null) return reply.code(404).type('text/html; charset=utf-8').send(unknownLinkPage);
    return reply.redirect(target, 302);
  });
}

/** What is shown for a link that was not made here, or was cut short on its way. */
export const unknownLinkPage = recipientPage(
  'This link leads nowhere',
  '<p>It was cut short, or it is not from a mail of ours. Open it again from the mail itself.</p>',
);
