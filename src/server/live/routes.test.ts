/** Live event streams over real sockets: no event is lost or duplicated across reconnects and restarts. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CloudEvent, ExecutionSnapshot, FlowSnapshot, StepEventData } from '#api/live/events.ts';
import { paths } from '#api/paths.ts';
import { countNewTurns } from '../executions/traffic/service.ts';
import { ask, flowOf, send, survey } from '../flows/testing/flows.ts';
import { openEventStream } from '../testing/event-stream.ts';
import {
  addFlow,
  type MultiServer,
  openMultiServer,
  postMessage,
  type ServerInstance,
  startExecution,
} from '../testing/multi-server.ts';
import { isPoolOfOne } from '../testing/postgres.ts';
import { databaseKinds, startTimeoutMs } from '../testing/running-server.ts';
import { basicAuthorization } from '../testing/server.ts';
import { deleteExpiredTurns } from './service.ts';

let contacts = 0;
const contact = () => `+1555${String(++contacts).padStart(7, '0')}`;
let messages = 0;
const messageSid = () => `SM${String(++messages).padStart(32, '0')}`;

const longTalk = flowOf(
  ...[1, 2, 3, 4, 5, 6].flatMap((round) => [
    ask(`ask_${round}`, 'And?', 60, `thank_${round}`, null),
    send(`thank_${round}`, 'Thanks', round < 6 ? `ask_${round + 1}` : null),
  ]),
);

const stepsIn = (events: CloudEvent[]) =>
  events.flatMap(({ type, data }) => (type === 'flow.step.ended' ? [data as StepEventData] : []));

describe.each(databaseKinds)('live streams, %s', (kind) => {
  let cluster: MultiServer;
  let server: ServerInstance;

  beforeAll(async () => {
    cluster = await openMultiServer(kind);
    server = await cluster.start({ LIVE_HEARTBEAT: '1' });
  }, startTimeoutMs);
  afterAll(() => cluster.close(), startTimeoutMs);

  const newFlow = () => addFlow(server, cluster.account, survey);
  const listenTo = (path: string, lastId: string | null = null, at = server) =>
    openEventStream(at.url + path, cluster.account, lastId);
  const start = (flow: string, to = contact()) => startExecution(server, cluster.account, flow, to);
  const reply = (flow: string, from: string, body = 'Sunflower', at = server) =>
    postMessage(at, cluster.account, flow, { from, body, sid: messageSid() });

  it('of a flow begin with active executions, then send each start, step and end as CloudEvents', async () => {
    const flow = await newFlow();
    const before = await start(flow);
    const listener = await listenTo(paths.flowEvents(flow));
    expect(listener.received[0]).toMatchObject({ event: 'snapshot' });
    const snapshot = listener.received[0]?.data as FlowSnapshot;
    expect(snapshot).toMatchObject({ beginning: 'new', flow_sid: flow, more: false });
    expect(snapshot.active_executions.map(({ sid }) => sid)).toEqual([before]);

    const to = contact();
    const sid = await start(flow, to);
    await reply(flow, to);
    await listener.receives(6);
    const own = listener.events();
    expect(own.map(({ type }) => type)).toEqual([
      'flow.execution.started',
      ...Array(4).fill('flow.step.ended'),
      'flow.execution.ended',
    ]);
    expect(own[0]).toEqual({
      specversion: '1.0',
      id: `${sid}.started`,
      source: paths.execution(flow, sid),
      type: 'flow.execution.started',
      subject: sid,
      time: '2026-11-06T12:00:00.500Z',
      datacontenttype: 'application/json',
      dataschema: server.url + paths.executionEventSchema,
      data: {
        account_sid: cluster.account.account_sid,
        flow_sid: flow,
        execution_sid: sid,
        flow_revision: 1,
        parent_execution_sid: null,
        parent_step_sid: null,
        status: 'active',
        contact_channel_address: to,
        initiated_by: expect.stringMatching(/^RQ[0-9a-f]{32}$/),
      },
    });
    expect(stepsIn(own)).toMatchObject([
      { seq: 1, name: 'incomingRequest', transitioned_from: 'Trigger', transitioned_to: 'ask' },
      { seq: 2, name: 'incomingMessage', transitioned_from: 'ask', transitioned_to: 'keep' },
      { seq: 3, name: 'next', transitioned_from: 'keep', transitioned_to: 'greet' },
      { seq: 4, name: 'sent', transitioned_from: 'greet', transitioned_to: 'Ended' },
    ]);
    expect(own[5]).toMatchObject({ id: `${sid}.ended`, data: { status: 'ended' } });
    for (const { dataschema, data } of own) {
      const schema = (await (await fetch(dataschema)).json()) as { required: string[] };
      expect(Object.keys(data).toSorted()).toEqual(schema.required.toSorted());
    }
    listener.close();
  });

  it.skipIf(kind !== 'PostgreSQL' || isPoolOfOne)(
    'of a flow do not repeat what the snapshot has while a transaction runs',
    async () => {
      const flow = await newFlow();
      const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const running = server.ctx.database.write(async (tx) => {
        // With a number, which all that come after it wait for: on a connection of its own.
        await sql`select pg_current_xact_id()`.execute(tx);
        begun.resolve();
        await over.promise;
      });
      await begun.promise;
      const before = await start(flow);
      const listener = await listenTo(paths.flowEvents(flow));
      const snapshot = listener.received[0]?.data as FlowSnapshot;
      expect(snapshot.active_executions.map(({ sid }) => sid)).toEqual([before]);
      const after = await start(flow);
      over.resolve();
      await running;
      await listener.receives(2);
      expect(listener.events().map(({ source }) => source)).toEqual(
        Array(2).fill(paths.execution(flow, after)),
      );
      listener.close();
    },
  );

  it('of an execution begin with a snapshot, then send each step and its end', async () => {
    const flow = await newFlow();
    const to = contact();
    const sid = await start(flow, to);
    const listener = await listenTo(paths.executionEvents(flow, sid));
    const snapshot = listener.received[0]?.data as ExecutionSnapshot;
    expect(snapshot).toMatchObject({
      beginning: 'new',
      at: 'ask',
      execution: { sid, status: 'active' },
      steps: [{ seq: 1 }],
    });
    await reply(flow, to);
    await listener.receives(4);
    expect(listener.received.slice(1).map(({ id, event }) => [id, event])).toEqual([
      ['2', 'flow.step.ended'],
      ['3', 'flow.step.ended'],
      ['4', 'flow.step.ended'],
      ['4.ended', 'flow.execution.ended'],
    ]);
    listener.close();
    const again = await listenTo(paths.executionEvents(flow, sid), '2');
    await again.receives(3);
    expect(again.received[0]).toMatchObject({
      id: null,
      data: { beginning: 'resumed', execution: { status: 'ended' } },
    });
    expect(again.received.slice(1).map(({ id }) => id)).toEqual(['3', '4', '4.ended']);
    again.close();
  });

  it('resume after any event, also within a turn and by a query parameter', async () => {
    const flow = await newFlow();
    const listener = await listenTo(paths.flowEvents(flow));
    const to = contact();
    await start(flow, to);
    await reply(flow, to);
    await listener.receives(6);
    listener.close();
    const all = listener.received.slice(1);
    for (const [index, { id }] of all.entries()) {
      const rest = await listenTo(`${paths.flowEvents(flow)}?LastEventId=${id}`);
      await rest.receives(all.length - 1 - index);
      expect(rest.received[0]).toMatchObject({ id: null, data: { beginning: 'resumed' } });
      expect(rest.received.slice(1)).toEqual(all.slice(index + 1));
      rest.close();
    }
  });

  it('lose and duplicate nothing when clients move between servers under load', async () => {
    const flow = await addFlow(server, cluster.account, longTalk);
    const second = await cluster.start();
    const people = Array.from({ length: 80 }, contact);
    // Each starts, is asked six times, has two steps for each answer and one before the first, and ends.
    const total = people.length * 15;
    const steady = await listenTo(paths.flowEvents(flow));
    const received: CloudEvent[] = [];
    let lastId = steady.lastEventId();
    let moves = 0;
    const wander = async () => {
      for (let at = server; received.length < total; at = at === server ? second : server) {
        const listener = await listenTo(paths.flowEvents(flow), lastId, at);
        const wanted = Math.min(40, total - received.length);
        await listener.receives(wanted);
        listener.close();
        // What came beyond that was lost on its way, as far as this listener knows.
        lastId = listener.received[wanted]?.id ?? lastId;
        received.push(...listener.events().slice(0, wanted));
        moves += 1;
      }
    };
    const talk = async (to: string, index: number) => {
      for (let turn = 0; turn <= 6; turn += 1) {
        await reply(flow, to, `${turn}`, (index + turn) % 2 === 0 ? server : second);
      }
    };
    await Promise.all([wander(), ...people.map(talk)]);
    await steady.receives(total);
    steady.close();
    for (const events of [steady.events(), received]) {
      expect(events.length).toBe(total);
      expect(new Set(events.map(({ id }) => id)).size).toBe(total);
      const counted = new Map<string, number>();
      for (const { execution_sid: sid, seq } of stepsIn(events)) {
        expect(seq).toBe((counted.get(sid) ?? 0) + 1);
        counted.set(sid, seq);
      }
      expect([...counted.values()]).toEqual(Array(people.length).fill(13));
    }
    expect(moves).toBe(total / 40);
    await second.stop();
  }, 60_000);

  it('restart with a snapshot when the last event has expired', async () => {
    const flow = await newFlow();
    const listener = await listenTo(paths.flowEvents(flow));
    await start(flow);
    await listener.receives(2);
    const [started] = listener.received.slice(1);
    listener.close();
    await start(flow);
    cluster.advanceClock(25 * 3_600_000);
    const active = await start(flow);
    await countNewTurns(server.ctx);
    await deleteExpiredTurns(server.ctx);
    const late = await listenTo(paths.flowEvents(flow), started?.id ?? null);
    expect(late.received[0]).toMatchObject({ data: { beginning: 'expired', flow_sid: flow } });
    const snapshot = late.received[0]?.data as FlowSnapshot;
    expect(snapshot.active_executions[0]?.sid).toBe(active);
    expect(late.lastEventId()).not.toBeNull();
    const next = await start(flow);
    await late.receives(2);
    expect(late.events().map(({ source }) => source)).toContain(paths.execution(flow, next));
    late.close();
  });

  it('send heartbeats, and end when the server stops', async () => {
    const flow = await newFlow();
    const other = await cluster.start({ LIVE_HEARTBEAT: '1' });
    const listener = await listenTo(paths.flowEvents(flow), null, other);
    await expect.poll(() => listener.comments.length, { timeout: 5_000 }).toBeGreaterThan(0);
    await other.stop();
    await expect.poll(() => listener.ended()).toBe(true);
  });

  it('end when the execution is deleted, and are not found afterwards', async () => {
    const flow = await newFlow();
    const sid = await start(flow);
    const all = await listenTo(paths.flowEvents(flow));
    const one = await listenTo(paths.executionEvents(flow, sid));
    await fetch(server.url + paths.execution(flow, sid), {
      method: 'DELETE',
      headers: { authorization: basicAuthorization(cluster.account) },
    });
    await expect.poll(() => one.ended()).toBe(true);
    await all.receives(1);
    expect(all.events().map(({ id }) => id)).toEqual([`${sid}.ended`]);
    const answer = await look(paths.executionEvents(flow, sid));
    expect(answer.status).toBe(404);
    all.close();
  });

  it('need the account of the flow and a valid event id', async () => {
    const flow = await newFlow();
    const sid = await start(flow);
    for (const path of [paths.flowEvents(flow), paths.executionEvents(flow, sid)]) {
      expect((await fetch(server.url + path)).status).toBe(401);
      const foreign = await fetch(server.url + path, {
        headers: { authorization: basicAuthorization(cluster.other) },
      });
      expect(foreign.status).toBe(404);
      const odd = await look(`${path}?LastEventId=nothing`);
      expect(odd.status).toBe(400);
      expect(await odd.json()).toMatchObject({ code: 20001, details: { field: 'LastEventId' } });
    }
  });

  it('are limited to 200 per account', async () => {
    const flow = await newFlow();
    const listeners = await Promise.all(Array.from({ length: 200 }, () => listenTo(paths.flowEvents(flow))));
    const refused = await look(paths.flowEvents(flow));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 20429 });
    for (const listener of listeners) listener.close();
    await expect.poll(async () => (await tryOut(paths.flowEvents(flow))).status).toBe(200);
  }, 30_000);

  const look = (path: string, signal: AbortSignal | null = null) =>
    fetch(server.url + path, { headers: { authorization: basicAuthorization(cluster.account) }, signal });
  const tryOut = async (path: string) => {
    const leaving = new AbortController();
    const answer = await look(path, leaving.signal);
    leaving.abort();
    return answer;
  };
});
