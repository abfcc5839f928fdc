/** record-voicemail and fork-stream on a REST carrier. */

import { flowOf, widget } from '#server/flows/testing/flows.ts';
import { answeredCall, outgoingCallFlow, outgoingCallState } from '../answered-call.ts';
import { expect, test } from '../carrier-fixtures.ts';
import { publishVoiceFlow, voiceWidgetFlow } from '../voice-flow.ts';

test('record-voicemail records an inbound call, and the carrier posts to its callbacks', async ({
  api,
  carrier,
  receiver,
}) => {
  const properties = {
    finish_on_key: '#',
    max_length: 90,
    transcribe: true,
    transcription_callback_url: `${receiver.url}/text`,
    recording_status_callback_url: `${receiver.url}/sound?from={{contact.channel.address | url_encode}}`,
  };
  const { phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('record-voicemail', properties),
    carrier,
  );
  const call = await phone.call();
  expect([call.state, call.pendingVerb.attributes]).toMatchObject([
    'recording',
    { finishOnKey: '#', maxLength: '90', transcribe: 'true' },
  ]);
  await call.leaveMessage(7, '#');
  expect(call.prompts).toEqual(['by recordingComplete']);
  expect(await outcome()).toMatchObject({
    events: ['incomingCall', 'recordingComplete', 'audioComplete'],
    widget: { RecordingUrl: 'https://carrier.example/RE1', RecordingDuration: '7', CallSid: call.sid },
  });
  const callbacks = await receiver.waitForRequests(2);
  expect(callbacks.map(({ path }) => path)).toEqual([
    `/sound?from=${encodeURIComponent(phone.number)}`,
    '/text',
  ]);
  // All of it is in the markup: no REST request is made.
  expect(carrier.acceptedRequests).toEqual([]);
});

test('record-voicemail ends by silence on an outgoing call', async ({ api, carrier }) => {
  const { call, outcome } = await answeredCall(api, carrier, outgoingCallFlow('record-voicemail', {}));
  await call.timeOut();
  expect(call.prompts).toEqual(['by noAudio']);
  expect((await outcome()).events).toEqual(['incomingRequest', 'answered', 'noAudio', 'audioComplete']);
});

test('record-voicemail keeps the recording when the contact hangs up', async ({ api, carrier }) => {
  const { call, request, outcome } = await answeredCall(
    api,
    carrier,
    outgoingCallFlow('record-voicemail', {}),
  );
  await call.hangUp();
  expect(await carrier.reportStatus(request, { CallStatus: 'completed', CallDuration: '10' })).toBe(204);
  expect(await outcome()).toMatchObject({
    events: ['incomingRequest', 'answered', 'hangup', 'noCall'],
    widget: { RecordingUrl: 'https://carrier.example/RE1', Digits: 'hangup' },
  });
  // A call that its contact has ended is not ended by REST.
  expect(carrier.acceptedRequests).toHaveLength(1);
});

test('fork-stream starts and stops an audio stream while the call continues', async ({ api, carrier }) => {
  const begin = {
    stream_action: 'start',
    stream_name: 'quality',
    stream_transport_type: 'websocket',
    stream_url: 'wss://clinic.example/listen',
    stream_track: 'inbound_track',
    stream_parameters: [{ key: 'call', value: '{{widgets.ring.CallSid}}' }],
  };
  const definition = flowOf(
    outgoingCallState('begin'),
    widget('fork-stream', 'begin', begin, { next: 'ask' }),
    widget('gather-input-on-call', 'ask', { say: 'Well?', loop: 1 }, { keypress: 'w', timeout: null }),
    widget('fork-stream', 'w', { stream_action: 'stop', stream_name: 'quality' }, { next: 'bye' }),
    widget('say-play', 'bye', { say: 'Good-bye', loop: 1 }, { audioComplete: null }),
  );
  const { call, request, outcome } = await answeredCall(api, carrier, definition);
  expect(call.state).toBe('gathering');
  expect(call.backgroundVerbs).toMatchObject([
    {
      name: 'Start',
      children: [
        {
          name: 'Stream',
          attributes: { name: 'quality', url: 'wss://clinic.example/listen', track: 'inbound_track' },
          children: [{ name: 'Parameter', attributes: { name: 'call', value: request.sid } }],
        },
      ],
    },
  ]);
  await call.pressKeys('1');
  expect(call.backgroundVerbs.slice(1)).toMatchObject([
    { name: 'Stop', children: [{ name: 'Stream', attributes: { name: 'quality' } }] },
  ]);
  expect(call.prompts).toEqual(['Well?', 'Good-bye']);
  expect((await outcome()).events).toEqual([
    'incomingRequest',
    'answered',
    'next',
    'keypress',
    'next',
    'audioComplete',
  ]);
});
