/**
 * add-markup-redirect: a call or conversation is transferred to another application and returns; on a REST carrier only by a
 * request that it has signed.
 */

import { expect } from 'vitest';
import { flowOf, send, widget } from '#server/flows/testing/flows.ts';
import { address } from '../carrier-flow.ts';
import type { HttpReceiver } from '../external-systems/http-receiver.ts';
import { post } from '../external-systems/webhook-client.ts';
import { answeredCall, outgoingCallFlow } from './answered-call.ts';
import { test } from './fixtures.ts';
import { publishVoiceFlow, testOnCarriers, voiceWidgetFlow } from './voice-flow.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Has the application respond with that markup at the path, and then return with these parameters. */
function giveBack(
  receiver: HttpReceiver,
  webhook: string,
  path: string,
  markup: string,
  query: string,
): void {
  const url = escaped(`${webhook}?FlowEvent=return&${query}`);
  receiver.respondWith(path, { text: `<Response>${markup}<Redirect>${url}</Redirect></Response>` });
}

testOnCarriers('a call is transferred and returns with parameters', async ({ publishFlow, receiver }) => {
  const properties = { url: `${receiver.url}/ask?day={{flow.sid}}`, method: 'POST', timeout: '600' };
  const { flow, phone, outcome } = await publishFlow(voiceWidgetFlow('add-markup-redirect', properties));
  giveBack(receiver, flow.webhook_url, '/ask', '<Say>From elsewhere</Say>', 'SpeechResult=to%20morrow&n=2');
  const call = await phone.call();
  expect([call.state, call.prompts]).toEqual(['over', ['From elsewhere', 'by return']]);
  const { events, widget } = await outcome();
  expect(events).toEqual(['incomingCall', 'return', 'audioComplete']);
  expect(widget).toMatchObject({ SpeechResult: 'to morrow', n: '2', CallSid: call.sid });
  expect(widget).not.toHaveProperty('FlowEvent');
  const [asked] = await receiver.waitForRequests(1);
  expect(asked).toMatchObject({ method: 'POST', form: { CallSid: call.sid, From: phone.number } });
});

testOnCarriers(
  'a call is transferred by GET, and a repeated return changes nothing',
  async ({ publishFlow, receiver }) => {
    const definition = flowOf(
      widget(
        'add-markup-redirect',
        'w',
        { url: `${receiver.url}/ask`, method: 'GET' },
        { return: 'menu', timeout: null, fail: null },
      ),
      widget('gather-input-on-call', 'menu', { say: 'And now?', loop: 1 }, { keypress: null }),
    );
    const { flow, phone, outcome } = await publishFlow(definition);
    giveBack(receiver, flow.webhook_url, '/ask', '', 'score=5');
    const call = await phone.call();
    expect([call.state, call.prompts]).toEqual(['gathering', ['And now?']]);
    await call.repeatReport();
    expect(await outcome()).toMatchObject({ events: ['incomingCall', 'return'], widget: { score: '5' } });
    expect((await receiver.waitForRequests(1))[0]?.method).toBe('GET');
  },
);

test('a call leaves by fail when the application is unreachable, and by timeout when it keeps the call', async ({
  api,
  whenSteps,
  receiver,
}) => {
  const gone = await publishVoiceFlow(
    api,
    voiceWidgetFlow('add-markup-redirect', { url: `${receiver.url}/gone` }),
  );
  const url = escaped(`${gone.flow.webhook_url}?ErrorCode=11200&ErrorUrl=${receiver.url}/gone`);
  // Carriers do this themselves when a URL fails and a fallback URL is set.
  receiver.respondWith('/gone', {
    text: `<Response><Redirect>${url}&amp;FlowEvent=fail</Redirect></Response>`,
  });
  const call = await gone.phone.call();
  expect(call.prompts).toEqual(['by fail']);
  expect((await gone.outcome()).widget).toMatchObject({ ErrorCode: '11200' });

  const kept = await publishVoiceFlow(
    api,
    voiceWidgetFlow('add-markup-redirect', { url: `${receiver.url}/keep`, timeout: '1' }),
  );
  receiver.respondWith('/keep', { text: '<Response><Gather action="/never"/></Response>' });
  await kept.phone.call();
  expect(await whenSteps(kept.flow, 2, async () => (await kept.outcome()).events)).toEqual([
    'incomingCall',
    'timeout',
  ]);

  const none = await publishVoiceFlow(
    api,
    voiceWidgetFlow('add-markup-redirect', { url: '{{flow.data.none}}' }),
  );
  expect((await none.phone.call()).prompts).toEqual(['by fail']);
});

testOnCarriers(
  'a conversation is transferred, continues there, and returns',
  async ({ publishFlow, receiver }) => {
    const definition = flowOf(
      send('hello', 'One moment', 'w'),
      widget(
        'add-markup-redirect',
        'w',
        { url: `${receiver.url}/chat` },
        { return: 'bye', timeout: null, fail: null },
      ),
      send('bye', 'You said {{widgets.w.score}}', null),
    );
    const { flow, phone, outcome } = await publishFlow(definition);
    receiver.respondWith('/chat', { text: '<Response><Message>How was it, 1 to 5?</Message></Response>' });
    expect(await phone.sendMessage('Hi')).toEqual(['One moment', 'How was it, 1 to 5?']);
    expect(await phone.sendMessage('What?')).toEqual(['How was it, 1 to 5?']);
    giveBack(receiver, flow.webhook_url, '/chat', '<Message>Thanks</Message>', 'score=4');
    expect(await phone.sendMessage('4')).toEqual(['Thanks', 'You said 4']);
    expect(await outcome()).toMatchObject({
      events: ['incomingMessage', 'sent', 'return', 'sent'],
      widget: { score: '4', Body: '4', From: phone.number },
    });
  },
);

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
