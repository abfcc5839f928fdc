/** The route of conversations on the test carrier: /v1/Carrier/ConversationMessages posts a participant's message. */

import type { FastifyInstance } from 'fastify';
import { createConversationMessage } from '#api/messaging/conversation-operations.ts';
import { notFound } from '../../platform/errors.ts';
import { Form } from '../../platform/http/form.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { requireConversation } from '../subjects/named-subject.ts';
import { readConversationEvent } from './event.ts';
import { receiveConversationMessage } from './service.ts';

export function conversationRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, createConversationMessage, async ({ caller: { account }, form }) => {
    const flow = form.FlowSid;
    const event = {
      EventType: 'onMessageAdded',
      Source: 'SDK',
      ConversationSid: form.ConversationSid ?? ctx.ids.sid('CH'),
      Author: form.Author,
      Body: form.Body,
      ParticipantSid: ctx.ids.sid('MB'),
      ChannelAttributes: JSON.stringify(form.ChannelAttributes ?? {}),
    };
    const fields = new Form(new Map(Object.entries(event).map(([name, value]) => [name, [value]])));
    const message = readConversationEvent(ctx, { account, flow }, requireConversation(fields), fields);
    if (message === null) throw notFound();
    await receiveConversationMessage(ctx, message);
    return {
      sid: message.sid,
      account_sid: account,
      flow_sid: flow,
      conversation_sid: message.to,
      author: message.from,
      body: message.body,
    };
  });
}
