/** Flows with much that belongs to them: gone at once, and in the database some at a time, wherever that is cut off. */

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuditEventResource } from '#api/audit/operations.ts';
import { paths } from '#api/paths.ts';
import { eventLoopTurn } from '../platform/event-loop-turn.ts';
import type { Caller } from '../platform/service-context.ts';
import { cutOffAfter } from '../testing/cut-off.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';
import { deleteFlow } from './service.ts';
import { survey } from './testing/flows.ts';

const tables = [
  ...['revisions', 'revision_history', 'executions', 'test_users', 'addresses', 'flow_comments'],
  ...['flow_hours', 'webhook_secrets'],
];

describe.each(databaseKinds)('a flow that is deleted, %s', (kind) => {
  let server: RunningServer;
  let caller: Caller;
  beforeAll(async () => {
    server = await openRunningServer(kind);
    caller = { account: server.account.account_sid, user: null, role: 'owner' };
  }, startTimeoutMs);
  afterAll(() => server.close());
  afterEach(() => vi.restoreAllMocks());

  let made = 0;
  /** With twenty revisions of 400 kB, and three executions, of which one waits. */
  const make = async () => {
    const flow = await server.addFlow(survey, 'published');
    made += 1;
    await server.send(paths.addresses, { form: { Address: `+4930000${100 + made}`, FlowSid: flow } });
    await server.ctx.database.write(async (tx) => {
      const [first] = await tx.selectFrom('revisions').selectAll().where('flow', '=', flow).execute();
      const definition = 'x'.repeat(400_000);
      for (let revision = 101; revision <= 120; revision += 1)
        if (first !== undefined)
          await tx
            .insertInto('revisions')
            .values({ ...first, definition, revision })
            .execute();
    });
    const [contact] = [server.contact(), await server.startExecution(flow, server.contact())];
    await server.startExecution(flow, server.contact());
    await server.postWebhook(flow, {
      From: contact,
      To: '+15005550006',
      Body: 'Hi',
      MessageSid: `SM${made}`,
    });
    expect(await server.executionsOf(flow)).toHaveLength(3);
    return flow;
  };
  const rowsOf = async (flow: string) => {
    const counts = tables.map(async (table) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where flow = ${flow}`.execute(
        server.ctx.database.read,
      );
      return Number(rows[0]?.count);
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
  const statusOf = async (flow: string) => {
    const start = { To: '+4915100000001', From: '+15005550006' };
    const incoming = { From: '+4915100000002', To: '+15005550006', Body: 'Hi', MessageSid: `SM${flow}` };
    const answers = [
      await server.send(paths.flow(flow)),
      await server.send(paths.revisions(flow)),
      await server.send(paths.executions(flow), { form: start }),
      await server.postWebhook(flow, incoming),
      await server.send(paths.flow(flow), { form: { CommitMessage: 'x', Status: 'draft' } }),
      await server.send(paths.flow(flow), { method: 'DELETE' }),
    ];
    return answers.map(({ statusCode }) => statusCode);
  };
  const listed = async () =>
    (await server.send(`${paths.flows}?PageSize=100`))
      .json<{ flows: { sid: string }[] }>()
      .flows.map(({ sid }) => sid);

  it('is gone with all that it had', async () => {
    const [flow, other] = [await make(), await make()];
    const before = await rowsOf(other);
    expect((await server.send(paths.flow(flow), { method: 'DELETE' })).statusCode).toBe(204);
    expect(await rowsOf(flow)).toBe(0);
    const rows = server.ctx.database.read.selectFrom('flows').select('sid').where('sid', '=', flow);
    expect(await rows.execute()).toEqual([]);
    expect(await server.ctx.database.read.selectFrom('jobs').select('key').execute()).toEqual([]);
    expect(await rowsOf(other)).toBe(before);
    const events = (await server.send(`${paths.auditEvents}?PageSize=1`)).json<{
      events: AuditEventResource[];
    }>().events;
    expect(events).toMatchObject([{ operation: 'DeleteFlow', object_sid: flow }]);
  });

  it('is found by nothing where that was cut off, and then gone', async () => {
    vi.spyOn(eventLoopTurn, 'stopwatch').mockReturnValue(() => true);
    const unknown = await statusOf(`FW${'0'.repeat(32)}`);
    const kept = await make();
    const before = await rowsOf(kept);
    for (const commits of [0, 1, 2, 4, 9]) {
      const flow = await make();
      const deletion = deleteFlow(cutOffAfter(server.ctx, commits), caller, flow);
      if (commits === 0) {
        await expect(deletion).rejects.toThrow('The process has ended.');
        expect(await listed()).toContain(flow);
        expect((await server.send(paths.flow(flow))).statusCode).toBe(200);
        continue;
      }
      await deletion;
      expect(await listed()).not.toContain(flow);
      expect(await statusOf(flow)).toEqual(unknown);
      expect(await rowsOf(flow)).toBeGreaterThan(0);
      server.advanceClock(60_000);
      await expect.poll(() => rowsOf(flow), { timeout: 20_000 }).toBe(0);
      const rows = server.ctx.database.read.selectFrom('flows').select('sid').where('sid', '=', flow);
      await expect.poll(() => rows.execute(), { timeout: 20_000 }).toEqual([]);
    }
    expect(await rowsOf(kept)).toBe(before);
  });
});
