/** An execution runs again with the same inputs on the revision that its contact gets now, on every database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { ask, flowOf, send } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';

const asking = flowOf(
  ask('ask', '{{flow.data.name}}{{trigger.message.Body}}?', 600, 'thank', 'thank'),
  send('thank', 'Thanks', null),
);
const greeting = flowOf(send('greet', 'Hello {{flow.data.name}}{{trigger.message.Body}}', null));

describe.each(databaseKinds)('run again, %s', (kind) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const again = (sid: string, by = server.account) =>
    server.send(paths.executionRunAgain(sid), { method: 'POST', by });
  const end = async (flow: string, sid: string) =>
    server.send(paths.execution(flow, sid), { form: { Status: 'ended' } });
  const textsOf = async (execution: string) => {
    const page = await server.send(`${paths.messages}?ExecutionSid=${execution}`);
    return page.json<{ messages: { body: string }[] }>().messages.map(({ body }) => body);
  };

  it('of a request has its parameters, and the revision of now', async () => {
    const flow = await server.addFlow(asking);
    const contact = server.contact();
    const first = await server.send(paths.executions(flow), {
      form: { To: contact, From: '+15559999', Parameters: '{"name":"Ann"}' },
    });
    const { sid } = first.json<{ sid: string }>();
    const active = await again(sid);
    expect(active.statusCode, active.body).toBe(409);
    await end(flow, sid);
    await server.send(paths.flow(flow), {
      form: { Status: 'published', Definition: JSON.stringify(greeting) },
    });
    const response = await again(sid);
    expect(response.statusCode, response.body).toBe(201);
    const started = response.json();
    expect(started).toMatchObject({ flow_sid: flow, contact_channel_address: contact, flow_version: 2 });
    expect(started.sid).not.toBe(sid);
    expect((await server.view(flow, started.sid)).steps[0]).toMatchObject({ name: 'incomingRequest' });
    expect(await textsOf(started.sid)).toEqual(['Hello Ann']);
  });

  it('of a message has its text', async () => {
    const flow = await server.addFlow(greeting);
    const From = server.contact();
    await server.postWebhook(flow, {
      MessageSid: `SM${'7'.repeat(32)}`,
      From,
      To: '+15559999',
      Body: 'from the dark side',
    });
    const [first] = await server.executionsOf(flow);
    const started = (await again(first?.sid ?? '')).json<{ sid: string }>();
    expect((await server.view(flow, started.sid)).steps[0]).toMatchObject({ name: 'incomingMessage' });
    expect(await textsOf(started.sid)).toEqual(['Hello from the dark side']);
  });

  it('is refused for a foreign execution, and once the inputs were removed', async () => {
    const flow = await server.addFlow(greeting);
    const sid = await server.startExecution(flow, server.contact());
    expect((await again(sid, server.other)).statusCode).toBe(404);
    await server.ctx.database.write((tx) =>
      tx.updateTable('executions').set({ purged_at: 1 }).where('sid', '=', sid).execute(),
    );
    const purged = await again(sid);
    expect(purged.statusCode).toBe(400);
    expect(purged.body).toContain('removed with its personal data');
  });
});
