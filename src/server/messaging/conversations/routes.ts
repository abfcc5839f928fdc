/** The route of conversations on the test carrier: /v1/Carrier/ConversationMessages posts a participant's message. */

import type { FastifyInstance } from 'fastify';
import type { ConversationMessageResource } from '#api/messaging/resources.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import { notFound } from '../../platform/errors.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { Form, formOf, invalidParameter } from '../../platform/http/form.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { requireConversation } from '../subjects/named-subject.ts';
import { readConversationEvent } from './event.ts';
import { receiveConversationMessage } from './service.ts';

export function conversationRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.post(paths.conversationMessages, async (request, reply) => {
    const form = formOf(request.body);
    const flow = form.required('FlowSid').trim();
    if (!isSid('FW', flow)) throw invalidParameter('FlowSid', 'must be the SID of a flow');
    const event = {
      EventType: 'onMessageAdded',
      Source: 'SDK',
      ConversationSid: form.text('ConversationSid') || ctx.ids.sid('CH'),
      Author: form.required('Author'),
      Body: form.required('Body'),
      ParticipantSid: ctx.ids.sid('MB'),
      ChannelAttributes: form.text('ChannelAttributes') ?? '{}',
    };
    const fields = new Form(new Map(Object.entries(event).map(([name, value]) => [name, [value]])));
    const { account } = callerOf(request);
    const message = readConversationEvent(ctx, { account, flow }, requireConversation(fields), fields);
    if (message === null) throw notFound();
    await receiveConversationMessage(ctx, message);
    const resource: ConversationMessageResource = {
      sid: message.sid,
      account_sid: account,
      flow_sid: flow,
      conversation_sid: message.to,
      author: message.from,
      body: message.body,
    };
    return reply.code(201).send(resource);
  });
}
