/** make-outgoing-call-v1 on a REST carrier; -v2 is tested with the other call widgets. */

import type { APIRequestContext } from 'playwright';
import { expect } from 'vitest';
import { startExecution } from '../carrier-flow.ts';
import type { CarrierRequest, RestCarrier } from '../external-systems/rest-carrier.ts';
import { test } from './fixtures.ts';
import { type PublishedVoiceFlow, publishVoiceFlow, voiceWidgetFlow } from './voice-flow.ts';

const calling = { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}', timeout: 25 };

/** Starts a flow that calls a new contact; returns the request to the carrier. */
async function ring(
  api: APIRequestContext,
  carrier: RestCarrier,
): Promise<PublishedVoiceFlow & { request: CarrierRequest }> {
  const before = carrier.acceptedRequests.filter(({ path }) => path === 'Calls.json').length;
  const line = await publishVoiceFlow(api, voiceWidgetFlow('make-outgoing-call-v1', calling), carrier);
  await startExecution(api, line.flow, line.phone.number);
  const request = (await carrier.waitForRequests('Calls.json', before + 1))[before];
  if (request === undefined) throw new Error('The carrier got no call request.');
  return { ...line, request };
}

test('make-outgoing-call-v1 is answered by a person and by a machine', async ({ api, carrier }) => {
  for (const [AnsweredBy, event] of [
    ['human', 'answered'],
    ['machine_start', 'answeredByMachine'],
  ] as const) {
    const { request, phone, outcome } = await ring(api, carrier);
    expect(request.fields).toMatchObject({ To: phone.number, Timeout: '25', MachineDetection: 'Enable' });
    expect(await carrier.reportStatus(request, { CallStatus: 'ringing' })).toBe(204);
    const call = await carrier.answerCall(request, { AnsweredBy });
    expect([call.state, call.prompts]).toEqual(['over', [`by ${event}`]]);
    expect(await outcome()).toMatchObject({
      events: ['incomingRequest', event, 'audioComplete'],
      widget: { CallSid: request.sid, AnsweredBy },
    });
  }
});

test('make-outgoing-call-v1 leaves by busy, noAnswer, failed and hangup', async ({ api, carrier }) => {
  for (const [CallStatus, event] of [
    ['busy', 'busy'],
    ['no-answer', 'noAnswer'],
    ['failed', 'failed'],
    ['completed', 'hangup'],
  ] as const) {
    const { request, outcome } = await ring(api, carrier);
    expect(await carrier.reportStatus(request, { CallStatus })).toBe(204);
    expect((await outcome()).events).toEqual(['incomingRequest', event, 'noCall']);
  }
});

test('make-outgoing-call-v1 leaves by failed when the carrier refuses the call', async ({
  api,
  carrier,
  whenSteps,
}) => {
  carrier.rejectNext({ status: 400, code: 21211, message: 'Invalid number' });
  const { flow, phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('make-outgoing-call-v1', calling),
    carrier,
  );
  await startExecution(api, flow, phone.number);
  expect(await whenSteps(flow, 3, async () => (await outcome()).events)).toEqual([
    'incomingRequest',
    'failed',
    'noCall',
  ]);
  expect((await outcome()).widget).toMatchObject({ ErrorCode: '21211' });
  expect(carrier.acceptedRequests).toEqual([]);
});
