/** Routes: /v1/Mail/Suppressions, suppression lists as CSV files. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/suppression-files.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { streamTexts } from '../../platform/http/text-stream.ts';
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
    return streamTexts(reply, 'text/csv', exportSuppressions(ctx, actor, params.List), `${params.List}.csv`);
  });
}
