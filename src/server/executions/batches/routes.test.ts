/** Ending and deleting many executions by a filter, on every database: the count, the effect, a crash, a stop. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountExecutionPage } from '#api/executions/account-list.ts';
import type { ExecutionBatch, ExecutionBatchPage } from '#api/executions/batches.ts';
import { paths } from '#api/paths.ts';
import { ask, flowOf } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { handleBatchJob } from './job-handler.ts';
import { startBatch } from './service.ts';
import { findBatch, saveProgress } from './store.ts';

const asking = flowOf(ask('ask', 'Yes?', 3600, null, null));

describe.each(databaseKinds)('batches of executions, %s', (kind) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const endedBy = async (flow: string) =>
    (
      await server.ctx.database.read
        .selectFrom('executions')
        .select('ended_by')
        .where('flow', '=', flow)
        .execute()
    ).map(({ ended_by }) => ended_by && JSON.parse(ended_by));

  const flowWith = async (executions: number) => {
    const flow = await server.addFlow(asking);
    for (let n = 0; n < executions; n += 1) await server.startExecution(flow, server.contact());
    return flow;
  };
  const get = async <Body>(url: string) => (await server.send(url)).json<Body>();
  const count = (query: Record<string, string>) =>
    get<{ count: number }>(`${paths.executionCounts}?${new URLSearchParams(query)}`);
  const begin = async (form: Record<string, string>) => {
    const response = await server.send(paths.executionBatches, { form });
    expect(response.statusCode, response.body).toBe(202);
    return response.json<ExecutionBatch>();
  };
  const finished = (sid: string) =>
    expect
      .poll(async () => {
        const page = await get<ExecutionBatchPage>(paths.executionBatches);
        return page.execution_batches.find((each) => each.sid === sid);
      })
      .toMatchObject({ status: 'completed' });
  const batch = async (sid: string) => findBatch(server.ctx.database.read, sid);

  it('end the active ones that the filter counts, and leave all others alone', async () => {
    const flow = await flowWith(12);
    const other = await flowWith(1);
    expect(await count({ FlowSid: flow, Status: 'active' })).toEqual({ count: 12, complete: true });
    const begun = await begin({ Action: 'end', FlowSid: flow });
    expect(begun).toMatchObject({ action: 'end', status: 'running', total: 12, done: 0, failed: 0 });
    await finished(begun.sid);
    expect(await batch(begun.sid)).toMatchObject({ done: 12, failed: 0, filter: '{}' });
    expect(await count({ FlowSid: flow, Status: 'active' })).toMatchObject({ count: 0 });
    expect(await count({ FlowSid: other, Status: 'active' })).toMatchObject({ count: 1 });
    expect(await endedBy(flow)).toMatchObject(Array(12).fill({ name: null, key: null }));
    expect(await endedBy(other)).toEqual([null]);
    const again = await begin({ Action: 'end', FlowSid: flow, Status: 'ended' });
    expect(again).toMatchObject({ status: 'completed', total: 0 });
  });

  it('delete what the filter finds, active or not', async () => {
    const flow = await flowWith(5);
    const begun = await begin({ Action: 'delete', FlowSid: flow });
    await finished(begun.sid);
    expect(await batch(begun.sid)).toMatchObject({ total: 5, done: 5 });
    const page = await get<AccountExecutionPage>(`${paths.accountExecutions}?FlowSid=${flow}`);
    expect(page.executions).toEqual([]);
  });

  it('are stopped before the next part, and only by their account', async () => {
    const begun = await begin({ Action: 'end', Contact: '+1' });
    await finished(begun.sid);
    const stop = { form: { Status: 'canceled' } };
    const stopped = await server.send(paths.executionBatch(begun.sid), stop);
    expect(stopped.json()).toMatchObject({ status: 'completed' });
    const foreign = await server.send(paths.executionBatch(begun.sid), { ...stop, by: server.other });
    expect(foreign.statusCode).toBe(404);
  });
});

describe.each(databaseKinds)('a batch whose process dies, %s', (kind) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await openRunningServer(kind, { worker: false });
  }, startTimeoutMs);
  afterAll(() => server.close());

  it('goes on in another process, and counts each execution once', async () => {
    const flow = await server.addFlow(asking);
    for (let n = 0; n < 6; n += 1) await server.startExecution(flow, server.contact());
    const caller = { account: server.account.account_sid, user: null, role: 'owner' } as const;
    const { sid } = await startBatch(server.ctx, caller, 'end', { flow });
    const { read } = server.ctx.database;
    const job = await read
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', 'execution-batch')
      .executeTakeFirstOrThrow();
    // As if it had died after the executions were ended and before that was recorded.
    await handleBatchJob(server.ctx, undefined as never, job);
    await server.ctx.database.write(async (tx) => {
      await tx
        .updateTable('execution_batches')
        .set({ status: 'running', filter: JSON.stringify({ flow }) })
        .execute();
      await saveProgress(tx, sid, { position: `${server.ctx.clock.now() + 1}.FN`, now: 1 });
      await tx.insertInto('jobs').values(job).execute();
    });
    await handleBatchJob(server.ctx, undefined as never, job);
    expect(await findBatch(read, sid)).toMatchObject({ status: 'completed', total: 6, done: 6, failed: 0 });
  });
});
