/** The messaging widgets on the built-in carrier: a phone at the webhook, and the status of messages by the API. */

import type { APIRequestContext } from 'playwright';
import { expect } from 'vitest';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { ask, flowOf, send, widget } from '#server/flows/testing/flows.ts';

import { Phone } from '../external-systems/phone.ts';
import { test } from './fixtures.ts';

const address = '+15005550006';
const contact = '+15005550321';

type Flow = { sid: string; webhook_url: string; account_sid: string };

async function publish(api: APIRequestContext, definition: FlowDefinition): Promise<Flow> {
  const response = await api.post(paths.flows, {
    form: { FriendlyName: 'Messages', Status: 'published', Definition: JSON.stringify(definition) },
  });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

async function begin(api: APIRequestContext, flow: Flow): Promise<string> {
  const response = await api.post(paths.executions(flow.sid), { form: { To: contact, From: address } });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).sid;
}

async function events(api: APIRequestContext, flow: Flow, execution: string): Promise<string[]> {
  const { steps } = await (await api.get(paths.steps(flow.sid, execution))).json();
  return steps.map(({ name }: { name: string }) => name).reverse();
}

async function newestMessage(api: APIRequestContext) {
  return (await (await api.get(paths.messages, { params: { To: contact } })).json()).messages[0];
}

const asking = widget(
  'send-and-wait-for-reply',
  'ask',
  { body: 'Well?', from: '{{flow.channel.address}}', timeout: '1' },
  { incomingMessage: null, timeout: null, deliveryFailure: null },
);

test('send-message leaves by sent, with its media', async ({ api }) => {
  const media_url = 'https://clinic.example/map.png';
  const properties = { body: 'See you', media_url, from: '{{flow.channel.address}}' };
  const flow = await publish(
    api,
    flowOf(widget('send-message', 'tell', properties, { sent: null, failed: null })),
  );
  expect(await events(api, flow, await begin(api, flow))).toEqual(['incomingRequest', 'sent']);
  expect(await newestMessage(api)).toMatchObject({ body: 'See you', media: [media_url], status: 'sent' });
});

test('send-message leaves by failed with an empty body', async ({ api }) => {
  const properties = { body: '{{flow.data.nothing}}', from: '{{flow.channel.address}}' };
  const flow = await publish(
    api,
    flowOf(widget('send-message', 'tell', properties, { sent: null, failed: null })),
  );
  expect(await events(api, flow, await begin(api, flow))).toEqual(['incomingRequest', 'failed']);
});

test('a content template is shown by its SID and variables', async ({ api }) => {
  const properties = {
    message_type: 'content_template',
    content_sid: 'HX1',
    content_variables: [{ key: '1', value: 'Monday' }],
    from: '{{flow.channel.address}}',
  };
  const flow = await publish(
    api,
    flowOf(widget('send-message', 'tell', properties, { sent: null, failed: null })),
  );
  expect(await events(api, flow, await begin(api, flow))).toEqual(['incomingRequest', 'sent']);
  expect((await newestMessage(api)).content).toEqual({ sid: 'HX1', variables: { 1: 'Monday' } });
});

test('send-and-wait-for-reply processes the reply', async ({ api }) => {
  const flow = await publish(
    api,
    flowOf(
      ask('ask', 'Your name?', 60, 'greet', null),
      send('greet', 'Hello {{widgets.ask.inbound.Body}}', null),
    ),
  );
  const execution = await begin(api, flow);
  const phone = new Phone({ webhook: flow.webhook_url, account: flow.account_sid, address }, contact);
  expect(await phone.sendMessage('Kim')).toEqual(['Hello Kim']);
  expect(await events(api, flow, execution)).toEqual(['incomingRequest', 'incomingMessage', 'sent']);
});

test('send-and-wait-for-reply leaves by timeout', async ({ api, whenSteps }) => {
  const flow = await publish(api, flowOf(asking));
  const execution = await begin(api, flow);
  expect(await whenSteps(flow, 2, () => events(api, flow, execution))).toEqual([
    'incomingRequest',
    'timeout',
  ]);
});

test('send-and-wait-for-reply leaves by deliveryFailure when its message is not delivered', async ({
  api,
}) => {
  const flow = await publish(
    api,
    flowOf({ ...asking, properties: { ...asking.properties, timeout: '3600' } }),
  );
  const execution = await begin(api, flow);
  const { sid } = await newestMessage(api);
  const form = { Status: 'undelivered', ErrorCode: '30003' };
  expect((await api.post(paths.message(sid), { form })).status()).toBe(200);
  expect(await events(api, flow, execution)).toEqual(['incomingRequest', 'deliveryFailure']);
  expect(await newestMessage(api)).toMatchObject({ status: 'undelivered', error_code: '30003' });
});
