/** The route of /v1/Executions/{Sid}/RunAgain. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/executions/run-again.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { presentExecution } from '../service/presentation.ts';
import { runAgain } from './service.ts';

export function runAgainRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.runExecutionAgain, async ({ base, caller, params: { Sid } }) =>
    presentExecution(ctx, base, await runAgain(ctx, caller, Sid)),
  );
}
