/** The voice widgets on a REST carrier: on inbound and outgoing calls. */

import { expect } from 'vitest';
import { flowOf, widget } from '#server/flows/testing/flows.ts';
import {
  address,
  contact,
  executionContext,
  firstRequest,
  publish,
  startExecution,
  widgetEvents,
} from '../carrier-flow.ts';
import { outgoingCallState } from './answered-call.ts';
import { test } from './fixtures.ts';

const menu = widget(
  'gather-input-on-call',
  'menu',
  { say: 'Press one', number_of_digits: 1, stop_gather: true },
  { keypress: 'bye', speech: 'bye', timeout: 'bye' },
);
const bye = widget('say-play', 'bye', { say: 'Good-bye {{widgets.menu.Digits}}' }, { audioComplete: null });

test('gather-input-on-call accepts keys on an inbound call', async ({ api, carrier }) => {
  const flow = await publish(api, flowOf(menu, bye));
  const call = await carrier.phone(flow.webhook_url, address, contact).call();
  expect(call.state).toBe('gathering');
  await call.pressKeys('1');
  expect(call.prompts).toEqual(['Press one', 'Good-bye 1']);
  expect(call.state).toBe('over');
  // The markup of the response has ended the call, so no REST request ends it again.
  expect(carrier.acceptedRequests).toEqual([]);
});

test('connect-call-to connects an outgoing call', async ({ api, carrier }) => {
  const join = { noun: 'number', to: '+15005550188', caller_id: address };
  const flow = await publish(
    api,
    flowOf(
      outgoingCallState('join'),
      widget('connect-call-to', 'join', join, { callCompleted: null, hangup: null }),
    ),
  );
  const execution = await startExecution(api, flow);
  const call = await carrier.answerCall(await firstRequest(carrier, 'Calls.json'));
  expect(call.dialed).toEqual(['+15005550188']);
  await call.endDial('completed');
  expect(await widgetEvents(api, flow, execution)).toEqual(['incomingRequest', 'answered', 'callCompleted']);
});

test('make-outgoing-call-v2 waits for answering machine detection', async ({ api, carrier }) => {
  const detection = { detect_answering_machine: true, machine_detection: 'DetectMessageEnd' };
  const flow = await publish(api, flowOf(outgoingCallState('bye', detection), bye));
  const execution = await startExecution(api, flow);
  const request = await firstRequest(carrier, 'Calls.json');
  expect(request.fields.MachineDetection).toBe('DetectMessageEnd');
  expect(await carrier.reportStatus(request, { CallStatus: 'in-progress' })).toBe(204);
  expect(await widgetEvents(api, flow, execution)).toEqual(['incomingRequest']);
  await carrier.answerCall(request, { AnsweredBy: 'machine_end_beep' });
  expect((await executionContext(api, flow, execution)).widgets.ring.AnsweredBy).toBe('machine_end_beep');
});

test('record-call starts a recording at the carrier while the flow continues', async ({ api, carrier }) => {
  const flow = await publish(
    api,
    flowOf(
      outgoingCallState('record'),
      widget('record-call', 'record', { record_call: true }, { success: 'menu', failed: null }),
      menu,
      bye,
    ),
  );
  const execution = await startExecution(api, flow);
  const request = await firstRequest(carrier, 'Calls.json');
  const call = await carrier.answerCall(request);
  expect(call.state).toBe('gathering');
  const recording = await firstRequest(carrier, `Calls/${request.sid}/Recordings.json`);
  expect(recording.fields).toMatchObject({ RecordingChannels: 'dual' });
  expect((await executionContext(api, flow, execution)).widgets.record.Sid).toBe(recording.sid);
});

test('a contact who hangs up ends the flow', async ({ api, carrier }) => {
  const flow = await publish(api, flowOf(outgoingCallState('menu'), menu, bye));
  const execution = await startExecution(api, flow);
  const request = await firstRequest(carrier, 'Calls.json');
  await carrier.answerCall(request);
  expect(await carrier.reportStatus(request, { CallStatus: 'completed', CallDuration: '12' })).toBe(204);
  expect(await widgetEvents(api, flow, execution)).toEqual(['incomingRequest', 'answered', 'hangup']);
  expect(carrier.acceptedRequests).toHaveLength(1);
});
