/** The protocol with a REST carrier: requests, status callbacks, and rejection of unsigned posts. */

import { expect } from 'vitest';
import { paths } from '#api/paths.ts';
import { ask, flowOf, send, widget } from '#server/flows/testing/flows.ts';
import {
  address,
  contact,
  executionContext,
  firstRequest,
  publish,
  startExecution,
  widgetEvents,
} from '../carrier-flow.ts';
import { test } from './fixtures.ts';

test('send-message is requested from the carrier and continues once accepted', async ({
  api,
  carrier,
  whenSteps,
}) => {
  const media_url = 'https://clinic.example/map.png';
  const flow = await publish(
    api,
    flowOf(
      widget(
        'send-message',
        'tell',
        { body: 'See you', media_url, from: '{{flow.channel.address}}', to: '{{contact.channel.address}}' },
        { sent: null, failed: null },
      ),
    ),
  );
  const execution = await startExecution(api, flow);
  const [request] = await carrier.waitForRequests('Messages.json');
  expect(request?.fields).toMatchObject({ From: address, To: contact, Body: 'See you', MediaUrl: media_url });
  expect(request?.headers['idempotency-key']).toBeTruthy();
  expect(await whenSteps(flow, 2, () => widgetEvents(api, flow, execution))).toEqual([
    'incomingRequest',
    'sent',
  ]);
  expect((await executionContext(api, flow, execution)).widgets.tell.outbound).toMatchObject({
    Sid: request?.sid,
    Status: 'queued',
    NumMedia: '1',
  });
});

test('send-message leaves by failed with the carrier’s code, without a retry', async ({
  api,
  carrier,
  whenSteps,
}) => {
  const flow = await publish(api, flowOf(send('tell', 'See you', null)));
  carrier.rejectNext({ status: 400, code: 21211, message: 'Invalid number' });
  const execution = await startExecution(api, flow);
  expect(await whenSteps(flow, 2, () => widgetEvents(api, flow, execution))).toEqual([
    'incomingRequest',
    'failed',
  ]);
  const { widgets } = await executionContext(api, flow, execution);
  expect(widgets.tell.outbound).toMatchObject({ ErrorCode: '21211', ErrorMessage: 'Invalid number' });
  expect(carrier.acceptedRequests).toEqual([]);
});

test('send-message is retried when the carrier is busy, and never after an ambiguous failure', async ({
  api,
  carrier,
  whenSteps,
}) => {
  const flow = await publish(api, flowOf(send('tell', 'See you', null)));
  carrier.rejectNext({ status: 429 });
  const first = await startExecution(api, flow);
  expect(await whenSteps(flow, 2, () => widgetEvents(api, flow, first))).toEqual(['incomingRequest', 'sent']);
  expect(await carrier.waitForRequests('Messages.json')).toHaveLength(1);
  carrier.rejectNext({ status: 500 });
  const second = await startExecution(api, flow, '+15005550124');
  expect(await whenSteps(flow, 2, () => widgetEvents(api, flow, second))).toEqual([
    'incomingRequest',
    'failed',
  ]);
  expect(carrier.acceptedRequests).toHaveLength(1);
});

test('a content template is sent to the carrier with its variables', async ({ api, carrier }) => {
  const flow = await publish(
    api,
    flowOf(
      widget(
        'send-message',
        'tell',
        {
          message_type: 'content_template',
          content_sid: 'HX1',
          content_variables: [{ key: '1', value: '{{contact.channel.address}}' }],
          from: 'MG00000000000000000000000000000001',
        },
        { sent: null, failed: null },
      ),
    ),
  );
  await startExecution(api, flow);
  const [request] = await carrier.waitForRequests('Messages.json');
  expect(request?.fields).toMatchObject({
    MessagingServiceSid: 'MG00000000000000000000000000000001',
    ContentSid: 'HX1',
    ContentVariables: JSON.stringify({ 1: contact }),
  });
  expect(request?.fields).not.toHaveProperty('Body');
});

test('send-and-wait-for-reply sends by REST, and the response to a reply is markup', async ({
  api,
  carrier,
}) => {
  const flow = await publish(
    api,
    flowOf(
      ask('ask', 'Your name?', 60, 'greet', null),
      send('greet', 'Hello {{widgets.ask.inbound.Body}}', null),
    ),
  );
  const execution = await startExecution(api, flow);
  await carrier.waitForRequests('Messages.json');
  const phone = carrier.phone(flow.webhook_url, address, contact);
  expect(await phone.sendMessage('Kim')).toEqual(['Hello Kim']);
  expect(await widgetEvents(api, flow, execution)).toEqual(['incomingRequest', 'incomingMessage', 'sent']);
  expect(carrier.acceptedRequests).toHaveLength(1);
});

test('send-and-wait-for-reply leaves by timeout without a reply, and a late reply starts a new execution', async ({
  api,
  carrier,
  whenSteps,
}) => {
  const flow = await publish(
    api,
    flowOf(ask('ask', 'Your name?', 1, null, 'late'), send('late', 'Too late', null)),
  );
  const execution = await startExecution(api, flow);
  expect(await whenSteps(flow, 3, () => widgetEvents(api, flow, execution))).toEqual([
    'incomingRequest',
    'timeout',
    'sent',
  ]);
  // A message after a timeout cannot be in a webhook response, so it is sent by REST.
  expect(carrier.acceptedRequests.map(({ fields }) => fields.Body)).toEqual(['Your name?', 'Too late']);
  expect(await carrier.phone(flow.webhook_url, address, contact).sendMessage('Kim')).toEqual(['Your name?']);
  expect(await widgetEvents(api, flow, execution)).toEqual(['incomingRequest', 'timeout', 'sent']);
});

test('send-and-wait-for-reply leaves by deliveryFailure when the carrier reports it', async ({
  api,
  carrier,
}) => {
  const flow = await publish(
    api,
    flowOf(
      widget(
        'send-and-wait-for-reply',
        'ask',
        { body: 'Well?', from: '{{flow.channel.address}}', timeout: '3600' },
        { incomingMessage: null, timeout: null, deliveryFailure: null },
      ),
    ),
  );
  const execution = await startExecution(api, flow);
  const request = await firstRequest(carrier, 'Messages.json');
  expect(await carrier.reportStatus(request, { MessageStatus: 'sent' })).toBe(204);
  expect(await widgetEvents(api, flow, execution)).toEqual(['incomingRequest']);
  const forged = await carrier.reportStatus(
    request,
    { MessageStatus: 'undelivered' },
    { 'x-twilio-signature': 'no' },
  );
  expect(forged).toBe(403);
  expect(await carrier.reportStatus(request, { MessageStatus: 'undelivered' }, {})).toBe(403);
  expect(await widgetEvents(api, flow, execution)).toEqual(['incomingRequest']);
  expect(await carrier.reportStatus(request, { MessageStatus: 'queued' })).toBe(204);
  expect(await carrier.reportStatus(request, { MessageStatus: 'undelivered', ErrorCode: '30003' })).toBe(204);
  expect(await carrier.reportStatus(request, { MessageStatus: 'delivered' })).toBe(204);
  expect(await widgetEvents(api, flow, execution)).toEqual(['incomingRequest', 'deliveryFailure']);
  expect((await executionContext(api, flow, execution)).widgets.ask.outbound.ErrorCode).toBe('30003');
});

test('an inbound message without the carrier’s signature starts nothing', async ({ api, carrier }) => {
  const flow = await publish(api, flowOf(ask('ask', 'Your name?', 60, null, null)));
  const form = { From: contact, To: address, Body: 'Hi', MessageSid: `SM${'9'.repeat(32)}` };
  const response = await api.post(flow.webhook_url, { form });
  expect(response.status()).toBe(403);
  const { executions } = await (await api.get(paths.executions(flow.sid))).json();
  expect(executions).toEqual([]);
  expect(await carrier.phone(flow.webhook_url, address, contact).sendMessage('Hi')).toEqual(['Your name?']);
});

const callFlow = flowOf(
  widget(
    'make-outgoing-call-v2',
    'ring',
    { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}', timeout: 30 },
    { answered: 'talk', busy: null, noAnswer: null, failed: null },
  ),
  widget('say-play', 'talk', { say: 'Good morning' }, { audioComplete: null }),
);

test('a call is placed, answered, plays its prompt and ends', async ({ api, carrier }) => {
  const flow = await publish(api, callFlow);
  const execution = await startExecution(api, flow);
  const request = await firstRequest(carrier, 'Calls.json');
  expect(request.fields).toMatchObject({ From: address, To: contact, Timeout: '30' });
  expect(request.fields.StatusCallbackEvent).toBe('initiated ringing answered completed');
  expect(await carrier.reportStatus(request, { CallStatus: 'ringing' })).toBe(204);
  const call = await carrier.answerCall(request);
  expect(call.prompts).toEqual(['Good morning']);
  expect(call.state).toBe('over');
  expect(await carrier.reportStatus(request, { CallStatus: 'completed' })).toBe(204);
  expect(await widgetEvents(api, flow, execution)).toEqual(['incomingRequest', 'answered', 'audioComplete']);
  expect((await executionContext(api, flow, execution)).widgets.ring.CallSid).toBe(request.sid);
});

for (const [status, event] of [
  ['busy', 'busy'],
  ['no-answer', 'noAnswer'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
] as const) {
  test(`a call that the carrier reports as ${status} leaves by ${event}`, async ({ api, carrier }) => {
    const flow = await publish(api, callFlow);
    const execution = await startExecution(api, flow);
    const request = await firstRequest(carrier, 'Calls.json');
    expect(await carrier.reportStatus(request, { CallStatus: status })).toBe(204);
    expect(await carrier.reportStatus(request, { CallStatus: 'in-progress' })).toBe(204);
    expect(await widgetEvents(api, flow, execution)).toEqual(['incomingRequest', event]);
  });
}

test('ending an execution by REST ends its call at the carrier', async ({ api, carrier }) => {
  const flow = await publish(
    api,
    flowOf(
      ...callFlow.states.slice(1, 2),
      widget(
        'gather-input-on-call',
        'talk',
        { say: 'Press one' },
        { keypress: null, speech: null, timeout: null },
      ),
    ),
  );
  const execution = await startExecution(api, flow);
  const request = await firstRequest(carrier, 'Calls.json');
  const call = await carrier.answerCall(request);
  expect(call.state).toBe('gathering');
  await api.post(paths.execution(flow.sid, execution), { form: { Status: 'ended' } });
  const [end] = await carrier.waitForRequests(`Calls/${request.sid}.json`);
  expect(end?.fields).toEqual({ Status: 'completed' });
});
