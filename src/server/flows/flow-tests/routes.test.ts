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

  it('follow renames of widgets, and their undoing', async () => {
    const flow = await server.addFlow(flowOf(send('greet', 'Hello', null)), 'draft');
    let count = 0;
    const rename = async (from: string, to: string) => {
      const operations = [{ kind: 'rename-widget', widget: 'greet', from, to }];
      const label = { name: 'renameWidget', widget: from, target: to };
      const Commands = JSON.stringify([{ id: `rename-${count}`, label, operations }]);
      const form = { Base: String(count++), Client: 'page', AuthorName: 'Ann', Commands };
      expect((await server.send(paths.edits(flow), { form })).statusCode).toBe(200);
    };
    const text =
      'start: {trigger: incomingMessage, body: greet} # greet\nsteps:\n  - expect: {path: [greet]}\n';
    // The working copy begins with the first edit.
    await server.send(paths.flowTests(flow), { form: { Name: 'Before', Test: text } });
    await rename('greet', 'greet_people');
    const after = text.replace('[greet]', '[greet_people]');
    await server.send(paths.flowTests(flow), { form: { Name: 'After', Test: after } });
    const read = async () =>
      (await server.send(paths.flowTests(flow))).json<FlowTestPage>().tests.map(({ test }) => test);
    expect(await read()).toEqual([after, after]);
    await rename('greet_people', 'welcome');
    const welcome = text.replace('[greet]', '[welcome]');
    expect(await read()).toEqual([welcome, welcome]);
    const [first] = (await server.send(paths.flowTests(flow))).json<FlowTestPage>().tests;
    expect(first?.widgets).toEqual({ welcome: 'greet' });
    const one = (await server.send(paths.flowTest(flow, first?.sid ?? ''))).json<FlowTestResource>();
    expect(one).toEqual(first);
    await rename('welcome', 'greet');
    expect(await read()).toEqual([text, text]);
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
