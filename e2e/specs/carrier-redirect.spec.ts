/** add-markup-redirect on a REST carrier: only a request signed by its carrier returns a call or a conversation. */

import { flowOf, send, widget } from '#server/flows/testing/flows.ts';
import { answeredCall, outgoingCallFlow } from '../answered-call.ts';
import { address, expect, test } from '../carrier-fixtures.ts';
import { post } from '../external-systems/webhook-client.ts';
import { publishVoiceFlow, voiceWidgetFlow } from '../voice-flow.ts';

for (const method of ['POST', 'GET']) {
  test(`add-markup-redirect transfers a call, and the carrier is redirected back by ${method}`, async ({
    api,
    carrier,
    receiver,
  }) => {
    const away = voiceWidgetFlow('add-markup-redirect', { url: `${receiver.url}/ask`, method });
    const { flow, phone, outcome } = await publishVoiceFlow(api, away, carrier);
    const url = `${flow.webhook_url}?FlowEvent=return&amp;SpeechResult=to%20morrow`;
    const back = `<Redirect method="${method}">${url}</Redirect>`;
    receiver.respondWith('/ask', { text: `<Response><Say>From elsewhere</Say>${back}</Response>` });
    const call = await phone.call();
    expect([call.state, call.prompts]).toEqual(['over', ['From elsewhere', 'by return']]);
    expect(await outcome()).toMatchObject({
      events: ['incomingCall', 'return', 'audioComplete'],
      widget: { SpeechResult: 'to morrow', CallSid: call.sid },
    });
    const [asked] = await receiver.waitForRequests(1);
    expect(asked?.method).toBe(method);
    expect(carrier.acceptedRequests).toEqual([]);
  });
}

test('add-markup-redirect keeps an outgoing call until its return is signed', async ({
  api,
  carrier,
  receiver,
}) => {
  receiver.respondWith('/keep', { text: '<Response><Gather action="/never"/></Response>' });
  const away = outgoingCallFlow('add-markup-redirect', { url: `${receiver.url}/keep` });
  const { call, flow, request, phone, outcome } = await answeredCall(api, carrier, away);
  expect(call.state).toBe('gathering');
  const back = `${flow.webhook_url}?FlowEvent=return&score=5`;
  const form = { CallSid: request.sid, From: address, To: phone.number, CallStatus: 'in-progress' };
  expect((await api.post(back, { form })).status()).toBe(403);
  expect((await outcome()).events).toEqual(['incomingRequest', 'answered']);
  await call.redirectTo(back);
  expect([call.state, call.prompts]).toEqual(['over', ['by return']]);
  expect(await outcome()).toMatchObject({
    events: ['incomingRequest', 'answered', 'return', 'audioComplete'],
    widget: { score: '5', CallSid: request.sid },
  });
});

test('add-markup-redirect leaves by fail when the carrier posts that it could not reach the application', async ({
  api,
  carrier,
  receiver,
}) => {
  const ErrorUrl = `${receiver.url}/gone`;
  receiver.respondWith('/gone', { text: '<Response><Gather action="/never"/></Response>' });
  const { flow, phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('add-markup-redirect', { url: ErrorUrl }),
    carrier,
  );
  const { sid: CallSid } = await phone.call();
  const fields = {
    CallSid,
    From: phone.number,
    To: address,
    CallStatus: 'in-progress',
    ErrorCode: '11200',
    ErrorUrl,
  };
  const { children } = await post(flow.webhook_url, fields, phone.line.sign);
  expect(children[0]).toMatchObject({ name: 'Say', text: 'by fail' });
  expect(await outcome()).toMatchObject({
    events: ['incomingCall', 'fail'],
    widget: { ErrorCode: '11200', ErrorUrl },
  });
});

test('add-markup-redirect transfers a conversation, and it returns', async ({ api, carrier, receiver }) => {
  const away = { url: `${receiver.url}/chat` };
  const definition = flowOf(
    send('hello', 'One moment', 'w'),
    widget('add-markup-redirect', 'w', away, { return: 'bye', timeout: null, fail: null }),
    send('bye', 'You said {{widgets.w.score}}', null),
  );
  const { flow, phone, outcome } = await publishVoiceFlow(api, definition, carrier);
  receiver.respondWith('/chat', { text: '<Response><Message>How was it?</Message></Response>' });
  expect(await phone.sendMessage('Hi')).toEqual(['One moment', 'How was it?']);
  const back = `${flow.webhook_url}?FlowEvent=return&amp;score=4`;
  receiver.respondWith('/chat', { text: `<Response><Redirect>${back}</Redirect></Response>` });
  expect(await phone.sendMessage('4')).toEqual(['You said 4']);
  expect(await outcome()).toMatchObject({
    events: ['incomingMessage', 'sent', 'return', 'sent'],
    widget: { score: '4', From: phone.number },
  });
  expect(carrier.acceptedRequests).toEqual([]);
});
