/** An execution that nobody ends is ended by the service when it is 30 days old, and its contact is free again. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { flowOf, widget } from '../flows/testing/flows.ts';
import { databases, openRunning, type RunningServer, startTimeout } from '../testing/running-server.ts';

const day = 86_400_000;
/** Twenty days without an answer ask again, so the flow itself never ends. */
const patient = flowOf(
  widget(
    'send-and-wait-for-reply',
    'ask',
    { body: 'Still there?', from: '{{flow.channel.address}}', timeout: String(20 * 24 * 3600) },
    { incomingMessage: null, timeout: 'ask', deliveryFailure: null },
  ),
);

describe.each(databases)('the oldest execution, %s', (kind) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await openRunning(kind);
  }, startTimeout);
  afterAll(() => server.close());

  it('is active for 30 days and then ended', async () => {
    const flow = await server.addFlow(patient);
    const to = server.contact();
    const sid = await server.begin(flow, to);
    server.pass(20 * day);
    await server.becomes(flow, sid, { at: 'ask', execution: { status: 'active' } });
    server.pass(10 * day - 1_000);
    expect((await server.send(paths.execution(flow, sid))).json()).toMatchObject({ status: 'active' });
    server.pass(1_000);
    await server.becomes(flow, sid, { execution: { status: 'ended' } });
    expect(await server.begin(flow, to)).not.toBe(sid);
  });
});
