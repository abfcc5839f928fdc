/** Streams and sinks after the database was restored from a backup: they go on, with what is new and nothing else. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CloudEvent, type ExecutionEventData, eventTypes } from '#api/live/events.ts';
import { paths } from '#api/paths.ts';
import { ask, flowOf, send } from '../flows/testing/flows.ts';
import { backupPlace, continueLogNumbers } from '../platform/database/continue-log-numbers.ts';
import { createAddressGuard, createOutboundAgent } from '../platform/outbound/address-guard.ts';
import { EventReceiver } from '../testing/event-receiver.ts';
import { openEventStream } from '../testing/event-stream.ts';
import {
  addFlow,
  type MultiServer,
  openMultiServer,
  post,
  postMessage,
  type ServerInstance,
} from '../testing/multi-server.ts';
import { databaseKinds, startTimeoutMs } from '../testing/running-server.ts';
import { testStartTime } from '../testing/server.ts';
import { startSinkWorker } from './sink-worker.ts';

/** So many more transactions has the database counted that the backup is of. */
const ahead = 5_000_000;
let messages = 0;
let restores = 0;

const talk = flowOf(
  ask('ask', 'And?', 60, 'thank', null),
  send('thank', 'Thanks', 'ask_more'),
  ask('ask_more', 'What else?', 60, 'end', null),
  send('end', 'Bye', null),
);

describe.each(databaseKinds)('after a restore, %s', (kind) => {
  let cluster: MultiServer;
  let server: ServerInstance;
  let flow: string;

  beforeAll(async () => {
    cluster = await openMultiServer(kind);
    await setLead(ahead);
    server = await cluster.start();
    flow = await addFlow(server, cluster.account, talk);
  }, startTimeoutMs);
  afterAll(() => cluster.close(), startTimeoutMs);

  const setLead = (lead: number) =>
    cluster.database.write((tx) => tx.updateTable('log_numbers').set({ lead }).execute());
  const say = (from: string) => {
    messages += 1;
    const sid = `SM${String(messages).padStart(32, '0')}`;
    return postMessage(server, cluster.account, flow, { from, body: 'Hi', sid });
  };
  const listen = (path = paths.flowEvents(flow), lastId: string | null = null) =>
    openEventStream(server.url + path, cluster.account, lastId);
  /** The rows stay, written by another transaction and in a cluster that has counted less. */
  const restore = async () => {
    await cluster.database.write(async (tx) => {
      const row = await tx.deleteFrom('log_numbers').returningAll().executeTakeFirstOrThrow();
      const place = kind === 'embedded' ? { place: backupPlace } : {};
      await tx
        .insertInto('log_numbers')
        .values({ ...row, lead: 0, ...place })
        .execute();
    });
    restores += 1;
    await continueLogNumbers(cluster.database, testStartTime + restores);
  };
  /** Takes back the turns from the position `at` on. */
  const forgetSince = (at: string) =>
    cluster.database.write(async (tx) => {
      const [xid, serial] = at.split('.').map(Number);
      const lost = sql<boolean>`(xid, serial) >= (${xid}, ${serial})`;
      await tx.deleteFrom('live_turns').where(lost).execute();
    });

  it('streams and sinks go on with what is new', async () => {
    const receiver = await new EventReceiver<CloudEvent>().start();
    const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
    const form = new URLSearchParams({ Destination: receiver.url });
    for (const each of eventTypes) form.append('Kinds', each);
    expect((await post(server, cluster.account, paths.sinks, form)).status).toBe(201);
    const worker = startSinkWorker(server.ctx, { agent });
    const early = await listen();
    await say('+15550000001');
    await early.receives(2);
    await expect.poll(() => receiver.events().length).toBe(2);

    await restore();
    const late = await listen(paths.flowEvents(flow), early.lastEventId());
    expect(late.received[0]).toMatchObject({ id: null, data: { beginning: 'resumed' } });
    const fresh = await listen();
    await say('+15550000002');
    for (const each of [late, fresh]) {
      await each.receives(2);
      expect(each.events().map(({ type }) => type)).toEqual(['flow.execution.started', 'flow.step.ended']);
    }
    await early.receives(4);
    const ids = early.received.slice(1).map(({ id }) => Number(id?.split('.')[0]));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    await expect.poll(() => receiver.events().length).toBe(4);
    expect(receiver.events()).toEqual(early.events());
    for (const each of [early, late, fresh]) each.close();
    await worker.stop();
    await receiver.stop();
    await agent.destroy();
  }, 30_000);

  it('a client that has seen more than the backup gets all that happens from the restore on', async () => {
    const listener = await listen();
    await say('+15550000003');
    await listener.receives(2);
    const backup = listener.lastEventId() ?? '';
    await say('+15550000004');
    await listener.receives(4);
    listener.close();

    await forgetSince(backup);
    await restore();
    await say('+15550000005');
    const again = await listen(paths.flowEvents(flow), listener.lastEventId());
    await again.receives(2);
    expect(again.received[0]).toMatchObject({ id: null, data: { beginning: 'resumed' } });
    expect(again.events().map(({ type }) => type)).toEqual(['flow.execution.started', 'flow.step.ended']);
    again.close();
  });

  it('a client that has seen more steps of an execution than the backup gets its snapshot and the next ones', async () => {
    const all = await listen();
    await say('+15550000006');
    await all.receives(2);
    const [sid = ''] = all.events().map(({ data }) => (data as ExecutionEventData).execution_sid);
    const path = paths.executionEvents(flow, sid);
    all.close();
    for (const lastId of ['7', '1.ended']) {
      const listener = await listen(path, lastId);
      expect(listener.received[0]).toMatchObject({ id: '1', data: { beginning: 'expired' } });
      listener.close();
    }
    const listener = await listen(path, '7');
    await say('+15550000006');
    await listener.receives(2);
    expect(listener.received.slice(1).map(({ id }) => id)).toEqual(['2', '3']);
    listener.close();
  });
});
