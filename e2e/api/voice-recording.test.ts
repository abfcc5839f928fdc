/** record-voicemail, record-call and fork-stream. */

import { expect } from 'vitest';
import { paths } from '#api/paths.ts';
import { flowOf, widget } from '#server/flows/testing/flows.ts';
import { executionContext, widgetEvents } from '../carrier-flow.ts';
import { answeredCall, outgoingCallFlow, outgoingCallState } from './answered-call.ts';
import { test } from './fixtures.ts';
import { publishVoiceFlow, testOnCarriers, voiceWidgetFlow } from './voice-flow.ts';

testOnCarriers('record-voicemail records and posts to its callbacks', async ({ publishFlow, receiver }) => {
  const properties = {
    timeout: 3,
    finish_on_key: '#',
    max_length: 120,
    play_beep: 'false',
    trim: 'do-not-trim',
    transcribe: true,
    transcription_callback_url: `${receiver.url}/text`,
    recording_status_callback_url: `${receiver.url}/sound?from={{contact.channel.address | url_encode}}`,
  };
  const { phone, outcome } = await publishFlow(voiceWidgetFlow('record-voicemail', properties));
  const call = await phone.call();
  expect([call.state, call.pendingVerb.attributes]).toMatchObject([
    'recording',
    {
      timeout: '3',
      finishOnKey: '#',
      maxLength: '120',
      playBeep: 'false',
      trim: 'do-not-trim',
      transcribe: 'true',
    },
  ]);
  await call.leaveMessage(7, '#');
  expect(call.prompts).toEqual(['by recordingComplete']);
  expect(await outcome()).toMatchObject({
    events: ['incomingCall', 'recordingComplete', 'audioComplete'],
    widget: {
      ...{ RecordingUrl: 'https://carrier.example/RE1', RecordingDuration: '7', Digits: '#' },
      CallSid: call.sid,
    },
  });
  const callbacks = await receiver.waitForRequests(2);
  expect(callbacks.map(({ path, form }) => [path, form.RecordingStatus ?? form.TranscriptionStatus])).toEqual(
    [
      [`/sound?from=${encodeURIComponent(phone.number)}`, 'completed'],
      ['/text', 'completed'],
    ],
  );
});

test('record-voicemail ends by silence, and keeps the recording at a hang-up', async ({ api }) => {
  const { phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('record-voicemail', { max_length: 60 }),
  );
  const silent = await phone.call();
  await silent.timeOut();
  expect(silent.prompts).toEqual(['by noAudio']);
  const gone = await phone.call();
  await gone.hangUp();
  expect(await outcome()).toMatchObject({
    events: ['incomingCall', 'hangup', 'noCall'],
    widget: { RecordingUrl: 'https://carrier.example/RE1', Digits: 'hangup', CallStatus: 'completed' },
  });
});

const recording = (name: string, record_call: boolean, next: string | null) =>
  widget('record-call', name, { record_call, recording_channels: 'mono' }, { success: next, failed: null });

test('record-call starts and stops a recording', async ({ api }) => {
  const definition = flowOf(
    recording('begin', true, 'talk'),
    widget('say-play', 'talk', { say: 'This is recorded', loop: 1 }, { audioComplete: 'w' }),
    recording('w', false, 'again'),
    recording('again', false, null),
  );
  const { flow, phone } = await publishVoiceFlow(api, definition);
  const call = await phone.call();
  expect([call.state, call.prompts]).toEqual(['over', ['This is recorded']]);
  const { executions } = await (await api.get(paths.executions(flow.sid))).json();
  const { widgets } = await executionContext(api, flow, executions[0].sid);
  expect(widgets.begin).toMatchObject({
    Status: 'in-progress',
    Channels: 1,
    CallSid: call.sid,
    Track: 'both',
  });
  expect(widgets.begin.Sid).toMatch(/^RE[0-9a-f]{32}$/);
  expect(widgets.w).toMatchObject({ Sid: widgets.begin.Sid, Status: 'stopped', CallSid: call.sid });
  // A recording that has not started cannot be stopped.
  expect(await widgetEvents(api, flow, executions[0].sid)).toEqual([
    'incomingCall',
    'success',
    'audioComplete',
    'success',
    'failed',
  ]);
});

test('record-call fails without a live call', async ({ api }) => {
  const { phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('record-call', { record_call: true }),
  );
  await phone.sendMessage('Hi');
  expect((await outcome()).events).toEqual(['incomingMessage', 'failed', 'noCall']);
});

test('fork-stream starts and stops an audio stream', async ({ api }) => {
  const definition = flowOf(
    widget(
      'fork-stream',
      'begin',
      {
        stream_action: 'start',
        stream_name: 'quality',
        stream_transport_type: 'websocket',
        stream_url: 'wss://clinic.example/listen',
        stream_track: 'both_tracks',
        stream_parameters: [{ key: 'caller', value: '{{contact.channel.address}}' }],
      },
      { next: 'archive' },
    ),
    widget(
      'fork-stream',
      'archive',
      { stream_action: 'start', stream_transport_type: 'siprec', stream_connector: 'vault' },
      { next: 'w' },
    ),
    widget('fork-stream', 'w', { stream_action: 'stop', stream_name: 'quality' }, { next: null }),
  );
  const { phone, outcome } = await publishVoiceFlow(api, definition);
  const call = await phone.call();
  expect(call.backgroundVerbs).toMatchObject([
    {
      name: 'Start',
      children: [
        {
          name: 'Stream',
          attributes: { name: 'quality', url: 'wss://clinic.example/listen', track: 'both_tracks' },
          children: [{ name: 'Parameter', attributes: { name: 'caller', value: phone.number } }],
        },
      ],
    },
    { name: 'Start', children: [{ name: 'Siprec', attributes: { connectorName: 'vault' } }] },
    { name: 'Stop', children: [{ name: 'Stream', attributes: { name: 'quality' } }] },
  ]);
  expect((await outcome()).events).toEqual(['incomingCall', 'next', 'next', 'next']);
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
