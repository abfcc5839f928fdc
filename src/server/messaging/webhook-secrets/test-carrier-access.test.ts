/** The test carrier: open on this machine, elsewhere only with the secret in the webhook URL, and limited per address. */

import { afterEach, describe, expect, it } from 'vitest';
import type { ExecutionPage } from '#api/executions/operations.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import type { CallResource } from '#api/messaging/operations.ts';
import type { WebhookSecretResource } from '#api/messaging/webhook-secret-operations.ts';
import { paths } from '#api/paths.ts';
import { flowOf, send, survey, widget } from '../../flows/testing/flows.ts';
import { readMarkup } from '../../testing/read-markup.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';

const elsewhere = '203.0.113.7';

let server: TestServer;
let messages = 0;

afterEach(() => server.close());

const addFlow = async (definition = survey) => {
  const form = { FriendlyName: 'Test', Status: 'published', Definition: JSON.stringify(definition) };
  return (await server.send({ url: paths.flows, form })).json<FlowResource>();
};
const webhookOf = (flow: string) => paths.webhook(server.account.account_sid, flow);
const message = (more: Record<string, string> = {}) => {
  messages += 1;
  return { MessageSid: `SM${messages}`, From: '+15550100', To: '+15559999', Body: 'Hi', ...more };
};

type From = { remoteAddress?: string; headers?: Record<string, string> };

/** Posts as nobody, from this machine unless `from` says otherwise. */
const post = (url: string, fields: Record<string, string>, from: From = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    remoteAddress: from.remoteAddress ?? '127.0.0.1',
    headers: { host: 'flows.test', 'content-type': 'application/x-www-form-urlencoded', ...from.headers },
    payload: new URLSearchParams(fields).toString(),
  });
const pathOf = (url: string | undefined) => {
  const { pathname, search } = new URL(url ?? '');
  return pathname + search;
};
const secretUrl = async (flow: string, method: 'GET' | 'POST' = 'GET') =>
  pathOf(
    (await server.send({ url: paths.webhookSecret(flow), method })).json<WebhookSecretResource>().webhook_url,
  );
const executionsOf = async (flow: string) =>
  (await server.send({ url: paths.executions(flow) })).json<ExecutionPage>().executions;

describe('an unsigned post for the test carrier', () => {
  it.each<[string, From]>([
    ['another machine', { remoteAddress: elsewhere }],
    ['another machine of the network', { remoteAddress: '10.1.2.3' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': elsewhere } }],
    ['a proxy that names this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a proxy that names the host', { headers: { 'x-forwarded-host': 'flows.example.org' } }],
    ['a proxy with the standard header', { headers: { forwarded: 'for=203.0.113.7' } }],
    ['a proxy over IPv6', { remoteAddress: '::1', headers: { 'x-real-ip': elsewhere } }],
  ])('is refused from %s, unless its URL has the secret of the flow', async (_, from) => {
    server = await openTestServer();
    const { sid, webhook_url: plain } = await addFlow();
    const other = await addFlow();
    expect(plain).not.toContain('?');
    const wrong = [webhookOf(sid), `${webhookOf(sid)}?FlowSecret=`, `${webhookOf(sid)}?FlowSecret=guess`];
    const foreign = (await secretUrl(other.sid)).replace(other.sid, sid);
    for (const url of [...wrong, foreign]) {
      const response = await post(url, message(), from);
      expect([url, response.statusCode]).toEqual([url, 403]);
    }
    expect(await executionsOf(sid)).toEqual([]);
    const accepted = await post(await secretUrl(sid), message(), from);
    expect(readMarkup(accepted.body).children[0]?.text).toBe('Your name?');
  });

  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'is accepted from %s',
    async (remoteAddress) => {
      server = await openTestServer();
      const { sid } = await addFlow();
      expect((await post(webhookOf(sid), message(), { remoteAddress })).statusCode).toBe(200);
    },
  );

  it.each([
    ['https://flows.example.org', 403],
    ['http://localhost:4000', 200],
    ['http://127.0.0.1:4000/base', 200],
  ])('on this machine with PUBLIC_URL %s gets %i', async (url, status) => {
    server = await openTestServer({ PUBLIC_URL: url });
    const { sid } = await addFlow();
    expect((await post(webhookOf(sid), message())).statusCode).toBe(status);
  });

  it('is refused at the status callback from elsewhere', async () => {
    server = await openTestServer();
    const url = paths.carrierStatus(server.account.account_sid);
    const report = { MessageSid: 'SM1', MessageStatus: 'failed' };
    expect((await post(url, report, { remoteAddress: elsewhere })).statusCode).toBe(403);
    expect((await post(url, report)).statusCode).toBe(204);
  });

  it('of a call from elsewhere finds the secret in the URLs of the markup, and no flow sees it', async () => {
    server = await openTestServer();
    const { sid } = await addFlow(
      flowOf(
        widget('gather-input-on-call', 'ask', { say: 'Press' }, { keypress: 'bye' }),
        widget('say-play', 'bye', { say: 'Bye', loop: 1 }, { audioComplete: null }),
      ),
    );
    const call = { CallSid: 'CA1', From: '+15550100', To: '+15559999' };
    const from = { remoteAddress: elsewhere };
    const [gather] = readMarkup((await post(await secretUrl(sid), call, from)).body).children;
    const next = await post(pathOf(gather?.attributes.action), { ...call, Digits: '1' }, from);
    expect(readMarkup(next.body).children[0]?.text).toBe('Bye');
    const context = await server.send({ url: paths.executions(sid) });
    const [execution] = context.json<ExecutionPage>().executions;
    const view = await server.send({ url: paths.executionView(sid, execution?.sid ?? '') });
    expect(view.body).not.toContain('FlowSecret');
  });

  it('by GET is not seen with its secret by the flow', async () => {
    server = await openTestServer();
    const { sid } = await addFlow();
    const url = `${await secretUrl(sid)}&${new URLSearchParams(message())}`;
    const response = await server.app.inject({ url, remoteAddress: elsewhere });
    expect(response.statusCode).toBe(200);
    const [execution] = await executionsOf(sid);
    const view = await server.send({ url: paths.executionView(sid, execution?.sid ?? '') });
    expect(view.body).toContain('"Body":"Hi"');
    expect(view.body).not.toContain('FlowSecret');
  });

  it('is not needed to play a call by API from elsewhere', async () => {
    server = await openTestServer();
    const { sid } = await addFlow(
      flowOf(widget('gather-input-on-call', 'ask', { say: 'Press' }, { keypress: null })),
    );
    await server.send({ url: paths.addresses, form: { Address: '+15559999', FlowSid: sid } });
    const form = { From: '+15550100', To: '+15559999' };
    const headers = { 'x-forwarded-for': elsewhere };
    const { markup, ...call } = (await server.send({ url: paths.calls, form, headers })).json<CallResource>();
    const action = readMarkup(markup ?? '').children[0]?.attributes.action;
    const fields = { CallSid: call.sid, ...form, Digits: '1' };
    expect((await post(pathOf(action), fields, { headers })).statusCode).toBe(200);
  });
});

describe('the secret of a flow', () => {
  it('is made once, shown again, and replaced', async () => {
    server = await openTestServer();
    const { sid } = await addFlow();
    const [first, again] = [await secretUrl(sid), await secretUrl(sid)];
    expect(again).toBe(first);
    expect(first).toMatch(/\?FlowSecret=[0-9a-f]{32}$/);
    const replaced = await secretUrl(sid, 'POST');
    expect(replaced).not.toBe(first);
    expect(await secretUrl(sid)).toBe(replaced);
    const from = { remoteAddress: elsewhere };
    expect((await post(first, message(), from)).statusCode).toBe(403);
    expect((await post(replaced, message(), from)).statusCode).toBe(200);
  });

  it('is stored encrypted, and for its own account only', async () => {
    server = await openTestServer();
    const { sid } = await addFlow();
    const secret = (await secretUrl(sid)).split('=')[1] ?? '';
    const rows = await server.ctx.database.read.selectFrom('webhook_secrets').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const { other: by } = server;
    for (const method of ['GET', 'POST'] as const) {
      expect((await server.send({ url: paths.webhookSecret(sid), method, by })).statusCode).toBe(404);
    }
    const anybody = await server.send({ url: paths.webhookSecret(sid), by: null });
    expect(anybody.statusCode).toBe(401);
    await server.send({ url: paths.flow(sid), method: 'DELETE' });
    expect(await server.ctx.database.read.selectFrom('webhook_secrets').selectAll().execute()).toEqual([]);
  });
});

describe('a flood from one address', () => {
  const limits = { INBOUND_LIMIT_ADDRESS: '3', START_LIMIT_INBOUND: '5' };
  const ending = flowOf(send('bye', 'Bye', null));

  it('is limited per address and leaves the account’s inbound limit to others', async () => {
    server = await openTestServer(limits);
    const { sid } = await addFlow(ending);
    const statusOf = async (fields: Record<string, string>) =>
      (await post(webhookOf(sid), fields)).statusCode;
    const flood = [];
    for (let number = 0; number < 20; number += 1) flood.push(await statusOf(message()));
    expect(flood).toEqual([200, 200, 200, ...Array(17).fill(429)]);
    // Another spelling of the number is the same address.
    expect(await statusOf(message({ From: '+1 (555) 010-0' }))).toBe(429);
    expect(await statusOf({ CallSid: 'CA1', From: '+15550100', To: '+15559999' })).toBe(429);
    for (const From of ['+15550101', '+15550102']) expect(await statusOf(message({ From }))).toBe(200);
    expect(await statusOf(message({ From: '+15550103' }))).toBe(429);
    server.advanceClock(1_000);
    expect(await statusOf(message())).toBe(200);
  });

  it('of conversation messages is limited by author', async () => {
    server = await openTestServer(limits);
    const { sid } = await addFlow(ending);
    const event = (Author: string, number: number) => ({
      EventType: 'onMessageAdded',
      ConversationSid: `CH${String(number).padStart(32, '0')}`,
      MessageSid: `IM${number}`,
      Author,
      Body: 'Hi',
    });
    const seen = [];
    for (let number = 0; number < 5; number += 1)
      seen.push((await post(webhookOf(sid), event('kim', number))).statusCode);
    expect(seen).toEqual([200, 200, 200, 429, 429]);
    expect((await post(webhookOf(sid), event('ann', 9))).statusCode).toBe(200);
  });
});
