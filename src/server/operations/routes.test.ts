/** Failed jobs over HTTP: visible to their account only, without payload; retry and discard. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResource, ExecutionView } from '#api/executions/schemas.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import type { JobPage } from '#api/system/operations.ts';
import { flowOf, widget } from '../flows/testing/flows.ts';
import { shardOfAccount, shardOfExecution } from '../platform/database/shard.ts';
import { deadLetterJob, enqueueJob } from '../platform/jobs/queue.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';

describe('jobs', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());

  const add = async (key: string, isDead: boolean) => {
    const { database, clock } = server.ctx;
    const now = clock.now();
    const account = server.account.account_sid;
    const job = {
      key,
      kind: 'event-test' as const,
      account,
      execution: null,
      payload: '"secret"',
      run_at: now,
      created_at: now,
    };
    await database.write(async (tx) => {
      await enqueueJob(tx, job);
      const shard = shardOfAccount(account);
      const problem = 'The other side answered 410';
      if (isDead) await deadLetterJob(tx, { key, shard, attempts: 0, problem, now });
    });
    server.advanceClock(1_000);
  };
  const keys = async (url: string, by = server.account) =>
    (await server.send({ url, by })).json<JobPage>().jobs.map(({ key }) => key);
  const act = (key: string, Action: string, by = server.account) =>
    server.send({ url: paths.job(encodeURIComponent(key)), form: { Action }, by });

  it('that failed are listed page by page, newest first, without their payload', async () => {
    for (const key of ['FN1:1.a', 'FN1:2/b c', 'FN1:3.ä']) await add(key, true);
    await add('alive', false);
    const answer = await server.send({ url: `${paths.jobs}?PageSize=2` });
    const { jobs, meta } = answer.json<JobPage>();
    expect(jobs.map(({ key }) => key)).toEqual(['FN1:3.ä', 'FN1:2/b c']);
    expect(jobs[0]).toMatchObject({
      kind: 'event-test' as const,
      status: 'dead',
      problem: 'The other side answered 410',
    });
    expect(answer.body).not.toContain('secret');
    const next = new URL(meta.next_page_url ?? '');
    expect(await keys(next.pathname + next.search)).toEqual(['FN1:1.a']);
    expect(await keys(`${paths.jobs}?Status=waiting`)).toEqual(['alive']);
    expect(await keys(paths.jobs, server.other)).toEqual([]);
    expect((await server.send({ url: paths.operations })).json()).toMatchObject({
      jobs: { due: 1, dead: 3 },
    });
  });

  it('are retried on request, with all attempts before them', async () => {
    expect((await act('FN1:2/b c', 'retry', server.other)).statusCode).toBe(404);
    expect((await act('FN1:2/b c', 'retry')).json()).toMatchObject({ status: 'waiting', attempts: 0 });
    expect((await act('FN1:2/b c', 'retry')).json()).toMatchObject({ status: 409, code: 20409 });
    expect(await keys(`${paths.jobs}?Status=waiting`)).toContain('FN1:2/b c');
  });

  it('are discarded on request', async () => {
    expect((await act('FN1:3.ä', 'discard', server.other)).statusCode).toBe(404);
    expect((await act('FN1:3.ä', 'discard')).statusCode).toBe(200);
    expect((await act('FN1:3.ä', 'discard')).statusCode).toBe(404);
    expect((await act('alive', 'discard')).statusCode).toBe(409);
    expect(await keys(paths.jobs)).toEqual(['FN1:1.a']);
  });

  it('fail the execution that waits for them once they are discarded', async () => {
    const definition = flowOf(
      widget(
        'make-http-request',
        'ask',
        { method: 'GET', url: 'https://other.example/', content_type: 'application/json;charset=utf-8' },
        { success: null, failed: 'note' },
      ),
      widget('set-variables', 'note', { variables: [{ key: 'gone', value: 'yes' }] }, { next: null }),
    );
    const form = { FriendlyName: 'F', Status: 'published', Definition: JSON.stringify(definition) };
    const flow = (await server.send({ url: paths.flows, form })).json<FlowResource>().sid;
    const start = { To: '+15550100', From: '+15550199' };
    const begun = await server.send({ url: paths.executions(flow), form: start });
    const { sid } = begun.json<ExecutionResource>();
    const key = `${sid}:2.http`;
    const { database, clock } = server.ctx;
    const problem = 'It met a bug';
    await database.write((tx) =>
      deadLetterJob(tx, { key, shard: shardOfExecution(sid), attempts: 0, problem, now: clock.now() }),
    );
    expect((await act(key, 'discard', server.other)).statusCode).toBe(404);
    expect((await act(key, 'discard')).json()).toMatchObject({ execution_sid: sid, problem });
    const view = (await server.send({ url: paths.executionView(flow, sid) })).json<ExecutionView>();
    expect(view.steps.map(({ name }) => name)).toEqual(['incomingRequest', 'failed', 'next']);
    expect(view.steps[1]?.notes).toMatchObject([{ message: 'The failed job was discarded' }]);
    expect(view.execution).toMatchObject({
      status: 'ended',
      context: { flow: { variables: { gone: 'yes' } } },
    });
  });

  it('reject unknown actions and statuses', async () => {
    expect((await act('FN1:1.a', 'repeat')).json()).toMatchObject({
      status: 400,
      details: { field: 'Action' },
    });
    for (const query of ['Status=lost', 'PageToken=PAx']) {
      expect((await server.send({ url: `${paths.jobs}?${query}` })).statusCode).toBe(400);
    }
    expect((await act('a\u0000b', 'retry')).statusCode).toBeLessThan(500);
    expect((await server.send({ url: `${paths.jobs}/%ff` })).statusCode).toBeLessThan(500);
    expect((await server.send({ url: `${paths.jobs}/${'x'.repeat(2000)}` })).statusCode).toBeLessThan(500);
  });
});
