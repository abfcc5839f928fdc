/** Flows of calls and messages through each dialect: the same path and the same steps, or the failure that is named here. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import { carrierDialects } from '#api/messaging/dialects.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { ask, flowOf, send, widget } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { dialectOf } from './table.ts';
import { callFlows, menu, say } from './testing/call-flows.ts';
import { callThrough, type Line, post, webhookOf } from './testing/call-through.ts';
import { standIns } from './testing/carriers.ts';
import { StandIn } from './testing/stand-in.ts';

const call = (properties: Record<string, string | number | boolean> = {}) =>
  flowOf(
    widget(
      'make-outgoing-call-v2',
      'call',
      { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}', timeout: 30, ...properties },
      { answered: 'bye', busy: null, noAnswer: null, failed: null },
    ),
    say('bye', 'Bye'),
  );

describe.each(carrierDialects)('through %s', (dialect) => {
  let server: RunningServer;
  let carrier: StandIn;
  let sid: string;
  const address = '+15559100';
  let calls = 0;
  const isOf = (...names: string[]) => names.includes(dialect);

  beforeAll(async () => {
    server = await openRunningServer(databaseKinds[0] ?? 'embedded');
    carrier = await StandIn.start(standIns[dialect]);
    const form = {
      ...{ FriendlyName: 'Phones', Dialect: dialect, BaseUrl: carrier.baseUrl },
      ...carrier.specification.settings,
    };
    const response = await server.send(paths.carriers, { form });
    expect(response.statusCode, response.body).toBe(201);
    ({ sid } = response.json<CarrierResource>());
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    carrier.stop();
  });

  const lineTo = async (definition: FlowDefinition): Promise<Line> => ({
    ...{ server, carrier, address },
    flow: await server.addFlow(definition),
  });
  const newCall = (contact = server.contact()) => {
    calls += 1;
    // The longest form that a carrier gives its calls.
    const CallSid = isOf('telnyx') ? `v3:Md_I91-${calls}` : `call-${calls}`;
    return { CallSid, From: contact, To: address };
  };
  const stepsOf = async ({ flow }: Line) => {
    const [execution] = await server.executionsOf(flow);
    return (await server.view(flow, execution?.sid ?? '')).steps.map(({ name }) => name);
  };
  const start = async ({ flow }: Line, contact: string) => {
    const form = { To: contact, From: address };
    return (await server.send(paths.executions(flow), { form })).json<{ sid: string }>().sid;
  };
  const connection = async () => (await server.send(paths.carrier(sid))).json<CarrierResource>().connection;

  it('the connection is tested', async () => {
    await expect.poll(connection).toMatchObject({ status: 'ok', failure: null });
    await server.send(paths.carrier(sid), { form: { AuthToken: 'another' } });
    await expect.poll(connection).toMatchObject({ status: 'failed', failure: 'credentials' });
    const base = { BaseUrl: carrier.baseUrl.replace(/\/[^/]*$/, '') };
    const right = { AuthToken: carrier.specification.settings.AuthToken ?? '' };
    await server.send(paths.carrier(sid), { form: { ...right, ...base } });
    await expect.poll(connection).toMatchObject({ status: 'failed', failure: 'not-found' });
    await server.send(paths.carrier(sid), { form: { BaseUrl: 'http://127.0.0.1:1' } });
    await expect.poll(connection).toMatchObject({ status: 'failed', failure: 'unreachable' });
    await server.send(paths.carrier(sid), { form: { BaseUrl: carrier.baseUrl } });
    await expect.poll(connection).toMatchObject({ status: 'ok', problem: null });
  });

  it.each(Object.entries(callFlows))('%s', async (_, { flow, inputs, steps, failing }) => {
    const line = await lineTo(flow);
    const heard = await callThrough(line, webhookOf(line), newCall(), inputs);
    expect(heard.at(-1)).toBe('hangup');
    expect(await stepsOf(line)).toEqual(failing?.[dialect] ?? steps);
  });

  it('what a caller hears and enters', async () => {
    const line = await lineTo(menu);
    const heard = await callThrough(line, webhookOf(line), newCall(), [{ keys: '7' }]);
    expect(heard).toEqual(['Welcome', 'Press or say', 'dial', 'Bye 7', 'hangup']);
  });

  it('a verb that the dialect does not have says so in the output of its widget', async () => {
    const missing = callFlows['a payment']?.failing?.[dialect] !== undefined;
    const line = await lineTo(callFlows['a payment']?.flow ?? menu);
    await callThrough(line, webhookOf(line), newCall());
    const [execution] = await server.executionsOf(line.flow);
    const { context } = (await server.view(line.flow, execution?.sid ?? '')).execution;
    expect(context).toMatchObject({
      widgets: {
        it: missing
          ? { PaymentError: 'The carrier has no "pay", or not in this form' }
          : { PaymentToken: 'token' },
      },
    });
  });

  it('a caller who hangs up', async () => {
    const line = await lineTo(menu);
    const about = newCall();
    await post(line, webhookOf(line), { ...about, CallStatus: 'in-progress' });
    const url = paths.carrierStatus(server.account.account_sid);
    expect((await post(line, url, { ...about, CallStatus: 'completed' })).statusCode).toBe(204);
    const [execution] = await server.executionsOf(line.flow);
    expect(execution?.status).toBe('ended');
  });

  it('a call that the flow is not ready for asks again', () => {
    const url = 'http://flows.test/';
    const document = standIns[dialect].read(dialectOf({ dialect }).writeCall({ do: 'poll', url }));
    expect(document.at(-1)).toEqual({ kind: 'go', url });
  });

  it('a call that the flow places is answered, and hung up at its end', async () => {
    const line = await lineTo(call());
    const contact = server.contact();
    await start(line, contact);
    await expect.poll(() => carrier.taken.at(-1)).toMatchObject({ what: 'call', to: contact });
    const placed = carrier.taken.at(-1);
    if (placed?.what !== 'call') throw new Error('No call was placed');
    const { CallSid } = newCall();
    const about = {
      ...{ CallSid: isOf('telnyx') ? CallSid : (carrier.sids.at(-1) ?? ''), From: address, To: contact },
      ...(isOf('jambonz') && { tag: JSON.stringify(placed.tag) }),
    };
    await post(line, placed.statusUrl, { ...about, CallStatus: 'ringing' });
    expect(await callThrough(line, placed.url, about)).toEqual(['Bye', 'hangup']);
    expect(await stepsOf(line)).toEqual(['incomingRequest', 'answered', 'audioComplete']);
  });

  it.each([
    ['busy', 'busy'],
    ['no-answer', 'noAnswer'],
    ['failed', 'failed'],
  ])('a call that the flow places ends as %s', async (CallStatus, event) => {
    const line = await lineTo(call());
    const contact = server.contact();
    const before = carrier.taken.length;
    await start(line, contact);
    await expect.poll(() => carrier.taken.length).toBe(before + 1);
    const placed = carrier.taken.at(-1);
    if (placed?.what !== 'call') throw new Error('No call was placed');
    const about = {
      ...{ CallSid: newCall().CallSid, From: address, To: contact },
      ...(isOf('jambonz') && { tag: JSON.stringify(placed.tag) }),
    };
    const report = { ...about, CallStatus };
    // The call is ours by the SID that the carrier has given, or gives now.
    const own = isOf('telnyx') ? report : { ...report, CallSid: carrier.sids.at(-1) ?? '' };
    expect((await post(line, placed.statusUrl, own)).statusCode).toBe(204);
    expect(await stepsOf(line)).toEqual(['incomingRequest', event]);
    // A report that was overtaken, and one that is repeated, change nothing.
    await post(line, placed.statusUrl, { ...own, CallStatus: 'ringing' });
    await post(line, placed.statusUrl, own);
    expect(await stepsOf(line)).toEqual(['incomingRequest', event]);
  });

  it('answering machines are detected, or the call fails with the reason', async () => {
    const line = await lineTo(call({ detect_answering_machine: true }));
    const before = carrier.taken.length;
    const execution = await start(line, server.contact());
    if (isOf('somleng', 'jambonz')) {
      await server.eventually(line.flow, execution, { execution: { status: 'ended' } });
      const { steps } = await server.view(line.flow, execution);
      expect(steps.at(-1)).toMatchObject({ name: 'failed' });
      expect(JSON.stringify(steps.at(-1))).toContain('no MachineDetection for calls');
      expect(carrier.taken.length).toBe(before);
    } else await expect.poll(() => carrier.taken.length).toBe(before + 1);
  });

  it('the end of the flow hangs up a call that rings', async () => {
    const line = await lineTo(call());
    const before = carrier.taken.length;
    const execution = await start(line, server.contact());
    await expect.poll(() => carrier.taken.length).toBe(before + 1);
    await server.send(paths.execution(line.flow, execution), { form: { Status: 'ended' } });
    await expect.poll(() => carrier.taken.at(-1)?.what).toBe('hang-up');
  });

  it('messages are answered', async () => {
    const line = await lineTo(
      flowOf(ask('ask', 'Your name?', 60, 'greet', null), send('greet', 'Hello', null)),
    );
    const contact = server.contact();
    const write = async (Body: string, MessageSid: string) => {
      const event = { MessageSid, From: contact, To: address, Body };
      const response = await post(line, webhookOf(line), event, { about: 'message' });
      expect(response.statusCode).toBe(200);
      carrier.specification.readReplies(response.body);
      return response.body;
    };
    const got = (text: string, body: string) =>
      body.includes(text) || carrier.taken.some((each) => each.what === 'message' && each.text === text);
    const first = await write('Hi', `first-${dialect}`);
    await expect.poll(() => got('Your name?', first)).toBe(true);
    const second = await write('Kim', `second-${dialect}`);
    await expect.poll(() => got('Hello', second)).toBe(true);
    await expect.poll(() => stepsOf(line)).toEqual(['incomingMessage', 'incomingMessage', 'sent']);
    // A delivery that is repeated is recognised.
    const sent = carrier.taken.length;
    await write('Kim', `second-${dialect}`);
    expect([await stepsOf(line), carrier.taken.length]).toEqual([
      ['incomingMessage', 'incomingMessage', 'sent'],
      sent,
    ]);
  });

  it('a conversation is handed over, or fails where the response to a message says nothing', async () => {
    const away = { url: 'https://other.example/', method: 'POST', timeout: '60' };
    const line = await lineTo(
      flowOf(
        widget('add-markup-redirect', 'away', away, { return: null, timeout: null, fail: 'sorry' }),
        send('sorry', 'Sorry', null),
      ),
    );
    const event = { MessageSid: `away-${dialect}`, From: server.contact(), To: address, Body: 'Hi' };
    const { body } = await post(line, webhookOf(line), event, { about: 'message' });
    if (isOf('default', 'signalwire')) {
      expect(body).toContain('<Redirect method="POST">https://other.example/</Redirect>');
      expect(await stepsOf(line)).toEqual(['incomingMessage']);
    } else await expect.poll(() => stepsOf(line)).toEqual(['incomingMessage', 'fail', 'sent']);
  });

  it('a message that is not delivered is reported', async () => {
    const line = await lineTo(flowOf(ask('ask', 'Still there?', 600, null, null)));
    const before = carrier.taken.length;
    await start(line, server.contact());
    await expect.poll(() => carrier.taken.length).toBe(before + 1);
    const taken = carrier.taken.at(-1);
    if (taken?.what !== 'message') throw new Error('No message was sent');
    // One dialect says all it has to say in its response.
    if (taken.statusUrl === null) return;
    const report = {
      ...{ MessageSid: carrier.sids.at(-1) ?? '', From: address, To: taken.to },
      ...{ MessageStatus: 'undelivered', ErrorCode: '30003' },
    };
    expect((await post(line, taken.statusUrl, report, { about: 'message' })).statusCode).toBe(204);
    expect(await stepsOf(line)).toEqual(['incomingRequest', 'deliveryFailure']);
  });
});
