/** Calls that are connected to others: connect-call-to, enqueue-call and both virtual agents. */

import { expect } from 'vitest';
import { answeredCall, outgoingCallFlow } from './answered-call.ts';
import { test } from './fixtures.ts';
import { publishVoiceFlow, testOnCarriers, voiceWidgetFlow } from './voice-flow.ts';

test('connect-call-to dials each kind of party', async ({ api }) => {
  const parties = [
    [{ noun: 'number', to: '+15005550190' }, 'Number', ['+15005550190']],
    [{ noun: 'number-multi', to: '+15005550191, +15005550192' }, 'Number', ['+15005550191', '+15005550192']],
    [{ noun: 'client', to: 'desk' }, 'Client', ['desk']],
    [{ noun: 'conference', to: 'Room & board' }, 'Conference', ['Room & board']],
    [{ noun: 'sim', to: 'DE1' }, 'Sim', ['DE1']],
    [{ noun: 'sip', sip_endpoint: 'sip:desk@company.example' }, 'Sip', ['sip:desk@company.example']],
  ] as const;
  for (const [properties, noun, targets] of parties) {
    const { phone } = await publishVoiceFlow(api, voiceWidgetFlow('connect-call-to', properties));
    const call = await phone.call();
    expect([call.state, call.dialed]).toEqual(['dialing', targets]);
    expect(call.pendingVerb.children.map(({ name }) => name)).toEqual(targets.map(() => noun));
    await call.endDial('no-answer');
    expect(call.prompts).toEqual(['by callCompleted']);
  }
});

test('connect-call-to records, limits, and stores how the call ended', async ({ api }) => {
  const properties = {
    noun: 'number',
    to: '+15005550190',
    caller_id: '{{contact.channel.address}}',
    record: true,
    timeout: 20,
    time_limit: '3600',
  };
  const { phone, outcome } = await publishVoiceFlow(api, voiceWidgetFlow('connect-call-to', properties));
  const call = await phone.call();
  expect(call.pendingVerb.attributes).toMatchObject({
    callerId: phone.number,
    record: 'record-from-answer',
    timeout: '20',
    timeLimit: '3600',
  });
  await call.endDial('completed');
  expect((await outcome()).widget).toMatchObject({
    DialCallStatus: 'completed',
    RecordingUrl: 'https://carrier.example/RE1',
  });
  const gone = await phone.call();
  await gone.hangUp();
  expect(await outcome()).toMatchObject({
    events: ['incomingCall', 'hangup', 'noCall'],
    widget: { DialCallStatus: 'completed', CallStatus: 'completed' },
  });
});

testOnCarriers('enqueue-call adds the call to a queue', async ({ publishFlow }) => {
  const properties = { queue_name: 'front & back', wait_url: 'https://clinic.example/music' };
  const { phone, outcome } = await publishFlow(voiceWidgetFlow('enqueue-call', properties));
  const outcomes = [
    ['bridged', 'callComplete'],
    ['redirected', 'callComplete'],
    ['queue-full', 'failedToEnqueue'],
    ['error', 'failedToEnqueue'],
    ['system-error', 'failedToEnqueue'],
  ] as const;
  for (const [result, event] of outcomes) {
    const call = await phone.call();
    expect([call.state, call.pendingVerb.text]).toEqual(['queued', 'front & back']);
    expect(call.pendingVerb.attributes.waitUrl).toBe('https://clinic.example/music');
    await call.leaveQueue(result);
    expect(call.prompts).toEqual([`by ${event}`]);
    expect((await outcome()).widget).toMatchObject({
      QueueResult: result,
      QueueTime: '5',
      CallSid: call.sid,
    });
  }
  const gone = await phone.call();
  await gone.hangUp();
  expect(await outcome()).toMatchObject({
    events: ['incomingCall', 'callFailure', 'noCall'],
    widget: { QueueResult: 'hangup' },
  });
});

test('enqueue-call sends the call to a workflow with its task', async ({ api }) => {
  const workflow_sid = `WW${'0'.repeat(32)}`;
  const properties = {
    workflow_sid,
    task_attributes: '{"from":"{{contact.channel.address}}"}',
    priority: 3,
    timeout: 60,
  };
  const { phone } = await publishVoiceFlow(api, voiceWidgetFlow('enqueue-call', properties));
  const call = await phone.call();
  expect(call.pendingVerb.attributes.workflowSid).toBe(workflow_sid);
  expect(call.pendingVerb.children).toMatchObject([
    { name: 'Task', attributes: { priority: '3', timeout: '60' }, text: `{"from":"${phone.number}"}` },
  ]);
});

testOnCarriers('connect-virtual-agent transfers the call and takes it back', async ({ publishFlow }) => {
  const properties = { connector: 'booking', language: 'en-US', sentiment_analysis: 'true' };
  const { phone, outcome } = await publishFlow(voiceWidgetFlow('connect-virtual-agent', properties));
  const call = await phone.call();
  expect([call.state, call.pendingVerb.children]).toMatchObject([
    'talking',
    [{ attributes: { connectorName: 'booking', language: 'en-US', sentimentAnalysis: 'true' } }],
  ]);
  await call.endVirtualAgent('live-agent-handoff', { VirtualAgentProviderData: '{"topic":"bill"}' });
  expect(call.prompts).toEqual(['by return']);
  expect((await outcome()).widget).toMatchObject({
    VirtualAgentStatus: 'live-agent-handoff',
    VirtualAgentProviderData: '{"topic":"bill"}',
  });
  const gone = await phone.call();
  await gone.hangUp();
  expect((await outcome()).events).toEqual(['incomingCall', 'hangup', 'noCall']);
});

testOnCarriers('connect-virtual-agent-v2 leaves by how the conversation ended', async ({ publishFlow }) => {
  const properties = {
    connector_name: 'booking',
    configurations: [{ key: 'voiceName', value: 'en-US-1' }],
    parameters: [{ key: 'caller', value: '{{contact.channel.address}}' }],
    status_callback: 'https://clinic.example/bot?a=1&b=2',
  };
  const { phone, outcome } = await publishFlow(voiceWidgetFlow('connect-virtual-agent-v2', properties));
  for (const status of ['completed', 'live-agent-handoff', 'failed', 'paused', 'timeout']) {
    const call = await phone.call();
    expect(call.pendingVerb.children).toMatchObject([
      {
        attributes: { connectorName: 'booking', statusCallback: 'https://clinic.example/bot?a=1&b=2' },
        children: [
          { name: 'Config', attributes: { name: 'voiceName', value: 'en-US-1' } },
          { name: 'Parameter', attributes: { name: 'caller', value: phone.number } },
        ],
      },
    ]);
    await call.endVirtualAgent(status);
    expect(call.prompts).toEqual([`by ${status}`]);
    expect((await outcome()).widget).toMatchObject({ VirtualAgentStatus: status });
  }
  const gone = await phone.call();
  await gone.hangUp();
  expect((await outcome()).events).toEqual(['incomingCall', 'hangup', 'noCall']);
});

test('connect-virtual-agent-v2 takes the call back at its timeout', async ({ api, whenSteps }) => {
  const properties = { connector_name: 'booking', timeout: 1 };
  const { flow, phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('connect-virtual-agent-v2', properties),
  );
  await phone.call();
  expect(await whenSteps(flow, 2, async () => (await outcome()).events)).toEqual(['incomingCall', 'timeout']);
});

test('enqueue-call sends an outgoing call to a workflow, where its contact hangs up', async ({
  api,
  carrier,
}) => {
  const workflow_sid = `WW${'0'.repeat(32)}`;
  const properties = { workflow_sid, task_attributes: '{"to":"{{contact.channel.address}}"}', priority: 3 };
  const { call, request, phone, outcome } = await answeredCall(
    api,
    carrier,
    outgoingCallFlow('enqueue-call', properties),
  );
  expect(call.pendingVerb).toMatchObject({
    attributes: { workflowSid: workflow_sid },
    children: [{ name: 'Task', attributes: { priority: '3' }, text: `{"to":"${phone.number}"}` }],
  });
  await call.hangUp();
  expect(await carrier.reportStatus(request, { CallStatus: 'completed', CallDuration: '10' })).toBe(204);
  expect(await outcome()).toMatchObject({
    events: ['incomingRequest', 'answered', 'callFailure', 'noCall'],
    widget: { QueueResult: 'hangup' },
  });
  expect(carrier.acceptedRequests).toHaveLength(1);
});

test('connect-virtual-agent leaves by hangup on an outgoing call', async ({ api, carrier }) => {
  const { call, request, outcome } = await answeredCall(
    api,
    carrier,
    outgoingCallFlow('connect-virtual-agent', { connector: 'booking' }),
  );
  expect(call.state).toBe('talking');
  expect(await carrier.reportStatus(request, { CallStatus: 'completed', CallDuration: '10' })).toBe(204);
  expect((await outcome()).events).toEqual(['incomingRequest', 'answered', 'hangup', 'noCall']);
});

test('connect-virtual-agent-v2 redirects the call at the carrier at its timeout', async ({
  api,
  carrier,
}) => {
  const properties = { connector_name: 'booking', timeout: 1 };
  const { call, flow, request, outcome } = await answeredCall(
    api,
    carrier,
    outgoingCallFlow('connect-virtual-agent-v2', properties),
  );
  expect(call.state).toBe('talking');
  const [back] = await carrier.waitForRequests(`Calls/${request.sid}.json`);
  expect(back?.fields).toEqual({ Url: flow.webhook_url, Method: 'POST' });
  await call.redirectTo(flow.webhook_url);
  expect([call.state, call.prompts]).toEqual(['over', ['by timeout']]);
  expect((await outcome()).events).toEqual(['incomingRequest', 'answered', 'timeout', 'audioComplete']);
});
