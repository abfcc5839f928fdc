/** The counts of the live picture equal a count of the executions and steps one by one, on every database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { ask, flowOf, send } from '../../flows/testing/flows.ts';
import { deleteExpiredTurns } from '../../live/service.ts';
import { currentLogNumbers } from '../../platform/database/log-numbers.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { countTurns } from '../store/transition-counts.ts';
import { countNewTurns, deleteExpiredCounts } from './service.ts';

const hourMs = 3_600_000;
const flow = flowOf(ask('ask', 'Yes?', 600, 'thank', 'thank'), send('thank', 'Thanks', null));

describe.each(databaseKinds)('the traffic of a flow, %s', (kind) => {
  let server: RunningServer;
  let sid: string;
  beforeAll(async () => {
    server = await openRunningServer(kind);
    sid = await server.addFlow(flow);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const traffic = async (hours = 24) => (await server.send(`${paths.traffic(sid)}?Hours=${hours}`)).json();
  const reply = (From: string) =>
    server.postWebhook(sid, {
      MessageSid: `SM${From.slice(1).padStart(32, '0')}`,
      From,
      To: '+15559999',
      Body: 'x',
    });
  const passed = async (hours: number) => {
    const counts: { widget: string; event: string; target: string; passed: number }[] = (await traffic(hours))
      .passed;
    return Object.fromEntries(
      counts.map((each) => [`${each.widget} ${each.event} ${each.target}`, each.passed]),
    );
  };

  /** One by one. */
  const countedSteps = async () => {
    const steps: Record<string, number> = {};
    for (const execution of await server.executionsOf(sid)) {
      for (const step of (await server.view(sid, execution.sid)).steps) {
        const key = `${step.transitioned_from} ${step.name} ${step.transitioned_to}`;
        steps[key] = (steps[key] ?? 0) + 1;
      }
    }
    return steps;
  };

  it('counts who waits where, and each transition, as often as there are steps', async () => {
    const contacts = Array.from({ length: 6 }, () => server.contact());
    await Promise.all(contacts.map((contact) => server.startExecution(sid, contact)));
    await Promise.all(contacts.slice(0, 2).map(reply));
    expect((await traffic()).waiting).toEqual([{ widget: 'ask', revision: 1, executions: 4 }]);
    expect(await passed(1)).toEqual({
      'Trigger incomingRequest ask': 6,
      'ask incomingMessage thank': 2,
      'thank sent Ended': 2,
    });
    expect(await passed(1)).toEqual(await countedSteps());
  });

  it('is the same before and after the turn log is counted, by however many processes', async () => {
    const before = await passed(1);
    await Promise.all([countNewTurns(server.ctx), countNewTurns(server.ctx)]);
    expect(await passed(1)).toEqual(before);
    await server.startExecution(sid, server.contact());
    await countNewTurns(server.ctx);
    await server.startExecution(sid, server.contact());
    expect(await passed(1)).toEqual(await countedSteps());
    expect((await passed(1))['Trigger incomingRequest ask']).toBe(8);
  });

  it('misses nothing when the counting is cut off', async () => {
    const { database } = server.ctx;
    const { settled } = await currentLogNumbers(database.read);
    const cutOff = database.write(async (tx) => {
      await countTurns(tx, settled);
      throw new Error('killed');
    });
    await expect(cutOff).rejects.toThrow('killed');
    expect(await passed(1)).toEqual(await countedSteps());
    await countNewTurns(server.ctx);
    expect(await passed(1)).toEqual(await countedSteps());
  });

  it('are those of the hours that are asked for, and of the right account', async () => {
    server.advanceClock(2 * hourMs);
    await expect.poll(async () => (await traffic()).waiting).toEqual([]);
    expect(await passed(1)).toEqual({ 'ask timeout thank': 6, 'thank sent Ended': 6 });
    expect((await passed(24))['Trigger incomingRequest ask']).toBe(8);
    const foreign = await server.send(paths.traffic(sid), { by: server.other });
    expect(foreign.statusCode).toBe(404);
  });

  it('has the starts of the last 24 hours for the list of flows', async () => {
    const { flow_starts: starts } = (await server.send(paths.flowStarts)).json();
    const hours = Array.from({ length: 24 }, () => 0);
    expect(starts).toEqual([{ flow_sid: sid, hours: hours.with(21, 8) }]);
  });

  it('is kept for a week, also what is in the turn log and not counted yet', async () => {
    server.advanceClock(6 * 24 * hourMs);
    await deleteExpiredTurns(server.ctx);
    await countNewTurns(server.ctx);
    await deleteExpiredTurns(server.ctx);
    await deleteExpiredCounts(server.ctx);
    expect((await passed(168))['Trigger incomingRequest ask']).toBe(8);
    server.advanceClock(2 * 24 * hourMs);
    await deleteExpiredCounts(server.ctx);
    const { count } = await server.ctx.database.read
      .selectFrom('transition_counts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
  });
});
