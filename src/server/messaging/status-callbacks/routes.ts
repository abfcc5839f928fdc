/** The route of carriers' status callbacks. It is open; the carrier of the message or call authenticates the post. */

import type { FastifyInstance } from 'fastify';
import { reportStatus } from '#api/messaging/carrier-operations.ts';
import { carrierPostLimits, maxFieldsOf } from '../../platform/http/body-limits.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { queryOf } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { readPost } from '../dialects/read-post.ts';
import { requireCarrier, signedRoute, signersOf } from '../signatures/guard.ts';
import { readReportSubject } from '../subjects/named-subject.ts';
import { resolveSubject } from '../subjects/service.ts';
import { processStatusReport } from './report.ts';

export function statusCallbackRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(
    app,
    reportStatus,
    async ({ request, params }) => {
      const { form, query } = readPost(request.body, queryOf(request), maxFieldsOf(request));
      const { AccountSid: account } = params;
      const named = readReportSubject(form, query);
      const subject = await resolveSubject(
        ctx,
        { account, flow: null },
        named,
        form,
        signersOf(ctx, request, form),
      );
      await requireCarrier(ctx, request, subject, form);
      const { sid, effect } = named;
      const isNew = await processStatusReport(ctx, { kind: named.kind, account, sid, effect }, form, query);
      if (!isNew) ctx.log.debug({ request: request.id }, 'Status callback without a new status ignored');
    },
    { ...signedRoute, ...carrierPostLimits },
  );
}
