/** Routes: /v3/mail, sending. */

import type { FastifyInstance } from 'fastify';
import { ineffectiveHeader } from '#api/email/message.ts';
import { sendEmail as operation } from '#api/email/operations/sending.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import { headerSafe } from '../http/unknown-members.ts';
import { sendEmail } from './service.ts';

export function sendingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operation, async ({ caller, body, ignored, reply }) => {
    const { id, ineffective } = await sendEmail(ctx, caller, { request: body, ignored });
    const named = [...ineffective, ...ignored].map(headerSafe);
    if (named.length > 0) void reply.header(ineffectiveHeader, named.join(', '));
    if (id === null) return reply.code(200).send();
    return reply.code(202).header('x-message-id', id).send();
  });
}
