/** Event deliveries over HTTP: list, replay, recover, test; also on behalf of a subaccount. */

import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventDelivery, EventDeliveryPage, EventQueue } from '#api/email/deliveries.ts';
import { deliveryPaths } from '#api/email/delivery-paths.ts';
import type { EventWebhook } from '#api/email/event-webhooks.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { workerTasks } from '../../../job-handlers.ts';
import type { KeyedPoller } from '../../../platform/jobs/keyed-poller.ts';
import { startWorker, type Worker } from '../../../platform/jobs/worker.ts';
import { createAddressGuard, createOutboundAgent } from '../../../platform/outbound/address-guard.ts';
import { removeExpiredData } from '../../../retention/service.ts';
import { EventReceiver } from '../../../testing/event-receiver.ts';
import { type MultiServer, openMultiServer, type ServerInstance } from '../../../testing/multi-server.ts';
import { databaseKinds, startTimeoutMs } from '../../../testing/running-server.ts';
import { basicAuthorization } from '../../../testing/server.ts';
import { startEventDelivery } from '../delivery/deliver.ts';
import { recordEvents } from '../service/record.ts';

const soon = { timeout: 30_000 };
const day = 24 * 3_600_000;

describe.each(databaseKinds)('event deliveries, %s', (kind) => {
  let cluster: MultiServer;
  let server: ServerInstance;
  let receiver: EventReceiver;
  let poller: KeyedPoller;
  let worker: Worker;
  let webhook = '';
  const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));

  beforeAll(async () => {
    cluster = await openMultiServer(kind);
    server = await cluster.start();
    poller = startEventDelivery(server.ctx, { agent });
    worker = startWorker(server.ctx, { agent }, workerTasks);
  }, startTimeoutMs);
  beforeEach(async () => {
    receiver = await new EventReceiver().start();
    webhook = (await email<EventWebhook>('POST', emailPaths.eventWebhooks, { url: receiver.url, open: true }))
      .id;
  });
  afterEach(async () => {
    await email('DELETE', emailPaths.eventWebhook(webhook));
    await receiver.stop();
  });
  afterAll(async () => {
    await poller.stop();
    await worker.stop();
    await cluster.close();
    await agent.destroy();
  }, startTimeoutMs);

  const email = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = {
      authorization: basicAuthorization(cluster.account),
      'content-type': 'application/json',
    };
    const response = await fetch(server.url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.ok, await response.clone().text()).toBe(true);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  const ask = async <T>(
    path: string,
    form?: Record<string, string>,
    more: { by?: typeof cluster.account; headers?: Record<string, string> } = {},
  ) => {
    const { by = cluster.account, headers } = more;
    const response = await fetch(server.url + path, {
      headers: { authorization: basicAuthorization(by), ...headers },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    return { status: response.status, json: (await response.json()) as T };
  };
  let causes = 0;
  const happen = async (count: number, account = cluster.account.account_sid) => {
    const events = Array.from({ length: count }, (_, index) => ({
      ...{ cause: `open.${causes + index}`, kind: 'open' as const, message: `mail-${causes + index}` },
      fields: { email: 'ann@example.com' },
    }));
    causes += count;
    const owner = { account, region: 'global', now: server.ctx.clock.now() } as const;
    await server.ctx.database.write((tx) => recordEvents(tx, owner, events));
    server.ctx.wake('events');
  };
  const list = async (query = '') =>
    (await ask<EventDeliveryPage>(`${deliveryPaths.eventDeliveries}?WebhookId=${webhook}${query}`)).json;
  const received = () => receiver.events().map((event) => event.sg_event_id);

  it('are listed newest first, in pages, with their status', async () => {
    receiver.respond = () => 503;
    await happen(3);
    await expect.poll(async () => (await list()).deliveries.length, soon).toBe(1);
    const queue = (await ask<EventQueue>(deliveryPaths.eventQueue(webhook))).json;
    expect(queue).toMatchObject({ waiting: 3, failures: 1, is_enabled: true });
    expect(queue.date_next).not.toBeNull();
    receiver.respond = () => 200;
    cluster.advanceClock(1_000);
    await expect.poll(async () => (await list()).deliveries.length, soon).toBe(2);
    const page = await list('&PageSize=1');
    expect(page.deliveries).toMatchObject([
      { status: 'delivered', response_status: 200, problem: null, events: 3, kinds: { open: 3 } },
    ]);
    const [{ id = '', request_headers, response_headers } = {}] = page.deliveries;
    expect(request_headers).toContainEqual({ name: 'content-type', value: 'application/json' });
    expect(response_headers?.map(({ name }) => name)).toContain('date');
    const held = (await ask<{ events: { sg_event_id: string }[] }>(deliveryPaths.eventDeliveryEvents(id)))
      .json;
    expect(held).toMatchObject({ delivery_id: id, is_complete: true });
    expect(held.events.map((event) => event.sg_event_id)).toEqual(received().slice(-3));
    const next = (
      await ask<EventDeliveryPage>(
        new URL(page.meta.next_page_url ?? '').pathname + new URL(page.meta.next_page_url ?? '').search,
      )
    ).json;
    expect(next.deliveries).toMatchObject([
      { status: 'retrying', response_status: 503, problem: 'The receiver answered 503', given_up: 0 },
    ]);
    expect((await list('&Failed=true')).deliveries).toEqual(next.deliveries);
    const own = next.deliveries[0] as EventDelivery;
    expect((await ask<EventDelivery>(deliveryPaths.eventDelivery(own.id))).json).toEqual(own);
  });

  it('are replayed with the same event ids', async () => {
    await happen(2);
    await expect.poll(async () => (await list()).deliveries.length, soon).toBe(1);
    const first = received();
    const [delivery] = (await list()).deliveries;
    const response = await ask(deliveryPaths.eventDeliveryReplay(delivery?.id ?? ''), {});
    expect(response).toEqual({ status: 202, json: { webhook_id: webhook, events: 2 } });
    await expect.poll(() => receiver.posts.length, soon).toBe(2);
    expect(received()).toEqual([...first, ...first]);
  });

  it('are recovered since a time, also events that were dropped or happened while the webhook was disabled', async () => {
    cluster.advanceClock(day);
    const since = new Date(server.ctx.clock.now()).toISOString();
    receiver.respond = () => 500;
    await happen(2);
    await expect.poll(async () => (await list()).deliveries.length, soon).toBe(1);
    cluster.advanceClock(3 * day);
    await expect
      .poll(async () => (await list()).deliveries[0], soon)
      .toMatchObject({ status: 'given_up', given_up: 0, date_next: null });
    await email('PATCH', emailPaths.eventWebhook(webhook), { enabled: false });
    const queue = async () => (await ask<EventQueue>(deliveryPaths.eventQueue(webhook))).json;
    await expect.poll(queue, soon).toMatchObject({ state: 'disabled', waiting: 0 });
    expect((await ask(deliveryPaths.eventResumption(webhook), {})).status).toBe(409);
    await happen(1);
    const off = await ask(deliveryPaths.eventRecovery(webhook), { Since: since });
    expect(off.status).toBe(409);
    await email('PATCH', emailPaths.eventWebhook(webhook), { enabled: true });
    receiver.respond = () => 200;
    const later = new Date(server.ctx.clock.now() + 1_000).toISOString();
    expect(await ask(deliveryPaths.eventRecovery(webhook), { Since: later })).toMatchObject({
      json: { events: 0 },
    });
    expect(await ask(deliveryPaths.eventRecovery(webhook), { Since: since })).toMatchObject({
      json: { events: 3 },
    });
    await expect.poll(() => received().length, soon).toBe(3);
  });

  it('include a test event, which is posted once', async () => {
    receiver.respond = () => 418;
    expect((await ask(deliveryPaths.eventTest(webhook), {})).status).toBe(202);
    await expect
      .poll(async () => (await list()).deliveries, soon)
      .toMatchObject([{ status: 'failed', is_test: true, response_status: 418, date_next: null }]);
    receiver.respond = () => 200;
    expect((await ask(deliveryPaths.eventTest(webhook), {})).status).toBe(202);
    await expect.poll(() => receiver.events(), soon).toMatchObject([{ event: 'processed' }]);
    await expect.poll(async () => (await list()).deliveries.length, soon).toBe(2);
    const [test] = (await list()).deliveries;
    expect((await ask(deliveryPaths.eventDeliveryReplay(test?.id ?? ''), {})).status).toBe(409);
    await email('POST', emailPaths.testEvent, { url: receiver.url });
    await expect.poll(() => receiver.posts.length, soon).toBe(2);
  });

  it('are posted with a cached token, which is replaced when the receiver rejects it', async () => {
    const tokens = await new TokenServer().start();
    const oauth = { oauth_client_id: 'my-client', oauth_client_secret: 'a b:c', oauth_token_url: tokens.url };
    await email('PATCH', emailPaths.eventWebhook(webhook), oauth);
    await email('PATCH', emailPaths.signedEventWebhook(webhook), { enabled: true });
    tokens.isBroken = true;
    await happen(1);
    await expect
      .poll(async () => (await list()).deliveries, soon)
      .toMatchObject([
        {
          status: 'retrying',
          response_status: null,
          problem: 'The token server responded with 500: server_error',
        },
      ]);
    tokens.isBroken = false;
    cluster.advanceClock(1_000);
    await expect.poll(() => receiver.posts.length, soon).toBe(1);
    await happen(1);
    await expect.poll(() => receiver.posts.length, soon).toBe(2);
    expect(receiver.posts.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t1']);
    expect(receiver.posts[0]?.headers).toHaveProperty('x-twilio-email-event-webhook-signature');
    expect(tokens.credentials.at(-1)).toBe('my-client:a+b%3Ac');

    receiver.respond = (headers) => (headers.authorization === 'Bearer t1' ? 401 : 200);
    await happen(1);
    await expect.poll(() => receiver.posts.length, soon).toBe(3);
    expect(receiver.posts[2]?.headers.authorization).toBe('Bearer t2');
    const [{ request_headers } = {}] = (await list()).deliveries;
    expect(request_headers).toContainEqual({ name: 'authorization', value: 'Bearer …' });
    expect((await list('&Failed=true')).deliveries).toHaveLength(1);

    cluster.advanceClock(3_600_000);
    await happen(1);
    await expect.poll(() => receiver.posts.length, soon).toBe(4);
    expect(receiver.posts[3]?.headers.authorization).toBe('Bearer t3');
    await tokens.stop();
  });

  it('are deleted by retention: attempts after a week, events with personal data', async () => {
    cluster.advanceClock(31 * day);
    await removeExpiredData(server.ctx, async () => {});
    await happen(1);
    await expect.poll(async () => (await list()).deliveries.length, soon).toBe(1);
    cluster.advanceClock(7 * day + 60_000);
    expect(await removeExpiredData(server.ctx, async () => {})).toMatchObject({ events: 0 });
    expect((await list()).deliveries).toEqual([]);
    await email('PATCH', emailPaths.eventWebhook(webhook), { enabled: false });
    cluster.advanceClock(24 * day);
    expect(await removeExpiredData(server.ctx, async () => {})).toMatchObject({ events: 1 });
    expect(await cluster.database.read.selectFrom('mail_events').selectAll().execute()).toEqual([]);
  });

  it('are visible to their account, and to one acting on its behalf', async () => {
    await happen(1);
    await expect.poll(async () => (await list()).deliveries.length, soon).toBe(1);
    const [delivery] = (await list()).deliveries;
    const all = [
      [`${deliveryPaths.eventDeliveries}?WebhookId=${webhook}`, undefined],
      [deliveryPaths.eventDelivery(delivery?.id ?? ''), undefined],
      [deliveryPaths.eventQueue(webhook), undefined],
      [deliveryPaths.eventDeliveryEvents(delivery?.id ?? ''), undefined],
      [deliveryPaths.eventResumption(webhook), {}],
      [deliveryPaths.eventDeliveryReplay(delivery?.id ?? ''), {}],
      [deliveryPaths.eventRecovery(webhook), { Since: '2026-01-01' }],
      [deliveryPaths.eventTest(webhook), {}],
    ] as const;
    for (const [path, form] of all) {
      expect((await ask(path, form, { by: cluster.other })).status, path).toBe(404);
      const headers = { 'on-behalf-of': `account-id ${cluster.other.account_sid}` };
      expect((await ask(path, form, { headers })).status, path).toBe(403);
    }
  });

  it('include the status changes of the account', async () => {
    const sub = (
      await ask<{ sid: string; auth_token: string }>(paths.accounts, {
        FriendlyName: 'Shop',
        Username: `shop-${kind.length}`,
      })
    ).json;
    const shop = { account_sid: sub.sid, auth_token: sub.auth_token };
    const response = await fetch(server.url + emailPaths.eventWebhooks, {
      method: 'POST',
      headers: { authorization: basicAuthorization(shop), 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url, account_status_change: true }),
    });
    expect(response.status).toBe(201);
    for (const Status of ['closed', 'closed', 'active']) {
      expect((await ask(paths.account(sub.sid), { Status })).status).toBe(200);
      cluster.advanceClock(1_000);
    }
    server.ctx.wake('events');
    await expect
      .poll(() => receiver.events(), soon)
      .toMatchObject([
        { event: 'account_status_change', account_id: sub.sid, type: 'closed' },
        { event: 'account_status_change', account_id: sub.sid, type: 'active' },
      ]);
    const { id } = (await response.json()) as EventWebhook;
    const headers = { 'on-behalf-of': `shop-${kind.length}` };
    expect(
      (await ask(`${deliveryPaths.eventDeliveries}?WebhookId=${id}`, undefined, { headers })).status,
    ).toBe(200);
  });

  it.each([
    ['WebhookId', deliveryPaths.eventDeliveries, undefined],
    ['WebhookId', `${deliveryPaths.eventDeliveries}?WebhookId=%00`, undefined],
    ['Failed', `${deliveryPaths.eventDeliveries}?WebhookId=x&Failed=maybe`, undefined],
    ['Since', deliveryPaths.eventRecovery('x'), {}],
    ['Since', deliveryPaths.eventRecovery('x'), { Since: 'yesterday' }],
  ])('name %s where it cannot be used: %s', async (field, path, form) => {
    expect(await ask(path, form)).toMatchObject({ status: 400, json: { details: { field } } });
  });
});

/** An OAuth token endpoint: issues t1, t2 … for an hour to clients with credentials in the header. */
class TokenServer {
  isBroken = false;
  /** As they came, decoded from base64. */
  readonly credentials: string[] = [];
  url = '';
  #given = 0;
  readonly #server: Server = createServer((request, response) => {
    request.resume();
    const [, coded = ''] = (request.headers.authorization ?? '').split(' ');
    this.credentials.push(Buffer.from(coded, 'base64').toString());
    response.setHeader('content-type', 'application/json');
    if (this.isBroken) return response.writeHead(500).end('{"error":"server_error"}');
    this.#given += 1;
    const token = { access_token: `t${this.#given}`, token_type: 'Bearer', expires_in: 3600 };
    return response.end(JSON.stringify(token));
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/token`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
