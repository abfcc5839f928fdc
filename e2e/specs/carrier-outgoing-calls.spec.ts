/** make-outgoing-call-v1 on a REST carrier; -v2 is tested with the other call widgets. */

import type { APIRequestContext } from 'playwright/test';
import { expect, startExecution, test } from '../carrier-fixtures.ts';
import type { CarrierRequest, RestCarrier } from '../external-systems/rest-carrier.ts';
import { type PublishedVoiceFlow, publishVoiceFlow, voiceWidgetFlow } from '../voice-flow.ts';

const calling = { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}', timeout: 25 };

/** Starts a flow that calls a new contact; returns the request to the carrier. */
async function ring(
  api: APIRequestContext,
  carrier: RestCarrier,
): Promise<PublishedVoiceFlow & { order: CarrierRequest }> {
  const before = carrier.acceptedRequests.filter(({ path }) => path === 'Calls.json').length;
  const line = await publishVoiceFlow(api, voiceWidgetFlow('make-outgoing-call-v1', calling), carrier);
  await startExecution(api, line.flow, line.phone.number);
  const order = (await carrier.waitForRequests('Calls.json', before + 1))[before];
  if (order === undefined) throw new Error('No call was ordered.');
  return { ...line, order };
}

test('make-outgoing-call-v1 is answered by a person and by a machine', async ({ api, carrier }) => {
  for (const [AnsweredBy, event] of [
    ['human', 'answered'],
    ['machine_start', 'answeredByMachine'],
  ] as const) {
    const { order, phone, outcome } = await ring(api, carrier);
    expect(order.fields).toMatchObject({ To: phone.number, Timeout: '25', MachineDetection: 'Enable' });
    expect(await carrier.reportStatus(order, { CallStatus: 'ringing' })).toBe(204);
    const call = await carrier.answerCall(order, { AnsweredBy });
    expect([call.state, call.prompts]).toEqual(['over', [`by ${event}`]]);
    expect(await outcome()).toMatchObject({
      events: ['incomingRequest', event, 'audioComplete'],
      widget: { CallSid: order.sid, AnsweredBy },
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
    const { order, outcome } = await ring(api, carrier);
    expect(await carrier.reportStatus(order, { CallStatus })).toBe(204);
    expect((await outcome()).events).toEqual(['incomingRequest', event, 'noCall']);
  }
});

test('make-outgoing-call-v1 leaves by failed when the carrier refuses the call', async ({ api, carrier }) => {
  carrier.rejectNext({ status: 400, code: 21211, message: 'Invalid number' });
  const { flow, phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('make-outgoing-call-v1', calling),
    carrier,
  );
  await startExecution(api, flow, phone.number);
  await expect.poll(async () => (await outcome()).events).toEqual(['incomingRequest', 'failed', 'noCall']);
  expect((await outcome()).widget).toMatchObject({ ErrorCode: '21211' });
  expect(carrier.acceptedRequests).toEqual([]);
});
