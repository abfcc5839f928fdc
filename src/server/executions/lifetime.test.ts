/** The maximum lifetime: an execution is ended when it is 30 days old, and its contact can start another one. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { flowOf, widget } from '../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';

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

describe.each(databaseKinds)('the oldest execution, %s', (kind) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  it('stays active for 30 days and is then ended', async () => {
    const flow = await server.addFlow(patient);
    const to = server.contact();
    const sid = await server.startExecution(flow, to);
    server.advanceClock(20 * day);
    await server.eventually(flow, sid, { at: 'ask', execution: { status: 'active' } });
    server.advanceClock(10 * day - 1_000);
    expect((await server.send(paths.execution(flow, sid))).json()).toMatchObject({ status: 'active' });
    server.advanceClock(1_000);
    await server.eventually(flow, sid, { execution: { status: 'ended' } });
    expect(await server.startExecution(flow, to)).not.toBe(sid);
  });
});
