/** Sink delivery: at least once, in order and signed, despite failing receivers and processes. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditHead, AuditRecord } from '#api/audit/operations.ts';
import { type CloudEvent, eventTypes, type StepEventData } from '#api/live/events.ts';
import { paths } from '#api/paths.ts';
import type { SinkResource } from '#api/sinks/operations.ts';
import { sealEvents } from '../audit/chain-service.ts';
import { survey } from '../flows/testing/flows.ts';
import { hashOf } from '../platform/audit/chain.ts';
import { isSignedHead } from '../platform/audit/heads.ts';
import type { KeyedPoller } from '../platform/jobs/keyed-poller.ts';
import { createAddressGuard, createOutboundAgent } from '../platform/outbound/address-guard.ts';
import { signatureOf } from '../platform/outbound/signature.ts';
import { EventReceiver } from '../testing/event-receiver.ts';
import {
  addFlow,
  type MultiServer,
  openMultiServer,
  post,
  postMessage,
  type ServerInstance,
} from '../testing/multi-server.ts';
import { databaseKinds, startTimeoutMs } from '../testing/running-server.ts';
import { basicAuthorization } from '../testing/server.ts';
import { startSinkWorker } from './sink-worker.ts';

let people = 0;

describe.each(databaseKinds)('sinks, %s', (kind) => {
  let cluster: MultiServer;
  let server: ServerInstance;
  let flow: string;
  let receiver: EventReceiver<CloudEvent>;
  let rounds: KeyedPoller[] = [];
  const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));

  beforeAll(async () => {
    cluster = await openMultiServer(kind);
    server = await cluster.start();
    flow = await addFlow(server, cluster.account, survey);
  }, startTimeoutMs);
  beforeEach(async () => {
    receiver = await new EventReceiver<CloudEvent>().start();
  });
  afterEach(async () => {
    await Promise.all(rounds.map((each) => each.stop()));
    rounds = [];
    await receiver.stop();
    for (const { sid } of await list()) await send('DELETE', paths.sink(sid));
  });
  afterAll(async () => {
    await cluster.close();
    await agent.destroy();
  }, startTimeoutMs);

  const work = (at = server) => rounds.push(startSinkWorker(at.ctx, { agent }));
  const send = (method: string, path: string, by = cluster.account) =>
    fetch(server.url + path, { method, headers: { authorization: basicAuthorization(by) } });
  const list = async (by = cluster.account) =>
    ((await (await send('GET', paths.sinks, by)).json()) as { sinks: SinkResource[] }).sinks;
  const fetchSink = async (sid: string) =>
    (await (await send('GET', paths.sink(sid))).json()) as SinkResource;
  const create = async (more: Record<string, string> = {}, kinds: readonly string[] = eventTypes) => {
    const form = new URLSearchParams({ Destination: receiver.url, ...more });
    for (const each of kinds) form.append('Kinds', each);
    const answer = await post(server, cluster.account, paths.sinks, form);
    expect(answer.status).toBe(201);
    return (await answer.json()) as SinkResource;
  };
  /** Two messages: one start, four steps, one end. */
  const converse = async () => {
    people += 1;
    const own = people;
    const from = `+1556${String(own).padStart(7, '0')}`;
    for (const turn of [1, 2]) {
      const sid = `SM${String(own * 2 + turn).padStart(32, '0')}`;
      await postMessage(server, cluster.account, flow, { from, body: 'Sunflower', sid });
    }
  };

  it('post events from their creation on as a signed array, of the selected types only', async () => {
    await converse();
    const secret = 'a secret of enough letters';
    const sink = await create({ Secret: secret });
    expect(sink).toMatchObject({ status: 'active', is_signed: true, kinds: eventTypes, problem: null });
    expect(JSON.stringify(sink)).not.toContain(secret);
    const ends = await create({}, ['flow.execution.ended']);
    work();
    await converse();
    await expect.poll(() => receiver.events().length).toBe(7);
    const signed = receiver.posts.filter(({ headers }) => 'patchbay-signature' in headers);
    expect(signed.flatMap(({ events }) => events.map(({ type }) => type))).toEqual([
      'flow.execution.started',
      ...Array(4).fill('flow.step.ended'),
      'flow.execution.ended',
    ]);
    for (const { headers, body } of signed) {
      const timestamp = String(headers['patchbay-timestamp']);
      expect(headers['patchbay-signature']).toBe(`v1=${signatureOf(secret, timestamp, body)}`);
      expect(headers['content-type']).toContain('application/cloudevents-batch+json');
    }
    await expect.poll(async () => (await fetchSink(ends.sid)).date_delivered).not.toBeNull();
  });

  it('retry in order after a failure, and a failing one delays no other', async () => {
    const flapping = await create();
    const dead = await create({ Destination: 'http://127.0.0.1:9/' });
    const refused = await create({ Destination: 'http://10.1.2.3/' });
    const answers = [500, 302, 404];
    receiver.respond = () => answers.shift() ?? 200;
    await converse();
    work();
    await expect.poll(async () => (await fetchSink(flapping.sid)).problem).toBe('The receiver answered 500');
    expect(await fetchSink(flapping.sid)).toMatchObject({ status: 'failing', attempts: 1 });
    cluster.advanceClock(1_000);
    await expect.poll(async () => (await fetchSink(flapping.sid)).attempts).toBe(2);
    cluster.advanceClock(2_000);
    await expect.poll(async () => (await fetchSink(flapping.sid)).attempts).toBe(3);
    expect(receiver.posts).toEqual([]);
    await converse();
    cluster.advanceClock(4_000);
    await expect.poll(() => receiver.events().length).toBe(12);
    await expect
      .poll(() => fetchSink(flapping.sid))
      .toMatchObject({ status: 'active', attempts: 0, problem: null, failing_since: null });
    expect((await fetchSink(refused.sid)).problem).toContain('OUTBOUND_ALLOW');

    cluster.advanceClock(24 * 3_600_000);
    await expect.poll(async () => (await fetchSink(dead.sid)).status).toBe('failed');
    const { attempts } = await fetchSink(dead.sid);
    // Changed to a receiver that lives, it goes on where it stopped.
    const form = new URLSearchParams({ Destination: receiver.url });
    await post(server, cluster.account, paths.sink(dead.sid), form);
    await expect.poll(() => receiver.events().length).toBe(24);
    expect(attempts).toBeGreaterThan(1);
  }, 30_000);

  it('get each event once from several processes, in step order and in small batches', async () => {
    const second = await cluster.start();
    await create();
    work(server);
    work(second);
    await Promise.all(Array.from({ length: 60 }, converse));
    await expect.poll(() => receiver.events().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(360);
    const ids = receiver.events().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(360);
    const counted = new Map<string, number>();
    for (const { type, data } of receiver.events()) {
      if (type !== 'flow.step.ended') continue;
      const { execution_sid: sid, seq } = data as StepEventData;
      expect(seq).toBe((counted.get(sid) ?? 0) + 1);
      counted.set(sid, seq);
    }
    expect(Math.max(...receiver.posts.map(({ events }) => events.length))).toBeLessThanOrEqual(100);
  }, 60_000);

  it('are posted events of the audit log from their choice on, each once, beside turns', async () => {
    const account = cluster.account.account_sid;
    const rename = (name: string) =>
      post(
        server,
        cluster.account,
        paths.flow(flow),
        new URLSearchParams({ Status: 'published', FriendlyName: name }),
      );
    await rename('Before');
    const sink = await create({}, ['flow.execution.ended']);
    await sealEvents(server.ctx, account);
    const form = new URLSearchParams([
      ['Kinds', 'flow.execution.ended'],
      ['Kinds', 'audit.event'],
    ]);
    await post(server, cluster.account, paths.sink(sink.sid), form);
    work();
    const heads = () => receiver.events().filter(({ type }) => type === 'audit.head');
    const posted = () => receiver.events().length - heads().length;
    await rename('Between');
    await sealEvents(server.ctx, account);
    await expect.poll(posted).toBe(2);
    await converse();
    await rename('After');
    await sealEvents(server.ctx, account);
    await expect.poll(posted).toBe(4);
    const told = receiver.events().filter(({ type }) => type === 'audit.event');
    const records = told.map(({ data }) => data as unknown as AuditRecord);
    expect(records.map(({ operation, object_name }) => [operation, object_name])).toEqual([
      ['UpdateSink', sink.destination],
      ['UpdateFlow', 'Between'],
      ['UpdateFlow', 'After'],
    ]);
    expect(records.map((record) => hashOf(record))).toEqual(records.map(({ hash }) => hash));
    expect(told[0]).toMatchObject({ id: records[0]?.sid, source: paths.auditEvents, specversion: '1.0' });
    // With the newest events comes the signed head of their chain.
    const head = heads().at(-1)?.data as unknown as AuditHead;
    expect(head).toMatchObject({ account_sid: account, sequence: records.at(-1)?.sequence });
    expect(head.hash).toBe(records.at(-1)?.hash);
    expect(isSignedHead(head)).toBe(true);
  });

  it('are posted what is sealed, and that alone, whatever is written into the rows of the audit log', async () => {
    const account = cluster.account.account_sid;
    const { ctx } = server;
    const rename = async (name: string) => {
      const form = { Status: 'published', FriendlyName: name };
      await post(server, cluster.account, paths.flow(flow), new URLSearchParams(form));
      await sealEvents(ctx, account);
    };
    const names = () =>
      receiver
        .events()
        .filter(({ type }) => type === 'audit.event')
        .map(({ data }) => (data as unknown as AuditRecord).object_name);
    await create({}, ['audit.event']);
    await rename('One');
    const [last] = await ctx.database.read
      .selectFrom('audit_events')
      .selectAll()
      .where('account', '=', account)
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute();
    if (last === undefined) throw new Error('There is none.');
    const end = Number(last.sequence);
    const plant = (sequence: number) =>
      ctx.database.write((tx) =>
        tx
          .insertInto('audit_events')
          .values({ ...last, sid: `AE${sequence}`, sequence, object_name: 'Planted' })
          .execute(),
      );
    const setEnd = (sequence: number) =>
      ctx.database.write((tx) =>
        tx.updateTable('audit_chains').set({ sequence }).where('account', '=', account).execute(),
      );
    await plant(end + 1);
    await plant(Number.MAX_SAFE_INTEGER - 1);
    work();
    await expect.poll(names).toContain('One');
    await rename('Two');
    await expect.poll(names).toContain('Two');
    // The end is set ahead, which keeps no sink at work for ever, and back.
    await setEnd(end + 1_000);
    await rename('Three');
    await expect.poll(names).toContain('Three');
    await setEnd(end - 1);
    await rename('Four');
    await expect.poll(names).toContain('Four');
    expect(names().filter((name) => name === 'Four')).toHaveLength(1);
    const postsBefore = receiver.posts.length;
    await setEnd(end + 5_000);
    await rename('Five');
    await expect.poll(names).toContain('Five');
    expect(receiver.posts.length).toBeLessThan(postsBefore + 3);
  });

  it('have the result of a test, and belong to their account', async () => {
    const sink = await create();
    work();
    const answers = [503];
    receiver.respond = () => answers.shift() ?? 200;
    expect((await send('POST', paths.sinkTest(sink.sid))).status).toBe(202);
    await expect
      .poll(() => fetchSink(sink.sid), { timeout: 5_000 })
      .toMatchObject({ is_testing: false, test_problem: 'The receiver answered 503' });
    await send('POST', paths.sinkTest(sink.sid));
    await expect
      .poll(() => fetchSink(sink.sid), { timeout: 5_000 })
      .toMatchObject({ is_testing: false, test_problem: null, date_tested: expect.any(String) });
    expect(receiver.events()).toMatchObject([{ type: 'flow.sink.test', subject: sink.sid }]);

    expect(await list(cluster.other)).toEqual([]);
    for (const [method, path] of [
      ['GET', paths.sink(sink.sid)],
      ['POST', paths.sink(sink.sid)],
      ['DELETE', paths.sink(sink.sid)],
      ['POST', paths.sinkTest(sink.sid)],
    ] as const) {
      expect((await send(method, path, cluster.other)).status).toBe(404);
    }
  });

  it.each([
    ['Destination', { Destination: 'ftp://receiver.example/', Kinds: 'flow.step.ended' }],
    ['Destination', { Destination: 'https://name:word@receiver.example/', Kinds: 'flow.step.ended' }],
    ['Destination', { Kinds: 'flow.step.ended' }],
    ['Kinds', { Destination: 'https://receiver.example/', Kinds: 'flow.everything' }],
    ['Kinds', { Destination: 'https://receiver.example/' }],
    ['Secret', { Destination: 'https://receiver.example/', Kinds: 'flow.step.ended', Secret: 'short' }],
  ])('name %s when it cannot be used: %j', async (field, form) => {
    const answer = await post(
      server,
      cluster.account,
      paths.sinks,
      new URLSearchParams(Object.entries(form)),
    );
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: { field } });
  });
});
