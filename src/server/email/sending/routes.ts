/** Routes: /v3/mail, sending. */

import type { FastifyInstance } from 'fastify';
import { createBatch, sendEmail as operation } from '#api/email/operations/sending.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import { createBatchId, sendEmail } from './service.ts';

export function sendingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operation, async ({ caller, body, reply }) => {
    const id = await sendEmail(ctx, caller, body);
    if (id === null) return reply.code(200).send();
    return reply.code(202).header('x-message-id', id).send();
  });
  emailRoute(app, createBatch, () => ({ batch_id: createBatchId(ctx) }));
}
