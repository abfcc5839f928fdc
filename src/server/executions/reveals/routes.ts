/** Routes of reveals: /v1/Executions/{Sid}/Reveals. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/executions/reveals.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchExecutionBySid } from '../views/service.ts';
import { revealExecution, shownUntil } from './service.ts';

export function executionRevealRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.revealExecution, async ({ caller, params: { Sid } }) =>
    present(Sid, await revealExecution(ctx, caller, Sid)),
  );

  serveOperation(app, operations.listExecutionReveals, async ({ caller, params: { Sid } }) => {
    await fetchExecutionBySid(ctx, caller, Sid);
    const until = await shownUntil(ctx, caller, Sid);
    return { reveals: until === null ? [] : [present(Sid, until)] };
  });
}

const present = (sid: string, until: number) => ({ execution_sid: sid, date_expires: dateTime(until) });
