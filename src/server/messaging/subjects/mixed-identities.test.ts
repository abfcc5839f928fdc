/**
 * Who may speak for a contact: every post that acts on something of a signing carrier needs that carrier's signature,
 * whatever else it names. On every database.
 */

import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { ask, flowOf, widget } from '../../flows/testing/flows.ts';
import { readMarkup } from '../../testing/read-markup.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';

const token = 'what only the carrier knows';
const otherToken = 'what only another carrier knows';
const [number, otherNumber, testNumber] = ['+15551000', '+15552000', '+15553000'];
const [service, otherService, testService] = ['1', '2', '3'].map((digit) => `MG${digit.repeat(32)}`) as [
  string,
  string,
  string,
];
const contact = '+15550100';
const conversation = `CH${'1'.repeat(32)}`;

type Post = { fields: Record<string, string>; query?: string; at?: 'status' };

/** Calls get a menu, everything else is asked. */
function talking(): FlowDefinition {
  const flow = flowOf(
    ask('ask', 'Well?', 3600, 'ask', null),
    widget('gather-input-on-call', 'menu', { say: 'Press' }, { keypress: 'menu' }),
  );
  const [trigger, ...states] = flow.states;
  if (trigger === undefined) return flow;
  const transitions = (trigger.transitions ?? []).map((each) =>
    each.event === 'incomingCall' ? { ...each, next: 'menu' } : each,
  );
  return { ...flow, states: [{ ...trigger, transitions }, ...states] };
}

describe.each(databaseKinds)('a post about things of several carriers, %s', (kind) => {
  let server: RunningServer;
  let flow: string;
  /** Of the signing carrier: the query of the live call's gather, the report URL of its message, its SID. */
  let gather = '';
  let effect = '';
  /** Of the test carrier. */
  let testEffect = '';

  const webhook = () => paths.webhook(server.account.account_sid, flow);
  const send = ({ fields, query = '', at }: Post, by: string | null = null) => {
    const path = (at === 'status' ? paths.carrierStatus(server.account.account_sid) : webhook()) + query;
    const signature = by === null ? null : getExpectedTwilioSignature(by, `http://flows.test${path}`, fields);
    const headers = signature === null ? {} : { 'x-twilio-signature': signature };
    return server.send(path, { form: fields, by: null, headers });
  };
  const accepted = async (post: Post, by: string | null = null) => {
    const response = await send(post, by);
    expect([response.statusCode, response.body]).toEqual([expect.toBeOneOf([200, 204]), expect.anything()]);
    return response;
  };
  const event = (more: Record<string, string> = {}) => ({
    EventType: 'onMessageAdded',
    ConversationSid: conversation,
    Author: 'kim',
    Body: 'Hi',
    ...more,
  });
  /** The status, place and number of steps of all executions. */
  const state = async () => {
    const executions = await server.executionsOf(flow);
    const views = await Promise.all(executions.map(({ sid }) => server.view(flow, sid)));
    return views.map(({ at, steps, notes, execution }) => [execution.status, at, steps.length, notes]);
  };

  beforeAll(async () => {
    server = await openRunningServer(kind);
    const carrierOf = async (name: string, account: string, secret: string) => {
      const form = {
        FriendlyName: name,
        BaseUrl: 'http://127.0.0.1:1/2010-04-01',
        CarrierAccountSid: account,
        AuthToken: secret,
      };
      return (await server.send(paths.carriers, { form })).json<CarrierResource>().sid;
    };
    const carrier = await carrierOf('Signing', 'ACsigning', token);
    const other = await carrierOf('Other', 'ACother', otherToken);
    flow = await server.addFlow(talking());
    const assign = (Address: string, CarrierSid?: string) =>
      server.send(paths.addresses, { form: { Address, FlowSid: flow, ...(CarrierSid && { CarrierSid }) } });
    await assign(number, carrier);
    await assign(otherNumber, other);
    await assign(testNumber);
    await assign(otherService, other);
    await assign(testService);
    const message = await accepted(
      { fields: { MessageSid: 'SMlive', From: contact, To: number, Body: 'Hi' } },
      token,
    );
    const report = readMarkup(message.body).children[0]?.attributes.statusCallback ?? '';
    effect = new URL(report).search;
    await accepted(
      { fields: { MessageSid: 'SMsent', MessageStatus: 'delivered' }, query: effect, at: 'status' },
      token,
    );
    const call = await accepted({ fields: { CallSid: 'CAlive', From: contact, To: number } }, token);
    gather = new URL(readMarkup(call.body).children[0]?.attributes.action ?? '').search;
    await accepted({ fields: event({ MessageSid: 'IM1' }) }, token);
    await server.send(paths.executions(flow), { form: { To: contact, From: service } });
    // Things of the test carrier, with which a post could pretend to be about them.
    await accepted({ fields: { MessageSid: 'SMtest', From: contact, To: testNumber, Body: 'Hi' } });
    await accepted({ fields: { CallSid: 'CAtest', From: contact, To: testNumber } });
    const { messages } = (
      await server.send(
        `${paths.messages}?To=${encodeURIComponent(contact)}&From=${encodeURIComponent(testNumber)}`,
      )
    ).json<{ messages: { sid: string; execution_sid: string }[] }>();
    testEffect = `?${new URLSearchParams({ FlowExecution: messages[0]?.execution_sid ?? '', FlowEffect: '2.message' })}`;
  }, startTimeoutMs);
  afterAll(() => server.close());

  /** Posts that act on something of the signing carrier. */
  const acting: Record<string, () => Post> = {
    'a new call to its number': () => ({ fields: { CallSid: 'CAnew', From: contact, To: number } }),
    'its live call': () => ({ fields: { CallSid: 'CAlive', From: contact, To: number } }),
    'a key in its live call': () => ({
      fields: { CallSid: 'CAlive', From: contact, To: number, Digits: '1' },
      query: gather,
    }),
    'the end of its live call': () => ({
      fields: { CallSid: 'CAlive', From: contact, To: number, CallStatus: 'completed' },
    }),
    'the end of its live call, at the status callback': () => ({
      fields: { CallSid: 'CAlive', CallStatus: 'completed' },
      at: 'status',
    }),
    'a message to its number': () => ({
      fields: { MessageSid: 'SMnew', From: contact, To: number, Body: 'A' },
    }),
    'a message in its conversation': () => ({ fields: event({ MessageSid: 'IMnew' }) }),
    'a message in its conversation, as a channel': () => {
      const { ConversationSid: ChannelSid, ...fields } = event({ MessageSid: 'IMnew' });
      return { fields: { ...fields, ChannelSid } };
    },
    'a message to its conversation by address': () => ({
      fields: { MessageSid: 'SMnew', From: 'kim', To: conversation, Body: 'A' },
    }),
    'a conversation event for its number': () => ({
      fields: event({ ConversationSid: number, Author: contact, MessageSid: 'IMnew' }),
    }),
    'a message through its service': () => ({
      fields: {
        MessageSid: 'SMnew',
        From: contact,
        To: '+15559998',
        MessagingServiceSid: service,
        Body: 'A',
      },
    }),
    'a return of its conversation': () => ({
      fields: { MessageSid: 'SMnew', From: contact, To: number },
      query: '?FlowEvent=return',
    }),
    'a failure of its message, by command': () => ({
      fields: { MessageStatus: 'undelivered' },
      query: effect,
    }),
    'a failure of its message, by SID': () => ({
      fields: { MessageSid: 'SMsent', MessageStatus: 'undelivered' },
    }),
    'a failure of its message, at the status callback': () => ({
      fields: { MessageSid: 'SMsent', MessageStatus: 'undelivered' },
      query: effect,
      at: 'status',
    }),
  };

  /** What a post may add, so that it looks as if it were about the test carrier. */
  const disguises: Record<string, (post: Post) => Post | null> = {
    nothing: (post) => post,
    'a number of the test carrier in To': ({ fields, ...rest }) =>
      // Without another name of what is acted on it would honestly be about that number.
      actsByTo(fields) ? null : { ...rest, fields: { ...fields, To: testNumber } },
    'a number of the test carrier in From': (post) => adding(post, { From: testNumber }),
    // Through a service it would honestly be about another contact of the test carrier.
    'both numbers of the test carrier': ({ fields, ...rest }) =>
      actsByTo(fields) || fields.MessagingServiceSid !== undefined
        ? null
        : { ...rest, fields: { ...fields, From: testNumber, To: testNumber } },
    'a call of the test carrier': ({ fields, ...rest }) =>
      'CallSid' in fields ? null : { ...rest, fields: { ...fields, CallSid: 'CAtest' } },
    'a message of the test carrier': ({ fields, ...rest }) => ({
      ...rest,
      fields: { ...fields, SmsSid: 'SMtest' },
    }),
    'a message of the test carrier first': ({ fields, ...rest }) =>
      'MessageStatus' in fields ? null : { ...rest, fields: { ...fields, MessageSid: 'SMtest' } },
    'another conversation': ({ fields, ...rest }) =>
      'ChannelSid' in fields
        ? { ...rest, fields: { ...fields, ConversationSid: `CH${'9'.repeat(32)}` } }
        : { ...rest, fields: { ...fields, ChannelSid: `CH${'9'.repeat(32)}` } },
    'an EventType': (post) => adding(post, { EventType: 'onMessageAdded' }),
    'a command of the test carrier': ({ query = '', ...rest }) =>
      query === effect ? null : { ...rest, query: query + testEffect.replace('?', query === '' ? '?' : '&') },
    'our AccountSid': (post) => adding(post, { AccountSid: server.account.account_sid }),
    'an AccountSid of somebody else': (post) => adding(post, { AccountSid: server.other.account_sid }),
    'the status of a message': ({ fields, ...rest }) =>
      'MessageStatus' in fields ? null : { ...rest, fields: { ...fields, MessageStatus: 'failed' } },
    'a service of the test carrier': (post) =>
      post.fields.MessagingServiceSid ? null : adding(post, { MessagingServiceSid: testService }),
    'the return of a conversation': ({ query = '', ...rest }) =>
      query === '' ? { ...rest, query: '?FlowEvent=return' } : null,
  };
  const adding = ({ fields, ...rest }: Post, more: Record<string, string>): Post => ({
    ...rest,
    fields: { ...fields, ...more },
  });
  const actsByTo = (fields: Record<string, string>) =>
    fields.CallSid === 'CAnew' || (fields.MessageSid === 'SMnew' && fields.MessagingServiceSid === undefined);

  it.each(Object.entries(disguises))('needs its carrier’s signature also with %s', async (_, disguise) => {
    const before = await state();
    for (const [name, act] of Object.entries(acting)) {
      const post = disguise(act());
      if (post === null) continue;
      for (const by of [null, 'forged', otherToken]) {
        const { statusCode } = await send(post, by);
        expect([name, by, statusCode]).toEqual([name, by, expect.toBeOneOf([400, 403])]);
      }
    }
    expect(await state()).toEqual(before);
  });

  it.each<[string, () => Post]>([
    [
      'the call with a number of another carrier',
      () => ({ fields: { CallSid: 'CAlive', From: contact, To: otherNumber } }),
    ],
    [
      'the call with a number of the test carrier',
      () => ({ fields: { CallSid: 'CAlive', From: contact, To: testNumber } }),
    ],
    [
      'the call with a command of the test carrier',
      () => ({ fields: { CallSid: 'CAlive', From: contact, To: number }, query: testEffect }),
    ],
    [
      'the call with a message',
      () => ({ fields: { CallSid: 'CAlive', MessageSid: 'SMsent', From: contact, To: number } }),
    ],
    [
      'a message with another carrier’s service',
      () => ({
        fields: {
          MessageSid: 'SMx',
          From: contact,
          To: number,
          Body: 'A',
          MessagingServiceSid: otherService,
        },
      }),
    ],
    [
      'a message with two SIDs',
      () => ({ fields: { MessageSid: 'SMx', SmsSid: 'SMy', From: contact, To: number, Body: 'A' } }),
    ],
    [
      'the AccountSid of another carrier',
      () => ({ fields: { MessageSid: 'SMx', From: contact, To: number, Body: 'A', AccountSid: 'ACother' } }),
    ],
    [
      'the SID of one message and the command of another',
      () => ({ fields: { MessageSid: 'SMtest', MessageStatus: 'failed' }, query: effect, at: 'status' }),
    ],
  ])('is refused although it is signed when it names %s', async (_, post) => {
    const before = await state();
    const { statusCode } = await send(post(), token);
    expect(statusCode).toBeOneOf([400, 403]);
    expect(await state()).toEqual(before);
  });

  it('is refused for the test carrier with an AccountSid of somebody else', async () => {
    const fields = { From: '+15550180', To: testNumber, Body: 'Hi' };
    for (const AccountSid of [server.other.account_sid, 'ACsigning']) {
      expect((await send({ fields: { ...fields, AccountSid } })).statusCode).toBe(403);
    }
    await accepted({ fields: { ...fields, AccountSid: server.account.account_sid } });
  });

  it('is accepted with the signature of the carrier of what it is about', async () => {
    const AccountSid = 'ACsigning';
    await accepted(
      { fields: { MessageSid: 'SMok1', From: contact, To: number, Body: 'A', AccountSid } },
      token,
    );
    await accepted(
      { fields: { CallSid: 'CAlive', From: contact, To: number, AccountSid, Digits: '1' }, query: gather },
      token,
    );
    await accepted({ fields: event({ MessageSid: 'IMok1', AccountSid }) }, token);
    await accepted(
      { fields: { MessageSid: 'SMok2', From: contact, To: otherNumber, Body: 'A' } },
      otherToken,
    );
  });
});
