/**
 * Carriers send callbacks side by side and repeat them: every pair of those of a call and of a message, in both orders and each
 * twice, in every dialect and on the test carrier.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carrierDialects } from '#api/messaging/dialects.ts';
import type { CallPage } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { ask, flowOf, widget } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { type Line, post, webhookOf } from './testing/call-through.ts';
import { standIns } from './testing/carriers.ts';
import { documentedCarrier } from './testing/markup-carriers.ts';
import { type Event, StandIn } from './testing/stand-in.ts';

const address = '+15559999';
const key = widget('gather-input-on-call', 'menu', { say: 'Press', loop: 1, timeout: 5 }, { keypress: null });
const placing = flowOf(
  widget(
    'make-outgoing-call-v2',
    'call',
    { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}', timeout: 30 },
    { answered: 'menu', busy: null, noAnswer: null, failed: null },
  ),
  key,
);
const concurrent = (flow: FlowDefinition): FlowDefinition => ({
  ...flow,
  flags: { allow_concurrent_calls: true },
});

/** Every pair in both orders, and each twice. */
const pairsOf = <T>(all: readonly T[]) =>
  all.flatMap((first) => all.map((second): [T, T] => [first, second]));

const ends = ['completed', 'busy', 'no-answer', 'failed', 'canceled'];

/** Whether the webhook or the status callback gets it, and its CallStatus. */
type Callback = readonly ['webhook' | 'status', string];
const ofInbound: readonly Callback[] = [
  ...[['webhook', 'ringing'] as const, ['webhook', 'in-progress'] as const],
  ...[['status', 'ringing'] as const, ['status', 'in-progress'] as const],
  ...ends.flatMap((end): Callback[] => [
    ['webhook', end],
    ['status', end],
  ]),
];
const ofPlaced: readonly Callback[] = [
  ...[
    ['status', 'ringing'] as const,
    ['status', 'in-progress'] as const,
    ['webhook', 'in-progress'] as const,
  ],
  ...ends.map((end): Callback => ['status', end]),
];

const isEnd = ([, status]: Callback) => ends.includes(status);

/** What becomes of an execution that the first post to the webhook starts. */
function outcomeOfInbound(pair: readonly Callback[]): 'none' | 'active' | 'ended' {
  const begins = pair.findIndex((each) => each[0] === 'webhook' && !isEnd(each));
  const over = pair.findIndex(isEnd);
  if (begins < 0 || (over >= 0 && over < begins)) return 'none';
  return over < 0 ? 'active' : 'ended';
}

const eventOfEnd: Readonly<Record<string, string>> = { busy: 'busy', 'no-answer': 'noAnswer' };

/** The steps of an execution whose call is placed: what comes first of an answer and an end decides. */
function stepsOfPlaced(pair: readonly Callback[]): string[] {
  const [first, then] = pair.filter(([, status]) => status !== 'ringing');
  if (first === undefined) return [];
  if (isEnd(first)) return [eventOfEnd[first[1]] ?? 'failed'];
  return then !== undefined && isEnd(then) ? ['answered', 'hangup'] : ['answered'];
}

const testCarrier = 'the test carrier';

describe.each([...carrierDialects, testCarrier] as const)('callbacks of %s', (dialect) => {
  let server: RunningServer;
  let carrier: StandIn;
  let calls = 0;
  /** One of them has no status for a caller who gives up. */
  const has = ([, status]: Callback) => dialect !== 'jambonz' || status !== 'canceled';
  const specification = dialect === testCarrier ? documentedCarrier : standIns[dialect];

  beforeAll(async () => {
    // Two transactions are open at once on PostgreSQL alone, the last of them.
    server = await openRunningServer(databaseKinds.at(dialect === testCarrier ? -1 : 0) ?? 'embedded');
    carrier = await StandIn.start(specification);
    if (dialect === testCarrier) return;
    const form = {
      ...{ FriendlyName: 'Phones', Dialect: dialect, BaseUrl: carrier.baseUrl },
      ...specification.settings,
    };
    expect((await server.send(paths.carriers, { form })).statusCode).toBe(201);
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    carrier.stop();
  });

  const lineTo = async (definition: FlowDefinition): Promise<Line> => ({
    ...{ server, carrier, address },
    flow: await server.addFlow(concurrent(definition)),
  });
  const statusUrl = () => paths.carrierStatus(server.account.account_sid);
  const executionOf = async ({ flow }: Line, contact: string) =>
    (await server.executionsOf(flow)).find((each) => each.contact_channel_address === contact);
  const newSid = () => {
    calls += 1;
    return dialect === 'telnyx' ? `v3:Md_I91-${calls}` : `call-${calls}`;
  };

  it('of a call that comes in', async () => {
    const line = await lineTo(flowOf(key));
    for (const pair of pairsOf(ofInbound.filter(has))) {
      const about = { CallSid: newSid(), From: server.contact(), To: address };
      let isOver = false;
      for (const each of pair) {
        const [where, CallStatus] = each;
        const url = where === 'webhook' ? webhookOf(line) : statusUrl();
        const response = await post(line, url, { ...about, CallStatus });
        expect([pair, response.statusCode]).toEqual([pair, where === 'webhook' ? 200 : 204]);
        isOver ||= isEnd(each);
        if (where !== 'webhook') continue;
        const kinds = specification.read(response.body).map(({ kind }) => kind);
        expect([pair, kinds]).toEqual([pair, isOver ? ['hangup'] : expect.arrayContaining(['gather'])]);
      }
      const status = (await executionOf(line, about.From))?.status ?? 'none';
      expect([pair, status]).toEqual([pair, outcomeOfInbound(pair)]);
    }
  });

  it('of another leg of a call, whose end is none of a call', async () => {
    const [own, other] = [newSid(), newSid()];
    const about = { From: server.contact(), To: address, CallStatus: 'completed' };
    await post({ server, carrier }, statusUrl(), { ...about, CallSid: own });
    const leg = { Direction: dialect === 'jambonz' ? 'outbound' : 'outbound-dial', ParentCallSid: own };
    await post({ server, carrier }, statusUrl(), { ...about, ...leg, CallSid: other });
    const call = (sid: string) => server.send(paths.call(encodeURIComponent(sid)));
    const isOver = { flow_sid: null, from: null, to: null, status: 'completed' };
    expect((await call(own)).json()).toMatchObject(isOver);
    expect((await call(other)).statusCode).toBe(404);
  });

  it('of a call that comes in, side by side', async () => {
    const line = await lineTo(flowOf(key));
    for (const where of ['webhook', 'status'] as const) {
      const about = { CallSid: newSid(), From: server.contact(), To: address };
      const end = where === 'webhook' ? webhookOf(line) : statusUrl();
      await Promise.all([
        post(line, end, { ...about, CallStatus: 'completed' }),
        post(line, webhookOf(line), { ...about, CallStatus: 'ringing' }),
      ]);
      expect((await executionOf(line, about.From))?.status ?? 'ended').toBe('ended');
    }
  });

  it('of a call that a flow places', async () => {
    const line = await lineTo(placing);
    for (const pair of pairsOf(ofPlaced.filter(has))) {
      const contact = server.contact();
      const before = carrier.taken.length;
      const execution = await server.startExecution(line.flow, contact);
      const send =
        dialect === testCarrier ? await testCall(execution) : await carrierCall(line, before, contact);
      for (const each of pair) await send(each);
      const names = async () => (await server.view(line.flow, execution)).steps.map(({ name }) => name);
      const steps = stepsOfPlaced(pair);
      expect([pair, await names()]).toEqual([pair, ['incomingRequest', ...steps]]);
      // Whatever came before, the end of the call ends the execution.
      await send(['status', 'completed']);
      expect([pair, (await server.view(line.flow, execution)).execution.status]).toEqual([pair, 'ended']);
    }
  });

  const testCall = async (execution: string) => {
    const [call] = (await server.send(`${paths.calls}?ExecutionSid=${execution}`)).json<CallPage>().calls;
    return ([, Status]: Callback) => server.send(paths.call(call?.sid ?? ''), { form: { Status } });
  };

  const carrierCall = async (line: Line, before: number, contact: string) => {
    await expect.poll(() => carrier.taken.length).toBeGreaterThan(before);
    const placed = carrier.taken[before];
    if (placed?.what !== 'call') throw new Error('No call was placed');
    const about: Event = {
      ...{ CallSid: dialect === 'telnyx' ? newSid() : (carrier.sids[before] ?? '') },
      ...{ From: address, To: contact },
      ...(dialect === 'jambonz' && { tag: JSON.stringify(placed.tag) }),
    };
    return ([where, CallStatus]: Callback) =>
      post(line, where === 'webhook' ? placed.url : placed.statusUrl, { ...about, CallStatus });
  };

  it.runIf(dialect !== testCarrier && specification.reportsDelivery)('of a message', async () => {
    const line = await lineTo(flowOf(ask('ask', 'Still there?', 600, null, null)));
    const statuses = ['sent', 'delivered', 'undelivered', 'failed'];
    for (const pair of pairsOf(statuses)) {
      const before = carrier.taken.length;
      const execution = await server.startExecution(line.flow, server.contact());
      await expect.poll(() => carrier.taken.length).toBeGreaterThan(before);
      const taken = carrier.taken[before];
      if (taken?.what !== 'message' || taken.statusUrl === null) throw new Error('No message was sent');
      const about = { MessageSid: carrier.sids[before] ?? '', From: address, To: taken.to };
      for (const MessageStatus of pair)
        await post(line, taken.statusUrl, { ...about, MessageStatus }, { about: 'message' });
      // What says how it ended first is right; that it was sent says nothing of it.
      const end = pair.find((status) => status !== 'sent');
      const isLost = end !== undefined && end !== 'delivered';
      const names = (await server.view(line.flow, execution)).steps.map(({ name }) => name);
      expect([pair, names]).toEqual([pair, ['incomingRequest', ...(isLost ? ['deliveryFailure'] : [])]]);
    }
  });
});
