/** The route of carriers' status callbacks. It is open; the carrier's signature authenticates the post. */

import type { FastifyInstance } from 'fastify';
import { reportStatus } from '#api/messaging/carrier-operations.ts';
import { formOf } from '../../platform/http/form.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { queryOf } from '../../platform/http/paging.ts';
import { carrierPostLimits, maxFieldsOf } from '../../platform/http/request-limits.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { requireSignature, signedRoute } from '../signatures/guard.ts';
import { processStatusReport, readSubject } from './report.ts';

export function statusCallbackRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(
    app,
    reportStatus,
    async ({ request, params }) => {
      const form = formOf(request.body, maxFieldsOf(request));
      const subject = readSubject(params.AccountSid, request, form);
      const [from, to] = [form.text('From') ?? '', form.text('To') ?? ''];
      await requireSignature(ctx, request, { ...subject, from, to }, form);
      const isNew = await processStatusReport(ctx, subject, form, queryOf(request));
      if (!isNew) ctx.log.debug({ request: request.id }, 'Status callback without a new status ignored');
    },
    { ...signedRoute, ...carrierPostLimits },
  );
}
