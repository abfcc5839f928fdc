/** The webhook over a WebSocket: the same flows as by posts, and what bad input gets. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import { paths } from '#api/paths.ts';
import { flowOf } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { dialectOf } from '../dialects/table.ts';
import { callFlows, menu, say } from '../dialects/testing/call-flows.ts';
import { callThrough, type Line } from '../dialects/testing/call-through.ts';
import { jambonzCarrier } from '../dialects/testing/jambonz-carrier.ts';
import { credentials, JambonzSocket } from '../dialects/testing/jambonz-socket.ts';
import { type Event, StandIn } from '../dialects/testing/stand-in.ts';

const address = '+15559100';
let server: RunningServer;
let carrier: StandIn;
let sid: string;
let origin: string;
let calls = 0;

beforeAll(async () => {
  server = await openRunningServer(databaseKinds[0] ?? 'embedded');
  carrier = await StandIn.start(jambonzCarrier);
  const form = {
    ...{ FriendlyName: 'Phones', Dialect: 'jambonz', BaseUrl: carrier.baseUrl },
    ...jambonzCarrier.settings,
  };
  ({ sid } = (await server.send(paths.carriers, { form })).json<CarrierResource>());
  origin = await server.listen();
}, startTimeoutMs);
afterAll(async () => {
  await server.close();
  carrier.stop();
});

const pathOf = (flow: string) => paths.webhook(server.account.account_sid, flow);
const urlOf = (flow: string) => origin.replace('http', 'ws') + pathOf(flow);

const open = async (flow: string, options?: object) => {
  const socket = await JambonzSocket.open(urlOf(flow), options);
  onTestFinished(() => socket.close());
  return socket;
};
const newCall = (): Event => {
  calls += 1;
  return { CallSid: `call-${calls}`, From: server.contact(), To: address };
};
const inProgress = (about: Event): Event => ({ ...about, CallStatus: 'in-progress' });
const stepsOf = async (flow: string) => {
  const [execution] = await server.executionsOf(flow);
  return (await server.view(flow, execution?.sid ?? '')).steps.map(({ name }) => name);
};
/** The hook by which the document's gather reports. */
const hookOf = (document: string) => {
  const gather = jambonzCarrier.read(document).find((item) => item.kind === 'gather');
  return gather?.kind === 'gather' ? gather.action : '';
};

describe('calls over a WebSocket', () => {
  it.each(Object.entries(callFlows))('%s', async (_, { flow: definition, inputs, steps, failing }) => {
    const flow = await server.addFlow(definition);
    const socket = await open(flow);
    const line: Line = {
      ...{ server, carrier, flow, address },
      ask: (url, event) => socket.ask(url === 'begin' ? null : url, event),
    };
    const heard = await callThrough(line, 'begin', newCall(), inputs);
    expect(heard.at(-1)).toBe('hangup');
    expect(await stepsOf(flow)).toEqual(failing?.jambonz ?? steps);
  });

  it('a call that ends while it is asked what to do', async () => {
    const flow = await server.addFlow(menu);
    const socket = await open(flow);
    const about = newCall();
    await socket.ask(null, inProgress(about));
    socket.send('call:status', { ...about, CallStatus: 'completed' });
    await expect.poll(async () => (await server.executionsOf(flow))[0]?.status).toBe('ended');
    expect(await socket.ask(null, inProgress(about))).toBe('[{"verb":"hangup"}]');
  });

  it('a connection that was lost goes on where it was, on any connection', async () => {
    const flow = await server.addFlow(flowOf(...menu.states.slice(1)));
    const lost = await open(flow);
    const about = newCall();
    await lost.ask(null, inProgress(about));
    lost.cut();
    const socket = await open(flow);
    const before = await stepsOf(flow);
    const document = await socket.ask(null, inProgress(about), 'session:reconnect');
    expect(await stepsOf(flow)).toEqual(before);
    expect(document).toContain('Welcome');
  });

  it('a hook that comes twice, or late, changes nothing and gets what is to be done now', async () => {
    const flow = await server.addFlow(menu);
    const socket = await open(flow);
    const about = inProgress(newCall());
    const welcome = jambonzCarrier.read(await socket.ask(null, about)).at(-1);
    const asked = await socket.ask(welcome?.kind === 'go' ? welcome.url : '', about, 'session:redirect');
    const pressed = { ...about, Digits: '7' };
    const first = await socket.ask(hookOf(asked), pressed);
    const steps = await stepsOf(flow);
    const again = await socket.ask(hookOf(asked), pressed);
    expect(again).toBe(first);
    expect(await stepsOf(flow)).toEqual(steps);
  });

  it('a call that a flow places is connected where the application is', async () => {
    const flow = await server.addFlow(flowOf(say('bye', 'Bye')));
    const { request } = dialectOf({ dialect: 'jambonz' });
    const credentialsOfCarrier = {
      ...{ baseUrl: 'https://phones.example/v1', conversationsUrl: '', account: 'a', token: 't' },
      application: 'app',
    };
    const placed = request(credentialsOfCarrier, {
      ...{ do: 'place-call', from: address, to: '+15550123', timeout_s: 30, record: false, options: {} },
      ...{ url: `https://flows.test${pathOf(flow)}?FlowEffect=1`, statusUrl: 'https://flows.test/status' },
    });
    if (!('first' in placed)) throw new Error('The application is not asked for');
    const hookWith = (hook: object) =>
      (JSON.parse(placed.next({ call_hook: hook } as never).body ?? '') as { call_hook: object }).call_hook;
    expect(hookWith({ url: 'wss://flows.test/', username: 'u', password: 'p' })).toEqual({
      url: `wss://flows.test${pathOf(flow)}?FlowEffect=1`,
      ...{ username: 'u', password: 'p' },
    });
    expect(hookWith({ url: 'https://flows.test/' })).toMatchObject({ method: 'POST' });
  });
});

describe('bad input over a WebSocket', () => {
  let flow: string;
  beforeAll(async () => {
    flow = await server.addFlow(menu);
  });

  it.each<[string, object, number]>([
    ['no credentials', {}, 401],
    ['another key', { auth: credentials.replace(/:.*/, ':another') }, 401],
    ['another user', { auth: credentials.replace(/.*:/, 'another:') }, 401],
    ['a token in the place of a password', { headers: { authorization: 'Bearer token' } }, 401],
    ['a page of another site', { auth: credentials, origin: 'https://elsewhere.example' }, 403],
  ])('%s opens no connection', async (_, options, status) => {
    await expect(JambonzSocket.open(urlOf(flow), options)).rejects.toThrow(`refused with ${status}`);
  });

  it('another account’s flow, and another path, open none', async () => {
    const other = paths.webhook(server.other.account_sid, flow);
    const url = (path: string) => origin.replace('http', 'ws') + path;
    await expect(JambonzSocket.open(url(other))).rejects.toThrow('refused with 401');
    // No WebSocket is served there: a plain response.
    await expect(JambonzSocket.open(url('/v1/Flows'))).rejects.toThrow('refused with 404');
  });

  it.each<[string, string | Buffer, number]>([
    ['what is no JSON', '{', 1008],
    ['a list', '[]', 1008],
    ['a binary message', Buffer.from('{}'), 1003],
    ['a message without an id', '{"type":"session:new","data":{}}', 1008],
    ['a message without data', '{"type":"session:new","msgid":"1"}', 1008],
    ['a message about no call', '{"type":"session:new","msgid":"1","data":{"text":"Hi"}}', 1008],
    ['a hook of another path', '{"type":"verb:hook","msgid":"1","hook":"/v1/Flows","data":{}}', 1008],
    [
      'deep JSON',
      `{"type":"session:new","msgid":"1","data":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`,
      1008,
    ],
    ['70 kB', `{"type":"verb:status","data":"${'x'.repeat(70_000)}"}`, 1009],
  ])('%s ends the connection', async (_, text, code) => {
    const socket = await open(flow);
    socket.sendText(text);
    expect(await socket.closed()).toBe(code);
    expect(await server.executionsOf(flow)).toEqual([]);
  });

  it('what says nothing here is left without an answer', async () => {
    const socket = await open(flow);
    socket.sendText('{"type":"jambonz:error","msgid":"1","data":{"error":"x"}}');
    const own = await server.addFlow(flowOf(say('bye', 'Bye')));
    const other = await open(own);
    expect(await other.ask(null, inProgress(newCall()))).toContain('Bye');
  });

  it('many messages at once end the connection', async () => {
    const own = await server.addFlow(menu);
    const socket = await open(own);
    for (let n = 0; n < 40; n += 1) socket.send('session:new', inProgress(newCall()));
    expect(await socket.closed()).toBe(1008);
  });

  it('an address of another carrier is refused, and so is the key once it was changed', async () => {
    const another = (
      await server.send(paths.carriers, {
        form: {
          ...{ FriendlyName: 'Other', BaseUrl: carrier.baseUrl, CarrierAccountSid: 'AC1', AuthToken: 'x' },
        },
      })
    ).json<CarrierResource>();
    const form = { FlowSid: flow, Address: '+15559777', CarrierSid: another.sid };
    await server.send(paths.addresses, { form });
    const own = await server.addFlow(menu);
    const socket = await open(own);
    const about = inProgress(newCall());
    await expect(socket.ask(null, { ...about, To: '+15559777' })).rejects.toThrow('closed with 1008');
    const second = await open(own);
    await second.ask(null, about);
    await server.send(paths.carrier(sid), { form: { SigningKey: 'changed' } });
    await expect(second.ask(null, inProgress(newCall()))).rejects.toThrow('closed with 1008');
    await server.send(paths.carrier(sid), { form: { SigningKey: jambonzCarrier.settings.SigningKey ?? '' } });
  });
});
