/** Routes: /v3/mail/batch and /v3/user/scheduled_sends. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/scheduled-sends.ts';
import type { ScheduledSend } from '#api/email/scheduled-sends.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import * as service from './service.ts';

export function scheduledSendRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createBatch, async ({ caller }) => ({
    batch_id: await service.createBatchId(ctx, caller),
  }));
  emailRoute(app, operations.fetchBatch, async ({ caller, params: { batch_id } }) => {
    await service.requireBatchId(ctx, caller, batch_id);
    return { batch_id };
  });
  emailRoute(app, operations.createScheduledSend, ({ caller, body }) =>
    service.createScheduledSend(ctx, caller, body),
  );
  emailRoute(app, operations.listScheduledSends, async ({ caller }) =>
    (await service.listScheduledSends(ctx, caller)).map(present),
  );
  emailRoute(app, operations.fetchScheduledSend, async ({ caller, params }) => [
    present(await service.fetchScheduledSend(ctx, caller, params.batch_id)),
  ]);
  emailRoute(app, operations.updateScheduledSend, async ({ caller, params, body }) => {
    await service.updateScheduledSend(ctx, caller, params.batch_id, body.status);
  });
  emailRoute(app, operations.deleteScheduledSend, async ({ caller, params }) => {
    await service.deleteScheduledSend(ctx, caller, params.batch_id);
  });
}

const present = ({ batch_id, status }: ScheduledSend) => ({ batch_id, status });
