/** Ignored signals as notes of steps, and the step count of subflows, on every database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowOf, send, widget } from '../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';

describe.each(databaseKinds)('rules of an execution, %s', (kind) => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  it('records a message that no widget accepts as one warning on the step in progress', async () => {
    const flow = await server.addFlow(
      flowOf(
        widget('make-outgoing-call-v2', 'call', { from: 'a', to: 'b', timeout: 30 }, { noAnswer: null }),
      ),
    );
    const contact = server.contact();
    const sid = await server.startExecution(flow, contact);
    for (const MessageSid of ['SM1', 'SM2', 'SM2']) {
      const response = await server.postWebhook(flow, {
        MessageSid,
        From: contact,
        To: '+15559999',
        Body: 'Hello?',
      });
      expect(response.body).toContain('<Response');
    }
    const warning = {
      code: 81002,
      message: 'A message arrived while "call" takes none; it was ignored: "Hello?"',
    };
    const waiting = await server.view(flow, sid);
    expect(waiting).toMatchObject({ at: 'call', notes: [warning] });
    expect(waiting.steps).toHaveLength(1);
    server.advanceClock(30_000);
    await server.eventually(flow, sid, { execution: { status: 'ended' }, notes: [] });
    expect((await server.view(flow, sid)).steps[1]).toMatchObject({ name: 'noAnswer', notes: [warning] });
  });

  it('counts the steps of subflows and returns their variables', async () => {
    const set = widget(
      'set-variables',
      'set',
      { variables: [{ key: 'level', value: 'gold' }] },
      { next: null },
    );
    const child = await server.addFlow(flowOf(set));
    const sub = { flow_sid: child, flow_revision: '1', parameters: [] };
    const flow = await server.addFlow(
      flowOf(
        widget('run-subflow', 'check', sub, { completed: 'tell', failed: null }),
        widget(
          'set-variables',
          'tell',
          { variables: [{ key: 'x', value: '{{widgets.check.level}}' }] },
          { next: null },
        ),
      ),
    );
    const sid = await server.startExecution(flow, server.contact());
    const view = await server.view(flow, sid);
    expect(view.execution).toMatchObject({
      status: 'ended',
      context: { flow: { variables: { x: 'gold' } } },
    });
    const [inner] = await server.executionsOf(child);
    const steps = await server.send(`/v2/Flows/${child}/Executions/${inner?.sid}/Steps`);
    expect(steps.json<{ steps: { parent_step_sid: string }[] }>().steps[0]?.parent_step_sid).toBe(
      view.steps[1]?.sid,
    );
  });

  it('ends a flow whose subflows make more than 1,000 steps together', async () => {
    const many = Array.from({ length: 120 }, (_, index) =>
      widget('set-variables', `s${index}`, { variables: [] }, { next: index < 119 ? `s${index + 1}` : null }),
    );
    const child = await server.addFlow(flowOf(...many));
    const sub = { flow_sid: child, flow_revision: 'LatestPublished', parameters: [] };
    const twice = ['one', 'two'].map((name, index, all) =>
      widget('run-subflow', name, sub, { completed: all[index + 1] ?? 'one', failed: null }),
    );
    const flow = await server.addFlow(flowOf(...twice));
    const sid = await server.startExecution(flow, server.contact());
    const view = await server.view(flow, sid);
    expect(view.execution.status).toBe('ended');
    expect(view.steps.at(-1)?.notes).toMatchObject([{ code: 81000 }]);
    const children = await server.executionsOf(child);
    expect(children).toHaveLength(9);
  });

  it('lets no subflow run a subflow', async () => {
    const leaf = await server.addFlow(flowOf(send('hi', 'Hi', null)));
    const nested = { flow_sid: leaf, flow_revision: 'LatestPublished', parameters: [] };
    const middle = await server.addFlow(
      flowOf(widget('run-subflow', 'inner', nested, { completed: null, failed: null })),
    );
    const outer = { flow_sid: middle, flow_revision: 'LatestPublished', parameters: [] };
    const flow = await server.addFlow(
      flowOf(widget('run-subflow', 'outer', outer, { completed: null, failed: null })),
    );
    await server.startExecution(flow, server.contact());
    const [child] = await server.executionsOf(middle);
    const view = await server.view(middle, child?.sid ?? '');
    expect(view.steps[1]).toMatchObject({ name: 'failed', notes: [{ code: 81024 }] });
    expect(await server.executionsOf(leaf)).toEqual([]);
  });
});
