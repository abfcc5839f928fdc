/** Conversations: events of a conversation service start and advance flows, echoes do not; on every database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversationMessageResource } from '#api/messaging/conversation-operations.ts';
import type { MessagePage } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { flowOf, widget } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';

/** As exported flows have it: `to` names the contact, channel and service the conversation. */
const asking = flowOf(
  widget(
    'send-and-wait-for-reply',
    'ask',
    {
      body: 'Hello {{trigger.conversation.ChannelAttributes.pre.name}}, what is it about?',
      from: 'Bot',
      service: '{{trigger.conversation.InstanceSid}}',
      channel: '{{trigger.conversation.ChannelSid}}',
      timeout: '3600',
    },
    { incomingMessage: 'thank', timeout: null, deliveryFailure: null },
  ),
  widget(
    'send-message',
    'thank',
    { body: 'About {{widgets.ask.inbound.Body}}', from: 'Bot', to: '{{contact.channel.address}}' },
    { sent: null, failed: null },
  ),
);

describe.each(databaseKinds)('conversations, %s', (kind) => {
  let server: RunningServer;
  let conversations = 0;

  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const fresh = () => `CH${String(++conversations).padStart(32, '0')}`;
  const event = (conversation: string, fields: Record<string, string>) => ({
    EventType: 'onMessageAdded',
    ConversationSid: conversation,
    ChatServiceSid: 'IS00000000000000000000000000000001',
    Author: 'kim',
    Source: 'SDK',
    ParticipantSid: 'MB00000000000000000000000000000001',
    ChannelAttributes: '{"pre":{"name":"Kim"}}',
    ...fields,
  });
  const said = async (conversation: string) =>
    (await server.send(`${paths.messages}?To=${conversation}`))
      .json<MessagePage>()
      .messages.filter(({ direction }) => direction === 'outbound')
      .map(({ body }) => body)
      .reverse();

  it('start a flow, which replies in the conversation, and advance it', async () => {
    const flow = await server.addFlow(asking);
    const conversation = fresh();
    const response = await server.postWebhook(flow, event(conversation, { MessageSid: 'IM1', Body: 'Hi' }));
    expect(response.body).toContain('<Response');
    expect(await said(conversation)).toEqual(['Hello Kim, what is it about?']);
    const [execution] = await server.executionsOf(flow);
    const view = await server.view(flow, execution?.sid ?? '');
    expect(view.steps[0]).toMatchObject({ name: 'incomingConversationMessage' });
    await server.postWebhook(flow, event(conversation, { MessageSid: 'IM2', Body: 'Bikes' }));
    expect(await said(conversation)).toEqual(['Hello Kim, what is it about?', 'About Bikes']);
    const ended = await server.view(flow, execution?.sid ?? '');
    expect(ended.execution).toMatchObject({ status: 'ended', contact_channel_address: 'kim' });
    expect((ended.execution.context?.trigger as JsonObject | undefined)?.conversation).toMatchObject({
      ConversationSid: conversation,
      ChannelSid: conversation,
      InstanceSid: 'IS00000000000000000000000000000001',
      Source: 'SDK',
      From: 'kim',
      ChannelAttributes: { pre: { name: 'Kim' } },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['from its own name', { Author: 'Bot' }],
    ['by API', { Author: 'somebody', Source: 'API' }],
    ['about something else', { EventType: 'onParticipantAdded' }],
  ])('are not started again by an echo %s', async (_, fields) => {
    const flow = await server.addFlow(asking);
    const conversation = fresh();
    await server.postWebhook(flow, event(conversation, { MessageSid: `IMa${conversation}`, Body: 'Hi' }));
    await server.postWebhook(flow, event(conversation, { MessageSid: `IMb${conversation}`, Body: 'Bikes' }));
    const echo = event(conversation, { MessageSid: `IMc${conversation}`, Body: 'About Bikes', ...fields });
    expect((await server.postWebhook(flow, echo)).statusCode).toBe(200);
    expect(await server.executionsOf(flow)).toHaveLength(1);
    expect(await said(conversation)).toHaveLength(2);
  });

  it('are processed once', async () => {
    const flow = await server.addFlow(asking);
    const conversation = fresh();
    const post = event(conversation, { MessageSid: `IMo${conversation}`, Body: 'Hi' });
    await server.postWebhook(flow, post);
    await server.postWebhook(flow, post);
    expect(await said(conversation)).toHaveLength(1);
  });

  it('can be tried without a conversation service', async () => {
    const flow = await server.addFlow(asking);
    const form = { FlowSid: flow, Author: 'kim', Body: 'Hi', ChannelAttributes: '{"pre":{"name":"K"}}' };
    const made = await server.send(paths.conversationMessages, { form });
    expect(made.statusCode).toBe(201);
    const { conversation_sid } = made.json<ConversationMessageResource>();
    expect(await said(conversation_sid)).toEqual(['Hello K, what is it about?']);
  });

  it('require an author', async () => {
    const flow = await server.addFlow(asking);
    const refused = await server.postWebhook(flow, event(fresh(), { Author: '', Body: 'Hi' }));
    expect(refused.statusCode).toBe(400);
  });
});
