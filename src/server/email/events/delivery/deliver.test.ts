/** Event delivery: in order, signed, at least once, with failing receivers and several processes. */

import { EventWebhook, EventWebhookHeader } from '@sendgrid/eventwebhook';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventQueue } from '#api/email/deliveries.ts';
import { deliveryPaths } from '#api/email/delivery-paths.ts';
import type { EventWebhook as Webhook, WebhookKind } from '#api/email/event-webhooks.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import type { KeyedPoller } from '../../../platform/jobs/keyed-poller.ts';
import { createAddressGuard, createOutboundAgent } from '../../../platform/outbound/address-guard.ts';
import { EventReceiver } from '../../../testing/event-receiver.ts';
import { type MultiServer, openMultiServer, type ServerInstance } from '../../../testing/multi-server.ts';
import { databaseKinds, startTimeoutMs } from '../../../testing/running-server.ts';
import { basicAuthorization } from '../../../testing/server.ts';
import { recordEvents } from '../service/record.ts';
import { startEventDelivery } from './deliver.ts';

const soon = { timeout: 30_000 };
const hour = 3_600_000;
let mails = 0;

describe.each(databaseKinds)('event delivery, %s', (kind) => {
  let cluster: MultiServer;
  let server: ServerInstance;
  let receiver: EventReceiver;
  let pollers: KeyedPoller[] = [];
  const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));

  beforeAll(async () => {
    cluster = await openMultiServer(kind);
    server = await cluster.start();
  }, startTimeoutMs);
  beforeEach(async () => {
    receiver = await new EventReceiver().start();
  });
  afterEach(async () => {
    await Promise.all(pollers.map((each) => each.stop()));
    pollers = [];
    await receiver.stop();
    const { webhooks } = await call<{ webhooks: Webhook[] }>('GET', emailPaths.allEventWebhooks);
    for (const { id } of webhooks) await call('DELETE', emailPaths.eventWebhook(id));
  });
  afterAll(async () => {
    await cluster.close();
    await agent.destroy();
  }, startTimeoutMs);

  const work = (at = server) => pollers.push(startEventDelivery(at.ctx, { agent }));
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: basicAuthorization(cluster.account), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.ok, await response.clone().text()).toBe(true);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  const create = (more: object = {}) =>
    call<Webhook>('POST', emailPaths.eventWebhooks, {
      url: receiver.url,
      delivered: true,
      click: true,
      ...more,
    });
  /** Has so many mails delivered (or what else happens), all in one transaction; gives the ids of the mails. */
  const happen = async (count: number, more: object = {}, kinds: WebhookKind[] = ['delivered']) => {
    const ids = Array.from({ length: count }, (_, index) => `mail-${String(mails + index).padStart(8, '0')}`);
    mails += count;
    const owner = {
      account: cluster.account.account_sid,
      region: 'global',
      now: server.ctx.clock.now(),
    } as const;
    const kindOf = (index: number) => kinds[index % kinds.length] ?? 'delivered';
    const events = ids.map((message, index) => ({
      ...{ cause: `${message}.${kindOf(index)}`, kind: kindOf(index), message },
      fields: { email: 'ann@example.com', 'smtp-id': `<${message}@x>`, response: '250 OK', ...more },
    }));
    await server.ctx.database.write((tx) => recordEvents(tx, owner, events));
    return ids;
  };
  const listed = async (webhook: string) =>
    (await call<{ queues: EventQueue[] }>('GET', deliveryPaths.eventQueues)).queues.find(
      ({ webhook_id }) => webhook_id === webhook,
    );
  /** Resolves when events that were recorded last, for another webhook, have been posted. */
  const hasPolled = async () => {
    const other = await new EventReceiver().start();
    const { id } = await create({ url: other.url, delivered: false });
    await happen(1, {}, ['click']);
    await expect.poll(() => other.events().length, soon).toBe(1);
    await call('DELETE', emailPaths.eventWebhook(id));
    await other.stop();
  };
  const attempts = (webhook: string) =>
    cluster.database.read
      .selectFrom('event_attempts')
      .selectAll()
      .where('webhook', '=', webhook)
      .orderBy('id')
      .execute();

  it('posts events in order, as a signed JSON array that the public verifier accepts', async () => {
    const { id } = await create();
    const { public_key: key } = await call<{ public_key: string }>(
      'PATCH',
      emailPaths.signedEventWebhook(id),
      { enabled: true },
    );
    work();
    const ids = await happen(2_500, { team: 'blue' });
    await expect.poll(() => receiver.events().length, soon).toBe(2_500);
    expect(receiver.events().map((event) => event.sg_message_id)).toEqual(ids);
    expect(receiver.events()[0]).toMatchObject({ event: 'delivered', team: 'blue', response: '250 OK' });
    expect(receiver.posts.map(({ events }) => events.length)).toEqual([1_000, 1_000, 500]);
    const verifier = new EventWebhook();
    const publicKey = verifier.convertPublicKeyToECDSA(key);
    for (const { headers, body } of receiver.posts) {
      const [signature, timestamp] = [EventWebhookHeader.SIGNATURE(), EventWebhookHeader.TIMESTAMP()].map(
        (name) => String(headers[name.toLowerCase()]),
      );
      expect(headers['content-type']).toBe('application/json');
      expect(verifier.verifySignature(publicKey, body, signature ?? '', timestamp ?? '')).toBe(true);
      expect(verifier.verifySignature(publicKey, `${body} `, signature ?? '', timestamp ?? '')).toBe(false);
    }
    await expect.poll(async () => (await attempts(id)).length, soon).toBe(3);
    expect((await attempts(id))[0]).toMatchObject({
      ...{ events: 1_000, status: 200, problem: null, next_at: null, kinds: '{"delivered":1000}' },
    });
  }, 30_000);

  it('stores attempts with their events and the count of each kind', async () => {
    const { id } = await create();
    await happen(1_200, {}, ['delivered', 'click', 'open', 'delivered']);
    work();
    await expect.poll(() => receiver.events().length, soon).toBe(900);
    await expect.poll(async () => (await attempts(id)).length, soon).toBe(1);
    const [attempt] = await attempts(id);
    expect(attempt?.kinds).toBe('{"delivered":600,"click":300}');
    const runs = JSON.parse(attempt?.runs ?? '') as [number, number][];
    const held = runs.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
    const rows = await cluster.database.read
      .selectFrom('mail_events')
      .select('seq')
      .where('seq', 'in', held)
      .where('kind', '!=', 'open')
      .execute();
    expect([held.length, rows.length]).toEqual([900, 900]);
    expect(runs).toHaveLength(301);
  }, 30_000);

  it('limits a post to 768 kB, except for one larger event', async () => {
    await create();
    await happen(40, { note: 'x'.repeat(40_000) });
    await happen(1, { note: 'x'.repeat(900_000) });
    work();
    await expect.poll(() => receiver.events().length, soon).toBe(41);
    const sizes = receiver.posts.map(({ body }) => body.length);
    expect(sizes.filter((size) => size > 768 * 1024)).toHaveLength(1);
    expect(receiver.posts.at(-1)?.events).toHaveLength(1);
  }, 30_000);

  it('retries in order after a failure, and a hanging receiver delays no other', async () => {
    const flapping = await create();
    const hanging = await new EventReceiver().start();
    hanging.respond = () => 'hang';
    const { id: hung } = await create({ url: hanging.url });
    const answers = [500, 302, 404];
    receiver.respond = () => answers.shift() ?? 200;
    const first = await happen(3);
    work();
    const at = (index: number) => async () => (await attempts(flapping.id))[index]?.problem;
    await expect.poll(at(0), soon).toBe('The receiver answered 500');
    cluster.advanceClock(1_000);
    await expect.poll(at(1), soon).toBe('The receiver answered 302; redirects are not followed');
    cluster.advanceClock(2_000);
    await expect.poll(at(2), soon).toBe('The receiver answered 404');
    expect(receiver.events()).toEqual([]);
    const second = await happen(2);
    cluster.advanceClock(4_000);
    await expect.poll(() => receiver.events().length, soon).toBe(5);
    expect(receiver.events().map((event) => event.sg_message_id)).toEqual([...first, ...second]);
    expect(await attempts(hung)).toEqual([]);
    await hanging.stop();
    await expect.poll(async () => (await attempts(hung)).length, soon).toBe(1);
    expect((await attempts(hung))[0]).toMatchObject({ status: null, given_up: 0 });
  }, 30_000);

  it('says once in the audit log that a webhook fails', async () => {
    const { id } = await create({ friendly_name: 'Shop' });
    receiver.respond = () => 503;
    await happen(1);
    work();
    for (let number = 1; number <= 12; number += 1) {
      await expect.poll(async () => (await attempts(id)).length, soon).toBe(number);
      cluster.advanceClock(2 ** number * 1_000);
    }
    const path = `${paths.auditEvents}?Operation=EventWebhookFailing`;
    const { events } = await call<{ events: object[] }>('GET', path);
    expect(events).toMatchObject([
      {
        ...{ by: 'server', object_kind: 'email_webhook', object_sid: id, object_name: 'Shop' },
        changes: [{ field: 'Problem', after: 'The receiver answered 503' }],
      },
    ]);
  }, 60_000);

  it('is paused after three days without a success, keeps its events, and says so', async () => {
    const { id } = await create({ friendly_name: 'Stock', url: 'http://10.1.2.3/' });
    const first = await happen(3);
    work();
    await expect.poll(async () => (await attempts(id))[0]?.problem, soon).toContain('OUTBOUND_ALLOW');
    cluster.advanceClock(71 * hour);
    await expect.poll(async () => (await attempts(id)).length, soon).toBe(2);
    const queue = () => call<EventQueue>('GET', deliveryPaths.eventQueue(id));
    expect(await queue()).toMatchObject({ state: 'failing', waiting: 3, failures_of_day: 1 });
    cluster.advanceClock(2 * hour);
    await expect.poll(queue, soon).toMatchObject({ state: 'paused', date_next: null });
    expect((await attempts(id)).at(-1)).toMatchObject({ next_at: null, given_up: 0 });
    const path = `${paths.auditEvents}?Operation=EventWebhookPaused`;
    const { events } = await call<{ events: object[] }>('GET', path);
    expect(events).toMatchObject([{ by: 'server', object_sid: id, object_name: 'Stock' }]);
    const second = await happen(2);
    cluster.advanceClock(200 * hour);
    await hasPolled();
    expect(await queue()).toMatchObject({ waiting: 6, failing_since: expect.any(String) });
    expect(await attempts(id)).toHaveLength(3);
    await call('PATCH', emailPaths.eventWebhook(id), { url: receiver.url });
    const sent = () => receiver.events().map((event) => event.sg_message_id);
    await expect.poll(() => sent().slice(0, 5), soon).toEqual([...first, ...second]);
    await expect.poll(queue, soon).toMatchObject({ state: 'healthy', waiting: 0, paused_since: null });
  }, 30_000);

  it('is resumed by API, and a failing one is tried at once', async () => {
    const { id } = await create();
    receiver.respond = () => 503;
    const ids = await happen(2);
    work();
    for (const wait of [0, 73 * hour]) {
      cluster.advanceClock(wait);
      const state = wait === 0 ? 'failing' : 'paused';
      await expect.poll(async () => (await listed(id))?.state, soon).toBe(state);
    }
    await call('POST', deliveryPaths.eventResumption(id));
    await expect.poll(async () => (await listed(id))?.state, soon).toBe('failing');
    receiver.respond = () => 200;
    await call('POST', deliveryPaths.eventResumption(id));
    await expect.poll(() => receiver.events().map((event) => event.sg_message_id), soon).toEqual(ids);
    await expect.poll(async () => (await listed(id))?.state, soon).toBe('healthy');
    expect(await listed(id)).toMatchObject({ failures: 0, failures_of_day: expect.any(Number) });
  }, 30_000);

  it('stores only the beginning of an endless response', async () => {
    const { id } = await create();
    receiver.respond = () => 'endless';
    await happen(1);
    work();
    await expect.poll(async () => (await attempts(id)).length, soon).toBe(1);
    const [attempt] = await attempts(id);
    expect(attempt).toMatchObject({ status: 200, problem: null });
    expect(attempt?.response).toBe('x'.repeat(2_000));
    expect(receiver.written).toBeLessThan(64 * 1024 * 1024);
  });

  it('posts nothing to a disabled webhook', async () => {
    const { id } = await create();
    await happen(1);
    await call('PATCH', emailPaths.eventWebhook(id), { enabled: false });
    await happen(1);
    work();
    const waiting = () => cluster.database.read.selectFrom('event_queue').selectAll().execute();
    await expect.poll(waiting, soon).toEqual([]);
    await call('PATCH', emailPaths.eventWebhook(id), { enabled: true });
    const ids = await happen(1);
    await expect.poll(() => receiver.events().map((event) => event.sg_message_id), soon).toEqual(ids);
  });

  it('posts each event once from several processes', async () => {
    const second = await cluster.start();
    await create();
    work(server);
    work(second);
    for (let round = 0; round < 40; round += 1) await happen(25);
    await expect.poll(() => receiver.events().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(1_000);
    const ids = receiver.events().map((event) => event.sg_message_id);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids).toEqual(ids.toSorted());
  }, 60_000);
});
