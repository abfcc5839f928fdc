/** Routes: /v1/Mail/Suppressions, suppression lists as CSV files. */

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/suppression-files.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { actingCaller } from '../http/acting-caller.ts';
import { exportSuppressions, importSuppressions } from './files.ts';

export function suppressionFileRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.importSuppressions, async ({ request, caller, params, form }) => {
    const actor = await actingCaller(ctx, { request, caller, region: form.Region });
    return importSuppressions(ctx, actor, params.List, form.Csv);
  });

  serveOperation(app, operations.exportSuppressions, async ({ request, reply, caller, params, query }) => {
    const actor = await actingCaller(ctx, { request, caller, region: query.Region }, query.OnBehalfOf);
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${params.List}.csv"`);
    return Readable.from(exportSuppressions(ctx, actor, params.List)) as unknown as string;
  });
}
