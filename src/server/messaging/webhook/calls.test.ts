/** Inbound calls at the webhook, on every database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, flowOf, widget } from '../../flows/testing/flows.ts';
import { type Element, readMarkup } from '../../testing/read-markup.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';

const channel = '+15559999';

describe.each(databaseKinds)('calls, %s', (kind) => {
  let server: RunningServer;
  const fresh = () => server.contact();

  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const ivr = () =>
    flowOf(
      widget('say-play', 'hello', { say: 'Welcome', loop: 1 }, { audioComplete: 'menu' }),
      widget(
        'gather-input-on-call',
        'menu',
        {
          say: 'Press a key',
          timeout: 5,
          finish_on_key: '#',
          stop_gather: true,
          number_of_digits: 1,
          loop: 1,
        },
        { keypress: 'dial', speech: 'hello', timeout: 'bye' },
      ),
      widget(
        'connect-call-to',
        'dial',
        { noun: 'number', to: '+15550123', caller_id: channel, timeout: 20 },
        { callCompleted: 'bye', hangup: null },
      ),
      widget('say-play', 'bye', { say: 'Bye, {{widgets.menu.Digits}}', loop: 1 }, { audioComplete: null }),
    );
  const target = (element: Element | undefined) =>
    new URL(element?.attributes.action ?? element?.text ?? '').search;

  it('advance through the flow by the reports of the carrier', async () => {
    const flow = await server.addFlow(ivr());
    const call = {
      CallSid: `CA${fresh().slice(1)}`,
      From: fresh(),
      To: channel,
      CallStatus: 'in-progress',
    };
    const report = async (query: string, more: Record<string, string> = {}) =>
      readMarkup((await server.postWebhook(flow, { ...call, ...more }, query)).body).children;

    const hello = await report('');
    expect(hello.map(({ name }) => name)).toEqual(['Say', 'Redirect']);
    const menu = await report(target(hello[1]));
    expect(menu[0]).toMatchObject({ name: 'Gather', children: [{ name: 'Say', text: 'Press a key' }] });
    // A repeated report of the first wait moves nothing and gets the present markup again.
    expect(await report(target(hello[1]))).toEqual(menu);
    expect(await report('')).toEqual(menu);
    const dial = await report(target(menu[0]), { Digits: '7' });
    expect(dial[0]).toMatchObject({ name: 'Dial', children: [{ name: 'Number', text: '+15550123' }] });
    const bye = await report(target(dial[0]), { DialCallStatus: 'completed' });
    expect(bye[0]).toMatchObject({ name: 'Say', text: 'Bye, 7' });
    expect((await report(target(bye[1]))).map(({ name }) => name)).toEqual(['Hangup']);
    const [execution] = await server.executionsOf(flow);
    const view = await server.view(flow, execution?.sid ?? '');
    expect(view.steps.map((step) => step.name)).toEqual([
      'incomingCall',
      'audioComplete',
      'keypress',
      'callCompleted',
      'audioComplete',
    ]);
    expect(view.execution.initiated_by).toBe(call.CallSid);
  });

  it('treat silence as a timeout and speech as speech', async () => {
    const flow = await server.addFlow(ivr());
    const call = {
      CallSid: `CA${fresh().slice(1)}`,
      From: fresh(),
      To: channel,
      CallStatus: 'in-progress',
    };
    const report = async (query: string, more: Record<string, string> = {}) =>
      readMarkup((await server.postWebhook(flow, { ...call, ...more }, query)).body).children;
    const menu = await report(target((await report(''))[1]));
    const again = await report(target(menu[0]), { SpeechResult: 'hello' });
    expect(again[0]).toMatchObject({ name: 'Say', text: 'Welcome' });
    const second = await report(target(again[1]));
    expect((await report(target(second[1])))[0]).toMatchObject({ name: 'Say', text: 'Bye,' });
  });

  it('end the execution when the caller hangs up', async () => {
    const flow = await server.addFlow(ivr());
    const call = { CallSid: `CA${fresh().slice(1)}`, From: fresh(), To: channel };
    await server.postWebhook(flow, { ...call, CallStatus: 'in-progress' });
    const gone = await server.postWebhook(flow, { ...call, CallStatus: 'completed' });
    expect(readMarkup(gone.body).children.map(({ name }) => name)).toEqual(['Hangup']);
    const [execution] = await server.executionsOf(flow);
    expect(execution?.status).toBe('ended');
    expect((await server.view(flow, execution?.sid ?? '')).steps.at(-1)).toMatchObject({ name: 'hangup' });
    // A call that was over before it was reported starts nothing.
    await server.postWebhook(flow, { ...call, CallSid: 'CAlate', CallStatus: 'no-answer' });
    expect(await server.executionsOf(flow)).toHaveLength(1);
  });

  it('store no payment data, also when its report is late and comes with the hang-up', async () => {
    const flow = await server.addFlow(
      flowOf(
        widget('capture-payments', 'pay', {}, { success: 'ask', hangup: null }),
        widget(
          'connect-call-to',
          'ask',
          { noun: 'number', to: '+15550123' },
          { callCompleted: null, hangup: null },
        ),
      ),
    );
    const call = { CallSid: `CA${fresh().slice(1)}`, From: fresh(), To: channel };
    const report = (query: string, more: Record<string, string>) =>
      server.postWebhook(flow, { ...call, CallStatus: 'in-progress', ...more }, query);
    const [pay] = readMarkup((await report('', {})).body).children;
    const paid = { Result: 'success', PaymentCardNumber: '4111111111111111', Cvc: 'nobody shall know' };
    await report(target(pay), paid);
    await report(target(pay), { ...paid, CallStatus: 'completed' });
    const [execution] = await server.executionsOf(flow);
    const view = await server.view(flow, execution?.sid ?? '');
    expect(view.steps.map(({ name }) => name)).toEqual(['incomingCall', 'success', 'hangup']);
    expect(view.execution.context).toMatchObject({ widgets: { ask: { Result: 'success' } } });
    expect(JSON.stringify(view)).not.toMatch(/4111111|nobody shall know/);
  });

  it('run concurrently only where the flow allows it', async () => {
    const from = fresh();
    const open = await server.addFlow(ivr());
    const closed = await server.addFlow({ ...ivr(), flags: { allow_concurrent_calls: false } });
    const ring = async (flow: string, sid: string) => {
      const form = { CallSid: sid + from.slice(1), From: from, To: channel, CallStatus: 'ringing' };
      return readMarkup((await server.postWebhook(flow, form)).body).children[0]?.name;
    };
    expect([await ring(open, 'CA1'), await ring(open, 'CA2')]).toEqual(['Say', 'Say']);
    expect([await ring(closed, 'CA3'), await ring(closed, 'CA4')]).toEqual(['Say', 'Reject']);
  });

  it('conflict with a create by REST whatever allow_concurrent_calls says, and run beside its execution where the flow allows it', async () => {
    const open = await server.addFlow(ivr());
    const closed = await server.addFlow({ ...ivr(), flags: { allow_concurrent_calls: false } });
    const create = (flow: string, to: string, version = 'v2') =>
      server.send(`/${version}/Flows/${flow}/Executions`, { form: { To: to, From: channel } });
    const call = (flow: string, from: string) =>
      server.postWebhook(flow, {
        CallSid: `CA${fresh().slice(1)}`,
        From: from,
        To: channel,
        CallStatus: 'in-progress',
      });
    for (const flow of [open, closed]) {
      const caller = fresh();
      await call(flow, caller);
      const running = (await server.executionsOf(flow)).find((row) => row.contact_channel_address === caller);
      const refused = await create(flow, caller);
      expect(refused.json()).toMatchObject({
        code: 20409,
        details: { conflicting_execution_sid: running?.sid },
      });
      expect((await create(flow, caller, 'v1')).json()).toMatchObject({ sid: running?.sid });
    }
    const waiting = await server.addFlow(flowOf(ask('ask', 'Still there?', 60, null, null)));
    const contact = fresh();
    const responses = await Promise.all([create(waiting, contact), create(waiting, contact)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(readMarkup((await call(closed, contact)).body).children[0]?.name).toBe('Reject');
    expect(readMarkup((await call(open, contact)).body).children[0]?.name).toBe('Say');
  });

  it.each([{ CallSid: '' }, { CallSid: 'a b' }, { CallSid: 'CA1', From: '' }])(
    'refuse %j with 400',
    async (bad) => {
      const flow = await server.addFlow(ivr());
      const form = { From: fresh(), To: channel, ...bad };
      expect((await server.postWebhook(flow, form)).statusCode).toBe(400);
    },
  );
});
