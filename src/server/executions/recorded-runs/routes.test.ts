/** What past executions recorded, on every database: bounded, paged, and only of the account. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { ask, flowOf, send } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';

const flow = flowOf(ask('ask', 'Yes?', 600, 'thank', 'thank'), send('thank', 'Thanks', null));

type Page = {
  runs: { execution_sid: string; revision: number; steps: Record<string, unknown>[] }[];
  removed: number;
  too_large: number;
  next: string | null;
};

describe.each(databaseKinds)('the recorded runs of a flow, %s', (kind) => {
  let server: RunningServer;
  let sid: string;
  const started: string[] = [];
  beforeAll(async () => {
    server = await openRunningServer(kind);
    sid = await server.addFlow(flow);
    for (let n = 0; n < 3; n += 1) {
      const contact = server.contact();
      started.unshift(await server.startExecution(sid, contact));
      server.advanceClock(1_000);
      if (n === 0) await reply(contact);
    }
  }, startTimeoutMs);
  afterAll(() => server.close());

  const reply = (From: string) =>
    server.postWebhook(sid, {
      MessageSid: `SM${From.slice(1).padStart(32, '0')}`,
      From,
      To: '+15559999',
      Body: 'certainly',
    });
  const page = async (before: string | null = null, of = sid): Promise<Page> =>
    (await server.send(paths.recordedRuns(of) + (before === null ? '' : `?Before=${before}`))).json();

  it('are the steps of each execution with what they changed, newest execution first', async () => {
    const { runs, ...rest } = await page();
    expect(rest).toEqual({ removed: 0, too_large: 0, next: null });
    expect(runs.map((run) => run.execution_sid)).toEqual(started);
    const { steps } = await server.view(sid, started[2] ?? '');
    expect(runs[2]).toMatchObject({
      revision: 1,
      steps: steps.map(({ name, transitioned_from, changes, notes, date_created }) => ({
        ...{ name, transitioned_from, changes, notes, date_created },
      })),
    });
    expect(JSON.stringify(runs[2])).toContain('certainly');
  });

  it('begin after the cursor', async () => {
    const { created_at } = await server.ctx.database.read
      .selectFrom('executions')
      .select('created_at')
      .where('sid', '=', started[1] ?? '')
      .executeTakeFirstOrThrow();
    const { runs } = await page(`${created_at}.${started[1]}`);
    expect(runs.map((run) => run.execution_sid)).toEqual([started[2]]);
    expect((await server.send(`${paths.recordedRuns(sid)}?Before=yesterday`)).statusCode).toBe(400);
  });

  it('come in parts that together have every execution once', async () => {
    const many = await server.addFlow(flow);
    const all = new Set<string>();
    for (let n = 0; n < 105; n += 1) all.add(await server.startExecution(many, server.contact()));
    const read: string[] = [];
    let next: string | null = null;
    do {
      const part: Page = await page(next, many);
      expect(part.runs.length).toBeLessThanOrEqual(100);
      read.push(...part.runs.map((run) => run.execution_sid));
      next = part.next;
    } while (next !== null);
    expect(read).toHaveLength(105);
    expect(new Set(read)).toEqual(all);
  });

  it('leave out and count executions whose personal data was removed, and those that recorded too much', async () => {
    const { database } = server.ctx;
    const [removed = '', large = ''] = started;
    await database.write((tx) =>
      tx.updateTable('executions').set({ purged_at: 1 }).where('sid', '=', removed).execute(),
    );
    const changes = JSON.stringify([{ path: ['flow'], value: 'x'.repeat(250_000) }]);
    await database.write((tx) =>
      tx.updateTable('steps').set({ changes }).where('execution', '=', large).where('seq', '=', 1).execute(),
    );
    const { runs, ...rest } = await page();
    expect(rest).toEqual({ removed: 1, too_large: 1, next: null });
    expect(runs.map((run) => run.execution_sid)).toEqual([started[2]]);
  });

  it('are those of the account only', async () => {
    const { statusCode } = await server.send(paths.recordedRuns(sid), { by: server.other });
    expect(statusCode).toBe(404);
  });
});
