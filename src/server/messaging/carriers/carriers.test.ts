/** Carriers with a REST API, on every database: at-most-once requests, retries, and signed callbacks. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import type { CallPage, CallResource, MessagePage } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import type { TaskResource } from '#api/tasks/operations.ts';
import { ask, flowOf, send, survey, widget } from '../../flows/testing/flows.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';
import { readMarkup } from '../../testing/read-markup.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { beginAttempt } from './store.ts';

const token = 'what only the carrier knows';

describe.each(databaseKinds)('carriers, %s', (kind) => {
  let server: RunningServer;
  let carrierServer: Server;
  let carrier: CarrierResource;
  let requests: { url: string; fields: URLSearchParams }[] = [];
  let taken = 0;
  let responses: { status: number; body: object }[] = [];
  let held: Promise<void> | null = null;
  const form = () => ({ FriendlyName: 'Phones', BaseUrl: '', CarrierAccountSid: 'AC1', AuthToken: token });

  beforeAll(async () => {
    server = await openRunningServer(kind);
    carrierServer = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      taken += 1;
      const { status, body } = responses.shift() ?? {
        status: 201,
        body: { sid: `SM${100 + taken}` },
      };
      if (request.method === 'POST') {
        requests.push({
          url: request.url ?? '',
          fields: new URLSearchParams(Buffer.concat(pieces).toString()),
        });
      }
      await held;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(carrierServer, 'listening');
    const address = carrierServer.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    const own = { ...form(), BaseUrl: `http://127.0.0.1:${port}/2010-04-01/` };
    const response = await server.send(paths.carriers, { form: own });
    expect(response.statusCode).toBe(201);
    carrier = response.json<CarrierResource>();
  }, startTimeoutMs);
  beforeEach(() => {
    requests = [];
    responses = [];
  });
  afterAll(async () => {
    await server.close();
    carrierServer.closeAllConnections();
    carrierServer.close();
  });

  const greeting = flowOf(send('tell', 'Hello', null));
  const stepsOf = async (flow: string, sid: string) =>
    (await server.view(flow, sid)).steps.map(({ name }) => name);

  it('hide their token and report their connection status', async () => {
    expect(JSON.stringify(carrier)).not.toContain(token);
    expect(carrier).toMatchObject({ is_default: true, check_signatures: true });
    await expect
      .poll(async () => (await server.send(paths.carrier(carrier.sid))).json<CarrierResource>().connection)
      .toMatchObject({ status: 'ok', problem: null });
    expect((await server.send(paths.carrier(carrier.sid), { by: server.other })).statusCode).toBe(404);
    const bad = await server.send(paths.carrier(carrier.sid), { form: { BaseUrl: 'ftp://x' } });
    expect([bad.statusCode, bad.json().details]).toEqual([400, { field: 'BaseUrl' }]);
  });

  it('get service, channel and attributes of a conversation’s messages at their conversation endpoint', async () => {
    const properties = {
      body: 'Hello {{contact.channel.address}}',
      from: 'Bot',
      service: '{{trigger.conversation.InstanceSid}}',
      channel: '{{trigger.conversation.ChannelSid}}',
      attributes: '{"mood":"{{flow.channel.address}}"}',
    };
    const flow = await server.addFlow(
      flowOf(
        widget('send-message', 'greet', properties, { sent: 'ask', failed: null }),
        widget('send-and-wait-for-reply', 'ask', properties, { incomingMessage: null, timeout: null }),
      ),
    );
    const path = paths.webhook(server.account.account_sid, flow);
    const form = {
      EventType: 'onMessageAdded',
      ConversationSid: 'CH1',
      ChatServiceSid: 'IS1',
      Author: 'kim',
      MessageSid: `IM${server.contact().slice(1)}`,
      Body: 'Hi',
    };
    responses = [
      { status: 201, body: { sid: 'IM8', conversation_sid: 'CH1' } },
      { status: 400, body: { code: 50_353, message: 'The conversation is closed' } },
    ];
    const signed = getExpectedTwilioSignature(token, `http://flows.test${path}`, form);
    await server.send(path, { form, by: null, headers: { 'x-twilio-signature': signed } });
    await expect.poll(() => requests.length).toBe(2);
    for (const { url, fields } of requests) {
      expect(url).toBe('/v1/Services/IS1/Conversations/CH1/Messages');
      expect(Object.fromEntries(fields)).toEqual({
        Author: 'Bot',
        Body: 'Hello kim',
        Attributes: '{"mood":"CH1"}',
      });
    }
    const [execution] = await server.executionsOf(flow);
    const sid = execution?.sid ?? '';
    await server.eventually(flow, sid, { execution: { status: 'ended' } });
    expect(await stepsOf(flow, sid)).toEqual(['incomingConversationMessage', 'sent', 'deliveryFailure']);
    expect((await server.view(flow, sid)).execution.context).toMatchObject({
      widgets: {
        greet: { outbound: { Sid: 'IM8', Status: 'sent' } },
        ask: { outbound: { ErrorCode: '50353' } },
      },
    });
  });

  it('have their conversations where the setting says, or at the host of their base URL', async () => {
    const base = { ...form(), BaseUrl: 'http://127.0.0.1:1/2010-04-01' };
    const made = (await server.send(paths.carriers, { form: base })).json<CarrierResource>();
    expect(made).toMatchObject({ conversations_url: 'http://127.0.0.1:1/v1' });
    const change = async (ConversationsUrl: string) =>
      (await server.send(paths.carrier(made.sid), { form: { ConversationsUrl } })).json();
    const conversations_url = 'https://chat.example/v1';
    expect(await change(`${conversations_url}/`)).toMatchObject({ conversations_url });
    expect(await change('chat')).toMatchObject({ details: { field: 'ConversationsUrl' } });
    expect(await change('')).toMatchObject({ conversations_url: 'http://127.0.0.1:1/v1' });
    await server.send(paths.carrier(made.sid), { method: 'DELETE' });
  });

  it('get a request again after a backoff when they are busy', async () => {
    const flow = await server.addFlow(greeting);
    responses = [{ status: 503, body: {} }];
    const sid = await server.startExecution(flow, server.contact());
    await expect.poll(() => requests.length).toBe(1);
    // The backoff begins once the response is stored; the lease of a job that still runs would end with the time.
    const { read } = server.ctx.database;
    const lease = () => read.selectFrom('jobs').select('lease_until').where('execution', '=', sid).execute();
    await expect.poll(lease).toEqual([{ lease_until: 0 }]);
    server.advanceClock(2_000);
    await expect.poll(() => requests.length).toBe(2);
    await server.eventually(flow, sid, { execution: { status: 'ended' } });
    expect(await stepsOf(flow, sid)).toEqual(['incomingRequest', 'sent']);
  });

  it('do not get a request again whose first attempt was cut off', async () => {
    const flow = await server.addFlow(greeting);
    const { ctx } = server;
    const account = server.account.account_sid;
    responses = [{ status: 429, body: {} }];
    const sid = await server.startExecution(flow, server.contact());
    await expect.poll(() => requests.length).toBe(1);
    // As a process leaves it that has begun to send and then died.
    const attempt = {
      key: `${sid}:2.message`,
      shard: shardOfExecution(sid),
      account,
      begun_at: ctx.clock.now(),
    };
    await expect.poll(() => ctx.database.write((tx) => beginAttempt(tx, attempt))).toBe(true);
    server.advanceClock(2_000);
    await server.eventually(flow, sid, { execution: { status: 'ended' } });
    expect(requests).toHaveLength(1);
    const { steps } = await server.view(flow, sid);
    expect(steps.at(-1)).toMatchObject({ name: 'failed', notes: [{ code: 81011 }] });
  });

  describe('while a call rings', () => {
    const calling = flowOf(
      widget(
        'make-outgoing-call-v2',
        'call',
        { from: '+15559999', to: '{{contact.channel.address}}', timeout: 5 },
        { answered: 'ask', noAnswer: 'ask', busy: null, failed: null },
      ),
      ask('ask', 'Shall we write instead?', 3600, null, null),
    );
    const callOf = async (execution: string) => {
      const { calls } = (await server.send(paths.calls)).json<CallPage>();
      return calls.find((each) => each.execution_sid === execution);
    };
    const ring = async () => {
      const flow = await server.addFlow(calling);
      const sid = await server.startExecution(flow, server.contact());
      await expect.poll(async () => (await callOf(sid))?.status).toBe('ringing');
      return { flow, sid, call: await callOf(sid) };
    };
    const placed = () => requests.filter(({ url }) => url.endsWith('/Calls.json')).length;
    const hungUp = (call: CallResource | undefined) => {
      const url = `/2010-04-01/Accounts/AC1/Calls/${call?.sid}.json`;
      return requests.filter((request) => request.url === url).map(({ fields }) => fields.toString());
    };

    it('get a hang-up when the flow goes on without the call, and later responses are hung up', async () => {
      const { flow, sid, call } = await ring();
      server.advanceClock(5_000 + 180_000);
      await server.eventually(flow, sid, { at: 'ask' });
      await expect.poll(() => hungUp(call)).toEqual(['Status=completed']);
      expect(await callOf(sid)).toMatchObject({ sid: call?.sid, status: 'no-answer' });
      const answered = {
        CallSid: call?.sid ?? '',
        From: '+15559999',
        To: call?.to ?? '',
        CallStatus: 'in-progress',
      };
      const path = paths.webhook(server.account.account_sid, flow);
      const signed = getExpectedTwilioSignature(token, `http://flows.test${path}`, answered);
      const headers = { 'x-twilio-signature': signed };
      const { body } = await server.send(path, { form: answered, by: null, headers });
      expect(readMarkup(body).children.map(({ name }) => name)).toEqual(['Hangup']);
    });

    it('get a hang-up when the execution is ended', async () => {
      const { flow, sid, call } = await ring();
      await server.send(paths.execution(flow, sid), { form: { Status: 'ended' } });
      await expect.poll(() => hungUp(call)).toEqual(['Status=completed']);
      expect(await callOf(sid)).toMatchObject({ status: 'canceled' });
    });

    it('get a hang-up as soon as they have responded with its SID', async () => {
      const naming = Promise.withResolvers<void>();
      held = naming.promise;
      const flow = await server.addFlow(calling);
      const sid = await server.startExecution(flow, server.contact());
      await expect.poll(placed).toBe(1);
      await server.send(paths.execution(flow, sid), { form: { Status: 'ended' } });
      expect(hungUp(await callOf(sid))).toEqual([]);
      held = null;
      naming.resolve();
      await expect.poll(async () => hungUp(await callOf(sid))).toEqual(['Status=completed']);
      expect(await callOf(sid)).toMatchObject({ status: 'canceled' });
    });
  });

  it('take a caller out of the queue when a person has completed the task', async () => {
    const flow = await server.addFlow(
      flowOf(
        widget('send-to-agentdesk', 'desk', { workflow: 'WW1' }, { callComplete: 'bye' }),
        widget('say-play', 'bye', { say: 'Goodbye', loop: 1 }, { audioComplete: null }),
      ),
    );
    const path = paths.webhook(server.account.account_sid, flow);
    const form = { CallSid: 'CAqueued', From: server.contact(), To: '+15559999', CallStatus: 'in-progress' };
    const headers = {
      'x-twilio-signature': getExpectedTwilioSignature(token, `http://flows.test${path}`, form),
    };
    const post = async () => readMarkup((await server.send(path, { form, by: null, headers })).body).children;
    expect((await post())[0]).toMatchObject({ name: 'Enqueue', text: 'WW1' });
    const { tasks } = (await server.send(`${paths.tasks}?Status=pending`)).json<{ tasks: TaskResource[] }>();
    const [execution] = await server.executionsOf(flow);
    const task = tasks.find((each) => each.execution_sid === execution?.sid);
    await server.send(paths.task(task?.sid ?? ''), { form: { Status: 'completed' } });
    await expect
      .poll(() => requests.map(({ url, fields }) => [url, fields.get('Url')]))
      .toEqual([['/2010-04-01/Accounts/AC1/Calls/CAqueued.json', `${server.ctx.publicUrl()}${path}`]]);
    expect((await post())[0]).toMatchObject({ name: 'Say', text: 'Goodbye' });
  });

  it('are authenticated by their signature alone', async () => {
    const flow = await server.addFlow(survey);
    const from = server.contact();
    const url = paths.webhook(server.account.account_sid, flow);
    const form = { MessageSid: 'SM1', From: from, To: '+15559999', Body: 'Hi' };
    const post = (signature: string | null, fields: Record<string, string> = form) => {
      const headers = signature === null ? {} : { 'x-twilio-signature': signature };
      return server.send(url, { form: fields, by: null, headers });
    };
    const right = getExpectedTwilioSignature(token, `http://flows.test${url}`, form);
    expect((await post(null)).statusCode).toBe(403);
    expect((await post('forged')).statusCode).toBe(403);
    expect((await post(right, { ...form, Body: 'Changed' })).statusCode).toBe(403);
    expect(await server.executionsOf(flow)).toEqual([]);
    const [reply] = readMarkup((await post(right)).body).children;
    expect(reply?.text).toBe('Your name?');
    expect(requests).toEqual([]);
    // The reply's markup has the URL of its status callback.
    const address = new URL(reply?.attributes.statusCallback ?? '');
    const report = { MessageSid: 'SM9', MessageStatus: 'undelivered', ErrorCode: '30003' };
    const headers = { 'x-twilio-signature': getExpectedTwilioSignature(token, address.href, report) };
    const path = address.pathname + address.search;
    expect((await server.send(path, { form: report, by: null })).statusCode).toBe(403);
    expect((await server.send(path, { form: report, by: null, headers })).statusCode).toBe(204);
    const [execution] = await server.executionsOf(flow);
    expect(await stepsOf(flow, execution?.sid ?? '')).toEqual(['incomingMessage', 'deliveryFailure']);
  });

  it('do not affect addresses of the test carrier', async () => {
    const flow = await server.addFlow(greeting);
    const form = { Address: '+15557777', FlowSid: flow };
    expect((await server.send(paths.addresses, { form })).json()).toMatchObject({ carrier_sid: null });
    const from = server.contact();
    const response = await server.postWebhook(flow, {
      MessageSid: 'SM2',
      From: from,
      To: '+15557777',
      Body: 'Hi',
    });
    expect([response.statusCode, requests.length]).toEqual([200, 0]);
    const { messages } = (
      await server.send(`${paths.messages}?To=${encodeURIComponent(from)}`)
    ).json<MessagePage>();
    expect(messages).toMatchObject([{ status: 'sent', carrier_sid: null }]);
    const unknown = { ...form, CarrierSid: `CR${'0'.repeat(32)}` };
    expect((await server.send(paths.addresses, { form: unknown })).statusCode).toBe(400);
  });
});
