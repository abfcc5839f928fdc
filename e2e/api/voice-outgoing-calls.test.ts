/** make-outgoing-call-v1 and -v2 on the built-in carrier, with the phone that they call. */

import type { APIRequestContext } from 'playwright';
import { expect } from 'vitest';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';

import { startExecution } from '../carrier-flow.ts';
import { test } from './fixtures.ts';
import { type PublishedVoiceFlow, publishVoiceFlow, voiceWidgetFlow } from './voice-flow.ts';

/** Starts the flow by REST, which calls the phone; returns the SID of the call. */
async function ring(
  api: APIRequestContext,
  definition: FlowDefinition,
): Promise<PublishedVoiceFlow & { sid: string }> {
  const line = await publishVoiceFlow(api, definition);
  await startExecution(api, line.flow, line.phone.number);
  const { calls } = await (await api.get(paths.calls, { params: { Status: 'ringing' } })).json();
  return { ...line, sid: calls[0].sid };
}

const detecting = {
  from: '{{flow.channel.address}}',
  to: '{{contact.channel.address}}',
  detect_answering_machine: true,
  machine_detection: 'DetectMessageEnd',
};

for (const type of ['make-outgoing-call-v2', 'make-outgoing-call-v1']) {
  test(`${type} is answered and plays its prompt`, async ({ api }) => {
    const { phone, sid, outcome } = await ring(api, voiceWidgetFlow(type, detecting));
    const call = await phone.answer(sid, undefined, { AnsweredBy: 'human', MachineDetectionDuration: '900' });
    expect([call.state, call.prompts]).toEqual(['over', ['by answered']]);
    expect(await outcome()).toMatchObject({
      events: ['incomingRequest', 'answered', 'audioComplete'],
      widget: { CallSid: sid, CallStatus: 'in-progress', AnsweredBy: 'human', Direction: 'outbound-api' },
    });
  });

  test(`${type} leaves by busy, noAnswer and failed`, async ({ api }) => {
    const outcomes = [
      ['busy', 'busy'],
      ['no-answer', 'noAnswer'],
      ['failed', 'failed'],
    ] as const;
    for (const [status, event] of outcomes) {
      const { phone, sid, outcome } = await ring(api, voiceWidgetFlow(type, detecting));
      await phone.refuse(sid, status);
      expect(await outcome()).toMatchObject({
        events: ['incomingRequest', event, 'noCall'],
        widget: { CallStatus: status },
      });
    }
  });
}

test('make-outgoing-call-v2 detects an answering machine', async ({ api }) => {
  const { phone, sid, outcome } = await ring(api, voiceWidgetFlow('make-outgoing-call-v2', detecting));
  await phone.answer(sid, undefined, { AnsweredBy: 'machine_end_beep' });
  expect(await outcome()).toMatchObject({
    events: ['incomingRequest', 'answered', 'audioComplete'],
    widget: { AnsweredBy: 'machine_end_beep' },
  });
});

test('make-outgoing-call-v1 leaves by answeredByMachine, and by hangup', async ({ api }) => {
  const machine = await ring(api, voiceWidgetFlow('make-outgoing-call-v1', detecting));
  const call = await machine.phone.answer(machine.sid, undefined, { AnsweredBy: 'machine_start' });
  expect(call.prompts).toEqual(['by answeredByMachine']);
  const hasty = await ring(api, voiceWidgetFlow('make-outgoing-call-v1', detecting));
  await hasty.phone.refuse(hasty.sid, 'completed');
  expect((await hasty.outcome()).events).toEqual(['incomingRequest', 'hangup', 'noCall']);
});
