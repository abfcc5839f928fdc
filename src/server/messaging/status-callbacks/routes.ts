/** The route of carriers' status callbacks. It is open; the carrier of the message or call authenticates the post. */

import type { FastifyInstance } from 'fastify';
import { reportStatus } from '#api/messaging/carrier-operations.ts';
import { carrierPostLimits, maxFieldsOf } from '../../platform/http/body-limits.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { queryOf } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { readPost } from '../dialects/read-post.ts';
import { requireCarrier, signedRoute, signersOf } from '../signatures/verify-signature.ts';
import { receiveStatusReport } from './report.ts';

export function statusCallbackRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(
    app,
    reportStatus,
    async ({ request, params }) => {
      const post = readPost(request.body, queryOf(request), maxFieldsOf(request));
      const { AccountSid: account } = params;
      const isNew = await receiveStatusReport(ctx, account, post, {
        isSignedBy: signersOf(ctx, request, post.form),
        requireCarrier: (subject) => requireCarrier(ctx, request, subject, post.form),
      });
      if (!isNew) ctx.log.debug({ request: request.id }, 'Status callback without a new status ignored');
    },
    { ...signedRoute, ...carrierPostLimits },
  );
}
