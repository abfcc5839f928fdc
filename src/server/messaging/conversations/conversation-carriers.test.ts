/** Who may write in a conversation: the carrier that is stored with it, whatever a post names; on every database. */

import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import { paths } from '#api/paths.ts';
import { flowOf, widget } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';

const [defaultToken, otherToken] = ['known to the default carrier', 'known to the other carrier'];
const otherNumber = '+15552000';

const asking = flowOf(
  widget(
    'send-and-wait-for-reply',
    'ask',
    {
      body: 'Well?',
      from: otherNumber,
      service: '{{trigger.conversation.InstanceSid}}',
      channel: '{{trigger.conversation.ChannelSid}}',
      timeout: '3600',
    },
    { incomingMessage: 'ask', timeout: null, deliveryFailure: null },
  ),
);

describe.each(databaseKinds)('the carrier of a conversation, %s', (kind) => {
  let server: RunningServer;
  let flow = '';
  let other = '';
  let conversations = 0;
  let messages = 0;
  const fresh = () => `CH${String(++conversations).padStart(32, '0')}`;

  const post = async (conversation: string, by: string | null, more: Record<string, string> = {}) => {
    messages += 1;
    const fields = {
      ...{ EventType: 'onMessageAdded', ConversationSid: conversation, Author: 'kim', Body: 'Hi' },
      ...{ MessageSid: `IM${messages}`, ...more },
    };
    const path = paths.webhook(server.account.account_sid, flow);
    const signature = by === null ? null : getExpectedTwilioSignature(by, `http://flows.test${path}`, fields);
    const headers = signature === null ? {} : { 'x-twilio-signature': signature };
    return (await server.send(path, { form: fields, by: null, headers })).statusCode;
  };

  beforeAll(async () => {
    server = await openRunningServer(kind);
    const carrierOf = async (name: string, secret: string) => {
      const form = {
        FriendlyName: name,
        BaseUrl: 'http://127.0.0.1:1/2010-04-01',
        CarrierAccountSid: `AC${name}`,
        AuthToken: secret,
      };
      return (await server.send(paths.carriers, { form })).json<CarrierResource>().sid;
    };
    await carrierOf('default', defaultToken);
    other = await carrierOf('other', otherToken);
    flow = await server.addFlow(asking);
    await server.send(paths.addresses, {
      form: { Address: otherNumber, FlowSid: flow, CarrierSid: other },
    });
  }, startTimeoutMs);
  afterAll(() => server.close());

  it('is the one that has signed its first event', async () => {
    const conversation = fresh();
    expect(await post(conversation, otherToken)).toBe(200);
    for (const by of [null, 'forged', defaultToken])
      expect([by, await post(conversation, by)]).toEqual([by, 403]);
    expect(await post(conversation, otherToken)).toBe(200);
  });

  it('is none until an event is signed', async () => {
    const conversation = fresh();
    expect([await post(conversation, null), await post(conversation, 'forged')]).toEqual([403, 403]);
    expect(await post(conversation, defaultToken)).toBe(200);
    expect(await post(conversation, otherToken)).toBe(403);
  });

  it('is the one through which a flow has written first', async () => {
    const conversation = fresh();
    const form = { FlowSid: flow, ConversationSid: conversation, Author: 'kim', Body: 'Hi' };
    expect((await server.send(paths.conversationMessages, { form })).statusCode).toBe(201);
    expect(await post(conversation, defaultToken)).toBe(403);
    expect(await post(conversation, otherToken)).toBe(200);
  });

  it.each([
    ['an address of the default carrier', { To: '+15559999' }],
    ['the AccountSid of the default carrier', { AccountSid: 'ACdefault' }],
    ['another channel', { ChannelSid: `CH${'9'.repeat(32)}` }],
    ['a service', { ChatServiceSid: `IS${'9'.repeat(32)}` }],
  ])('stays the same where a post names %s', async (_, claim) => {
    const conversation = fresh();
    await post(conversation, otherToken);
    for (const by of [null, defaultToken])
      expect([by, await post(conversation, by, claim)]).toEqual([by, expect.toBeOneOf([400, 403])]);
  });

  it('is unknown again once the carrier is removed', async () => {
    const form = {
      ...{ FriendlyName: 'Passing', BaseUrl: 'http://127.0.0.1:1', CarrierAccountSid: 'ACpassing' },
      AuthToken: 'known to the passing carrier',
    };
    const { sid } = (await server.send(paths.carriers, { form })).json<CarrierResource>();
    const conversation = fresh();
    expect(await post(conversation, form.AuthToken)).toBe(200);
    await server.send(paths.carrier(sid), { method: 'DELETE' });
    expect([await post(conversation, form.AuthToken), await post(conversation, null)]).toEqual([403, 403]);
    expect(await post(conversation, otherToken)).toBe(200);
  });
});
