/** Attempts to speak for a contact: as a carrier that signs, as the test carrier from elsewhere, or by a flood. */

import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { type RunningServer, startServer } from '../server.ts';
import type { Attack, AttackResult } from './attack.ts';

const [signedNumber, testNumber, contact] = ['+15551000', '+15553000', '+15550100'];
const conversation = `CH${'1'.repeat(32)}`;
const token = 'known to the carrier only';
/** At a second carrier, which is not the default one. */
const otherConversation = `CH${'2'.repeat(32)}`;
const otherToken = 'known to the other carrier only';

type Fields = Record<string, string>;
type Flow = { sid: string; webhook_url: string };

/** A flow that asks again after each reply and each key. */
const definition = {
  description: 'Asks again',
  initial_state: 'Trigger',
  flags: { allow_concurrent_calls: true },
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      properties: {},
      transitions: [
        { event: 'incomingMessage', next: 'ask' },
        { event: 'incomingConversationMessage', next: 'ask' },
        { event: 'incomingCall', next: 'menu' },
        { event: 'incomingRequest', next: 'ask' },
        { event: 'incomingParent' },
      ],
    },
    {
      name: 'ask',
      type: 'send-and-wait-for-reply',
      properties: { body: 'Well?', from: '{{flow.channel.address}}', timeout: '3600' },
      transitions: [
        { event: 'incomingMessage', next: 'ask' },
        { event: 'timeout' },
        { event: 'deliveryFailure' },
      ],
    },
    {
      name: 'menu',
      type: 'gather-input-on-call',
      properties: { say: 'Press', timeout: 5, number_of_digits: 1, loop: 1 },
      transitions: [{ event: 'keypress', next: 'menu' }, { event: 'speech' }, { event: 'timeout' }],
    },
  ],
};

async function call(server: RunningServer, path: string, form?: Fields): Promise<Response> {
  const { sid, token } = server.account;
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
  const response = await fetch(server.url + path, { ...init, headers: { authorization } });
  if (!response.ok) throw new Error(`${path} ${response.status}: ${await response.text()}`);
  return response;
}

async function addFlow(server: RunningServer): Promise<Flow> {
  const form = { FriendlyName: 'Attack', Status: 'published', Definition: JSON.stringify(definition) };
  return (await (await call(server, '/v2/Flows', form)).json()) as Flow;
}

/** The path of the flow's webhook, whatever PUBLIC_URL is. */
function webhookPath(server: RunningServer, flow: Flow): string {
  return `/v1/Accounts/${server.account.sid}/Flows/${flow.sid}`;
}

async function post(server: RunningServer, path: string, fields: Fields, headers: Fields = {}) {
  const init = { method: 'POST', body: new URLSearchParams(fields), headers };
  const response = await fetch(server.url + path, init);
  await response.text();
  return response.status;
}

/** `stopped` when every post was refused, and no execution of the flow began, moved or ended. */
async function refused(
  server: RunningServer,
  flow: Flow,
  posts: readonly { path: string; fields: Fields; headers?: Fields }[],
): Promise<AttackResult> {
  const state = async () =>
    ((await (await call(server, `/v2/Flows/${flow.sid}/Executions`)).json()) as { executions: unknown[] })
      .executions;
  const before = JSON.stringify(await state());
  const statuses: number[] = [];
  for (const { path, fields, headers } of posts) statuses.push(await post(server, path, fields, headers));
  const isUnchanged = JSON.stringify(await state()) === before;
  const stopped = isUnchanged && statuses.every((status) => status === 400 || status === 403);
  return { stopped, seen: `${statuses.join(', ')}; executions ${isUnchanged ? 'unchanged' : 'CHANGED'}` };
}

const prepared = new WeakMap<RunningServer, Promise<Flow>>();

/** A signing carrier with a number, and a number of the test carrier, of a flow with a live call and a conversation. */
function prepare(server: RunningServer): Promise<Flow> {
  const flow = prepared.get(server) ?? prepareNew(server);
  prepared.set(server, flow);
  return flow;
}

async function prepareNew(server: RunningServer): Promise<Flow> {
  const flow = await addFlow(server);
  const path = webhookPath(server, flow);
  // Its things are made while the carrier does not sign yet.
  const form = {
    FriendlyName: 'Signing',
    BaseUrl: 'http://127.0.0.1:1/2010-04-01',
    CarrierAccountSid: 'ACsigning',
    AuthToken: token,
    CheckSignatures: 'false',
  };
  const { sid } = (await (await call(server, '/v1/Carriers', form)).json()) as { sid: string };
  await call(server, '/v1/Carrier/Addresses', { Address: signedNumber, FlowSid: flow.sid, CarrierSid: sid });
  await call(server, '/v1/Carrier/Addresses', { Address: testNumber, FlowSid: flow.sid });
  await post(server, path, { CallSid: 'CAlive', From: contact, To: signedNumber });
  await post(server, path, { MessageSid: 'SMlive', From: contact, To: signedNumber, Body: 'Hi' });
  await post(server, path, { ...event, MessageSid: 'IMlive' });
  await post(server, path, { CallSid: 'CAtest', From: contact, To: testNumber });
  await call(server, `/v1/Carriers/${sid}`, { CheckSignatures: 'true' });
  const other = { FriendlyName: 'Other', AuthToken: otherToken, CheckSignatures: 'true' };
  await call(server, '/v1/Carriers', { ...form, ...other });
  const first = { ...otherEvent, MessageSid: 'IMother' };
  const signature = getExpectedTwilioSignature(otherToken, server.url + path, first);
  const status = await post(server, path, first, { 'x-twilio-signature': signature });
  if (status !== 200) throw new Error(`The event of the other carrier was refused: ${status}`);
  return flow;
}

const event = { EventType: 'onMessageAdded', ConversationSid: conversation, Author: 'kim', Body: 'Hi' };
const otherEvent = { ...event, ConversationSid: otherConversation };
const call1 = { CallSid: 'CAlive', From: contact, To: testNumber };

/** Unsigned posts about something of the signing carrier, which pretend to be the test carrier's. */
const disguised: Record<string, readonly Fields[]> = {
  'answer, press keys in and end a live call of a signing carrier': [
    call1,
    { ...call1, Digits: '1' },
    { ...call1, CallStatus: 'completed' },
    { ...call1, From: testNumber, CallStatus: 'completed' },
    { ...call1, CallStatus: 'completed', MessageSid: 'SMother' },
    { ...call1, CallStatus: 'completed', SmsSid: 'SMother' },
  ],
  'write in a live conversation of a signing carrier': [
    { ...event, MessageSid: 'IMa', To: testNumber },
    { ...event, MessageSid: 'IMb', From: testNumber, To: testNumber },
    { ...event, MessageSid: 'IMc', CallSid: 'CAtest', From: contact, To: testNumber },
    { EventType: 'onMessageAdded', ChannelSid: conversation, Author: 'kim', Body: 'x', To: testNumber },
    { MessageSid: 'IMd', ConversationSid: conversation, From: 'kim', To: testNumber, Body: 'x' },
    { MessageSid: 'IMe', From: 'kim', To: conversation, Body: 'x' },
  ],
  'write as a contact to a number of a signing carrier': [
    { MessageSid: 'SMa', From: contact, To: signedNumber, Body: 'x' },
    { MessageSid: 'SMb', From: testNumber, To: signedNumber, Body: 'x' },
    { ...event, ConversationSid: signedNumber, Author: contact, To: testNumber },
    { MessageSid: 'SMlive', CallSid: 'CAtest', From: contact, To: signedNumber, Body: 'x' },
  ],
  'name an account that is not the flow’s': [
    { MessageSid: 'SMc', From: contact, To: testNumber, Body: 'x', AccountSid: `AC${'9'.repeat(32)}` },
    { MessageSid: 'SMd', From: contact, To: testNumber, Body: 'x', AccountSid: 'ACsigning' },
  ],
};

const mixing: Attack[] = Object.entries(disguised).map(([name, posts]) => ({
  name,
  expects: '400 or 403, and no execution changes',
  async attempt(server) {
    const flow = await prepare(server);
    const path = webhookPath(server, flow);
    return refused(
      server,
      flow,
      posts.map((fields) => ({ path, fields })),
    );
  },
}));

/** Another carrier's signature says nothing about this conversation, and neither does what a post names. */
const otherCarrier: Attack = {
  name: 'write in a conversation of one carrier as another carrier',
  expects: '400 or 403, and no execution changes',
  async attempt(server) {
    const flow = await prepare(server);
    const path = webhookPath(server, flow);
    const posts: Fields[] = [
      { ...otherEvent, MessageSid: 'IMf' },
      { ...otherEvent, MessageSid: 'IMg', AccountSid: 'ACsigning' },
      { ...otherEvent, MessageSid: 'IMh', To: testNumber },
      { ...otherEvent, MessageSid: 'IMi', To: signedNumber },
      { MessageSid: 'IMj', From: 'kim', To: otherConversation, Body: 'x' },
    ];
    const signed = posts.map((fields) => {
      const signature = getExpectedTwilioSignature(token, server.url + path, fields);
      return { path, fields, headers: { 'x-twilio-signature': signature } };
    });
    return refused(server, flow, [...posts.map((fields) => ({ path, fields })), ...signed]);
  },
};

const message = { MessageSid: 'SMe', From: contact, To: testNumber, Body: 'x' };

const elsewhere: Attack[] = [
  {
    name: 'post to the test carrier through a proxy on this machine',
    expects: '403 without the secret of the flow',
    async attempt(server) {
      const flow = await addFlow(server);
      const headers = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip'];
      const paths = [webhookPath(server, flow), `${webhookPath(server, flow)}?FlowSecret=${'0'.repeat(32)}`];
      return refused(
        server,
        flow,
        paths.flatMap((path) =>
          headers.map((header) => ({ path, fields: message, headers: { [header]: '127.0.0.1' } })),
        ),
      );
    },
  },
  {
    name: 'post to the test carrier of a server with a public URL, with an old secret too',
    expects: '403; 200 with the present secret',
    async attempt() {
      const server = await startServer({
        env: { LOG_LEVEL: 'error', PUBLIC_URL: 'https://flows.example.org' },
      });
      try {
        const flow = await addFlow(server);
        const secret = `/v1/WebhookSecrets/${flow.sid}`;
        const urlOf = async (form?: Fields) =>
          ((await (await call(server, secret, form)).json()) as { webhook_url: string }).webhook_url;
        const old = new URL(await urlOf());
        const present = new URL(await urlOf({}));
        const paths = [webhookPath(server, flow), old.pathname + old.search];
        const result = await refused(
          server,
          flow,
          paths.map((path) => ({ path, fields: message })),
        );
        const status = await post(server, present.pathname + present.search, message);
        return {
          stopped: result.stopped && status === 200,
          seen: `${result.seen}; with the secret ${status}`,
        };
      } finally {
        await server.stop();
      }
    },
  },
  {
    name: 'use up the account’s inbound limit from one address',
    expects: '429 for that address only',
    async attempt() {
      const server = await startServer({
        env: { LOG_LEVEL: 'error', INBOUND_LIMIT_ADDRESS: '10', START_LIMIT_INBOUND: '1000' },
      });
      try {
        const path = webhookPath(server, await addFlow(server));
        const flood = await Promise.all(
          Array.from({ length: 200 }, (_, number) =>
            post(server, path, { ...message, MessageSid: `SMf${number}` }),
          ),
        );
        const other = await post(server, path, { ...message, MessageSid: 'SMg', From: '+15550199' });
        const refusals = flood.filter((status) => status === 429).length;
        return {
          stopped: refusals > 100 && other === 200,
          seen: `${refusals} of 200 got 429; another ${other}`,
        };
      } finally {
        await server.stop();
      }
    },
  },
];

const payment: Attack = {
  name: 'leave card numbers in a message, a conversation and a call',
  expects: 'no number and no security code is stored',
  async attempt(server) {
    const flow = await addFlow(server);
    const path = webhookPath(server, flow);
    const fields = {
      PaymentCardNumber: '4111111111111111',
      CardNumber: '4111111111111111',
      Cvc: 'code-of-card',
    };
    const Attributes = JSON.stringify({ card: fields });
    const own = `CH${'7'.repeat(32)}`;
    const parties = { From: '+15550123', To: '+15557777' };
    for (const Address of [own, parties.To])
      await call(server, '/v1/Carrier/Addresses', { Address, FlowSid: flow.sid });
    await post(server, path, { ...parties, MessageSid: 'SMpay', Body: 'Hi', ...fields });
    await post(server, path, { ...event, ConversationSid: own, Attributes, ...fields });
    await post(server, path, { ...parties, CallSid: 'CApay', ...fields });
    const { executions } = (await (await call(server, `/v2/Flows/${flow.sid}/Executions`)).json()) as {
      executions: { sid: string }[];
    };
    const texts = await Promise.all(
      executions.map(async ({ sid }) => (await call(server, `/v1/ExecutionViews/${flow.sid}/${sid}`)).text()),
    );
    const leaks = texts.filter((text) => /41111111|code-of-card/.test(text)).length;
    return {
      stopped: leaks === 0 && texts.length === 3,
      seen: `${leaks} of ${texts.length} executions have them`,
    };
  },
};

export const carrierAttacks: readonly Attack[] = [...mixing, otherCarrier, ...elsewhere, payment];
