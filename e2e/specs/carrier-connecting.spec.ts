/** Calls of a REST carrier that are connected to others: enqueue-call and both virtual agents. */

import { answeredCall, outgoingCallFlow } from '../answered-call.ts';
import { expect, test } from '../carrier-fixtures.ts';
import { publishVoiceFlow, voiceWidgetFlow } from '../voice-flow.ts';

test('enqueue-call adds a call to the carrier’s queue, and leaves by the queue result', async ({
  api,
  carrier,
}) => {
  const properties = { queue_name: 'front & back', wait_url: 'https://clinic.example/music' };
  const { phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('enqueue-call', properties),
    carrier,
  );
  for (const [result, event] of [
    ['bridged', 'callComplete'],
    ['queue-full', 'failedToEnqueue'],
  ] as const) {
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
  expect(carrier.acceptedRequests).toEqual([]);
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

test('connect-virtual-agent transfers the call and takes it back', async ({ api, carrier }) => {
  const properties = { connector: 'booking', language: 'en-US', sentiment_analysis: 'true' };
  const { phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('connect-virtual-agent', properties),
    carrier,
  );
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

test('connect-virtual-agent-v2 leaves by how the conversation ended', async ({ api, carrier }) => {
  const properties = {
    connector_name: 'booking',
    parameters: [{ key: 'caller', value: '{{contact.channel.address}}' }],
  };
  const { phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('connect-virtual-agent-v2', properties),
    carrier,
  );
  for (const status of ['completed', 'live-agent-handoff', 'failed']) {
    const call = await phone.call();
    expect(call.pendingVerb.children).toMatchObject([
      {
        attributes: { connectorName: 'booking' },
        children: [{ name: 'Parameter', attributes: { name: 'caller', value: phone.number } }],
      },
    ]);
    await call.endVirtualAgent(status);
    expect(call.prompts).toEqual([`by ${status}`]);
    expect((await outcome()).widget).toMatchObject({ VirtualAgentStatus: status });
  }
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
