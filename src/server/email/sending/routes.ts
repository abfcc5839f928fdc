/** /v3/mail: sending. */

import type { FastifyInstance } from 'fastify';
import { createMailBatch, sendMail as operation } from '#api/email/operations/sending.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { serveEmail } from '../http/operation-route.ts';
import { makeBatchId, sendMail } from './service.ts';

export function mailSendRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveEmail(app, operation, async ({ caller, body, reply }) => {
    const id = await sendMail(ctx, caller, body);
    if (id === null) return reply.code(200).send();
    return reply.code(202).header('x-message-id', id).send();
  });
  serveEmail(app, createMailBatch, () => ({ batch_id: makeBatchId(ctx) }));
}
