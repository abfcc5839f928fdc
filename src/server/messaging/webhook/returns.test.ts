/** Calls and conversations that another application returns, on every database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { ask, flowOf, send, widget } from '../../flows/testing/flows.ts';
import { readMarkup } from '../../testing/read-markup.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';

const channel = '+15559999';
const url = 'https://other.example/?a=1&b=2';

const handingOver = (...after: FlowDefinition['states']) =>
  flowOf(
    send('hello', 'One moment', 'w'),
    widget(
      'add-markup-redirect',
      'w',
      { url, method: 'GET', timeout: '600' },
      { return: 'bye', timeout: 'late', fail: 'late' },
    ),
    send('bye', 'You said {{widgets.w.score}}', null),
    send('late', 'Never mind', null),
    ...after,
  );

describe.each(databaseKinds)('a return, %s', (kind) => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const talker = (from: string) => {
    let sent = 0;
    const fields = () => {
      sent += 1;
      return { MessageSid: `SM${from.slice(1)}${sent}`, From: from, To: channel, Body: 'Hi' };
    };
    return async (flow: string, query = '', more: Record<string, string> = {}) => {
      const response = await server.postWebhook(flow, { ...fields(), ...more }, query);
      const { children } = response.statusCode === 200 ? readMarkup(response.body) : { children: [] };
      return { status: response.statusCode, verbs: children.map(({ name, text }) => [name, text]) };
    };
  };
  const onlyExecution = async (flow: string) => {
    const [execution] = await server.executionsOf(flow);
    return server.view(flow, execution?.sid ?? '');
  };

  it('resumes a conversation, once', async () => {
    const flow = await server.addFlow(handingOver());
    const write = talker(server.contact());
    expect((await write(flow)).verbs).toEqual([
      ['Message', 'One moment'],
      ['Redirect', url],
    ]);
    expect((await write(flow)).verbs).toEqual([['Redirect', url]]);
    expect(await onlyExecution(flow)).toMatchObject({ at: 'w', waiting_for: 'return' });
    const back = { MessageSid: 'SMback' };
    expect((await write(flow, '?FlowEvent=return&score=4', back)).verbs).toEqual([['Message', 'You said 4']]);
    expect((await onlyExecution(flow)).steps.map(({ name }) => name)).toEqual([
      'incomingMessage',
      'sent',
      'return',
      'sent',
    ]);
    // There is nobody in conversation any more.
    expect((await write(flow, '?FlowEvent=return&score=5', back)).status).toBe(404);
    expect(await server.executionsOf(flow)).toHaveLength(1);
  });

  it('replays the replies to a duplicate message', async () => {
    const flow = await server.addFlow(handingOver());
    const write = talker(server.contact());
    const sid = { MessageSid: `SM${server.contact().slice(1)}` };
    expect((await write(flow, '', sid)).verbs).toEqual((await write(flow, '', sid)).verbs);
  });

  it('is ignored after the timeout, and leads to fail when the application was unreachable', async () => {
    const flow = await server.addFlow(handingOver());
    const late = talker(server.contact());
    await late(flow);
    server.advanceClock(600_000);
    const { sid } = (await onlyExecution(flow)).execution;
    await server.eventually(flow, sid, { execution: { status: 'ended' } });
    expect((await late(flow, '?FlowEvent=return')).status).toBe(404);
    const away = talker(server.contact());
    await away(flow);
    const failed = await away(flow, '', { ErrorCode: '11200', ErrorUrl: url });
    expect(failed.verbs).toEqual([['Message', 'Never mind']]);
  });

  it('resumes the conversation of a subflow, and then its parent', async () => {
    const child = await server.addFlow(handingOver());
    const parent = await server.addFlow(
      flowOf(
        widget(
          'run-subflow',
          'sub',
          { flow_sid: child, flow_revision: 'LatestPublished' },
          { completed: 'done', failed: null },
        ),
        send('done', 'Done', null),
      ),
    );
    const write = talker(server.contact());
    expect((await write(parent)).verbs.map(([name]) => name)).toEqual(['Message', 'Redirect']);
    expect((await write(parent)).verbs).toEqual([['Redirect', url]]);
    expect((await write(parent, '?FlowEvent=return&score=1')).verbs).toEqual([
      ['Message', 'You said 1'],
      ['Message', 'Done'],
    ]);
  });

  it('changes nothing that waits for something else, and starts nothing', async () => {
    const flow = await server.addFlow(
      flowOf(
        ask('ask', 'Your name?', 60, 'hear', null),
        widget('gather-input-on-call', 'hear', { say: 'Well?' }, { keypress: null }),
      ),
    );
    const write = talker(server.contact());
    await write(flow);
    expect(await write(flow, '?FlowEvent=return&Body=Kim')).toEqual({ status: 200, verbs: [] });
    expect(await onlyExecution(flow)).toMatchObject({ at: 'ask', waiting_for: 'reply' });
    const from = server.contact();
    const call = { CallSid: `CA${from.slice(1)}`, From: from, To: channel, CallStatus: 'in-progress' };
    const nobody = `FN${'0'.repeat(32)}`;
    for (const query of [
      '?FlowEvent=return',
      `?FlowEvent=poll&FlowExecution=${nobody}`,
      `?FlowEvent=gather&FlowWait=1&FlowExecution=${nobody}`,
      `?FlowExecution=${nobody}&FlowEffect=2.call`,
    ]) {
      const { body } = await server.postWebhook(flow, call, query);
      expect(readMarkup(body).children.map(({ name }) => name)).toEqual(['Hangup']);
    }
    expect(await server.executionsOf(flow)).toHaveLength(1);
  });

  it('resumes a call, and a duplicate return gets the current instructions', async () => {
    const flow = await server.addFlow(
      flowOf(
        widget('add-markup-redirect', 'w', { url }, { return: 'ask', timeout: null, fail: null }),
        widget('gather-input-on-call', 'ask', { say: 'Well?' }, { keypress: null }),
      ),
    );
    const from = server.contact();
    const call = { CallSid: `CA${from.slice(1)}`, From: from, To: channel, CallStatus: 'in-progress' };
    const post = async (query: string) =>
      readMarkup((await server.postWebhook(flow, call, query)).body).children;
    expect(await post('')).toMatchObject([{ name: 'Redirect', text: url, attributes: { method: 'POST' } }]);
    const asked = await post('?FlowEvent=return&SpeechResult=tomorrow&__proto__=x');
    expect(asked[0]?.name).toBe('Gather');
    expect(await post('?FlowEvent=return&SpeechResult=never')).toEqual(asked);
    const view = await onlyExecution(flow);
    expect(view.steps.map(({ name }) => name)).toEqual(['incomingCall', 'return']);
    const w = { SpeechResult: 'tomorrow', CallSid: call.CallSid };
    expect(view.execution.context).toMatchObject({ widgets: { w } });
  });
});
