/** Routes: the tracking pixel and click redirects. Without authentication: recipients have no account, and links are signed. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { recordClick, recordOpen } from '../service/opens-and-clicks.ts';
import { recipientPage } from './page.ts';
import { linkTokenOf, visitorOf } from './reader.ts';

/** A transparent GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export function trackingLinkRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.trackingPixel, async (request, reply) => {
    const isOurs =
      request.method === 'HEAD' || (await recordOpen(ctx, linkTokenOf(request), visitorOf(request)));
    // Webmail shows images on pages of other sites.
    return reply
      .code(isOurs ? 200 : 404)
      .headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/gif')
      .send(pixel);
  });

  app.get(paths.trackingClick, async (request, reply) => {
    // HEAD is a link scanner, not a click.
    const reader = request.method === 'HEAD' ? null : visitorOf(request);
    const target = await recordClick(ctx, linkTokenOf(request), reader);
    void reply.header('cache-control', 'no-store');
    if (target === null) return reply.code(404).type('text/html; charset=utf-8').send(unknownLinkPage);
    return reply.redirect(target, 302);
  });
}

/** The page for a link with an invalid signature. */
export const unknownLinkPage = recipientPage(
  'This link does not work',
  '<p>It is incomplete, or it is not from one of our emails. Open it again from the email itself.</p>',
);
