/** The voice widgets on a REST carrier: a call that the flow places, or that comes in, and what is done on it. */

import { flowOf, widget } from '#server/flows/testing/flows.ts';
import {
  address,
  begin,
  contact,
  context,
  events,
  expect,
  firstOrder,
  publish,
  test,
} from '../carrier-account.ts';
import { ring } from '../taken-call.ts';

const menu = widget(
  'gather-input-on-call',
  'menu',
  { say: 'Press one', number_of_digits: 1, stop_gather: true },
  { keypress: 'bye', speech: 'bye', timeout: 'bye' },
);
const bye = widget('say-play', 'bye', { say: 'Good-bye {{widgets.menu.Digits}}' }, { audioComplete: null });

test('gather-input-on-call takes keys on a call that came in', async ({ api, carrier }) => {
  const flow = await publish(api, flowOf(menu, bye));
  const call = await carrier.phone(flow.webhook_url, address, contact).call();
  expect(call.state).toBe('gathering');
  await call.press('1');
  expect(call.heard).toEqual(['Press one', 'Good-bye 1']);
  expect(call.state).toBe('over');
  // The answer in the markup has ended the call; the carrier is not asked for it as well.
  expect(carrier.orders).toEqual([]);
});

test('connect-call-to joins a call that the flow placed', async ({ api, carrier }) => {
  const join = { noun: 'number', to: '+15005550188', caller_id: address };
  const flow = await publish(
    api,
    flowOf(ring('join'), widget('connect-call-to', 'join', join, { callCompleted: null, hangup: null })),
  );
  const execution = await begin(api, flow);
  const call = await carrier.pickUp(await firstOrder(carrier, 'Calls.json'));
  expect(call.dialed).toEqual(['+15005550188']);
  await call.endDial('completed');
  expect(await events(api, flow, execution)).toEqual(['incomingRequest', 'answered', 'callCompleted']);
});

test('make-outgoing-call-v2 waits for who answered when it was asked to find out', async ({
  api,
  carrier,
}) => {
  const detection = { detect_answering_machine: true, machine_detection: 'DetectMessageEnd' };
  const flow = await publish(api, flowOf(ring('bye', detection), bye));
  const execution = await begin(api, flow);
  const order = await firstOrder(carrier, 'Calls.json');
  expect(order.fields.MachineDetection).toBe('DetectMessageEnd');
  expect(await carrier.report(order, { CallStatus: 'in-progress' })).toBe(204);
  expect(await events(api, flow, execution)).toEqual(['incomingRequest']);
  await carrier.pickUp(order, { AnsweredBy: 'machine_end_beep' });
  expect((await context(api, flow, execution)).widgets.ring.AnsweredBy).toBe('machine_end_beep');
});

test('record-call begins a recording at the carrier while the flow goes on', async ({ api, carrier }) => {
  const flow = await publish(
    api,
    flowOf(
      ring('record'),
      widget('record-call', 'record', { record_call: true }, { success: 'menu', failed: null }),
      menu,
      bye,
    ),
  );
  const execution = await begin(api, flow);
  const order = await firstOrder(carrier, 'Calls.json');
  const call = await carrier.pickUp(order);
  expect(call.state).toBe('gathering');
  const recording = await firstOrder(carrier, `Calls/${order.sid}/Recordings.json`);
  expect(recording.fields).toMatchObject({ RecordingChannels: 'dual' });
  expect((await context(api, flow, execution)).widgets.record.Sid).toBe(recording.sid);
});

test('a contact who hangs up ends the flow', async ({ api, carrier }) => {
  const flow = await publish(api, flowOf(ring('menu'), menu, bye));
  const execution = await begin(api, flow);
  const order = await firstOrder(carrier, 'Calls.json');
  await carrier.pickUp(order);
  expect(await carrier.report(order, { CallStatus: 'completed', CallDuration: '12' })).toBe(204);
  expect(await events(api, flow, execution)).toEqual(['incomingRequest', 'answered', 'hangup']);
  expect(carrier.orders).toHaveLength(1);
});
