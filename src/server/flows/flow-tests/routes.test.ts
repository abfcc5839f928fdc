/** Tests that are kept with a flow. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowTestPage, FlowTestResource } from '#api/flows/flow-tests.ts';
import { paths } from '#api/paths.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { flowOf, send } from '../testing/flows.ts';

const greets = 'start: {trigger: incomingMessage, body: hi}\nsteps:\n  - expect: {sent: [Hello]}\n';
const hangsUp = 'start: {trigger: incomingCall}\nsteps:\n  - hangup\n';

describe.each(databaseKinds)('the tests of a flow, %s', (kind) => {
  let server: RunningServer;
  let sid: string;
  beforeAll(async () => {
    server = await openRunningServer(kind);
    sid = await server.addFlow(flowOf(send('greet', 'Hello', null)), 'draft');
  }, startTimeoutMs);
  afterAll(() => server.close());

  const keep = (Name: string, Test: string) => server.send(paths.flowTests(sid), { form: { Name, Test } });
  const list = async () => (await server.send(paths.flowTests(sid))).json<FlowTestPage>().tests;

  it('are kept, listed, fetched and deleted', async () => {
    const kept = await keep('Greets', greets);
    expect(kept.statusCode).toBe(201);
    const test = kept.json<FlowTestResource>();
    expect(test).toMatchObject({ flow_sid: sid, name: 'Greets', test: greets });
    expect(await list()).toEqual([test]);
    expect((await server.send(paths.flowTest(sid, test.sid))).json()).toEqual(test);
    const deleted = await server.send(paths.flowTest(sid, test.sid), { method: 'DELETE' });
    expect(deleted.statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect((await server.send(paths.flowTest(sid, test.sid))).statusCode).toBe(404);
  });

  it('replace one of the same name', async () => {
    const first = (await keep('Talks', greets)).json<FlowTestResource>();
    const second = (await keep('Talks', hangsUp)).json<FlowTestResource>();
    expect(second).toMatchObject({ sid: first.sid, test: hangsUp });
    expect(await list()).toHaveLength(1);
  });

  it('that are no tests are refused with their place', async () => {
    const response = await keep('Wrong', 'start: {trigger: incomingMessage}\nsteps:\n  - sends: hi\n');
    expect(response.statusCode).toBe(400);
    expect(response.json<{ message: string }>().message).toMatch(/line 3, column 5/);
    expect((await keep('Wrong', 'a: &x [1]\nb: *x\n')).statusCode).toBe(400);
    expect((await keep('', greets)).statusCode).toBe(400);
  });

  it('belong to the account of the flow', async () => {
    const { sid: test } = (await keep('Own', greets)).json<FlowTestResource>();
    const by = server.other;
    expect((await server.send(paths.flowTests(sid), { by })).statusCode).toBe(404);
    expect((await server.send(paths.flowTest(sid, test), { by })).statusCode).toBe(404);
    expect((await server.send(paths.flowTest(sid, test), { by, method: 'DELETE' })).statusCode).toBe(404);
    const form = { Name: 'Foreign', Test: greets };
    expect((await server.send(paths.flowTests(sid), { by, form })).statusCode).toBe(404);
  });
});
