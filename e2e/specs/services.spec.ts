/** Services: endpoints are set, tested and reset; resources of the built-in services are listed. */

import { paths } from '#api/paths.ts';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { expect, test } from '../account-fixtures.ts';
import { HttpReceiver } from '../external-systems/http-receiver.ts';
import { Phone } from '../external-systems/phone.ts';
import { lineOf, storeFlow } from '../stored-flow.ts';

const widget = (type: string, name: string, properties: object, next: string | null): State => ({
  name,
  type,
  properties: { offset: { x: 0, y: 0 }, ...properties },
  transitions: [{ event: 'success', ...(next !== null && { next }) }, { event: 'failed' }],
});

/** Creates a channel with the contact, a sync object and a task. */
const visiting: FlowDefinition = {
  description: 'A visitor comes',
  initial_state: 'Trigger',
  flags: { allow_concurrent_calls: true },
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      properties: { offset: { x: 0, y: 0 } },
      transitions: ['incomingMessage', 'incomingRequest'].map((event) => ({ event, next: 'open' })),
    },
    widget('create-chat-channel', 'open', { friendly_name: 'Visit', unique_name: 'visit-1' }, 'add'),
    widget('add-member-to-chat-channel', 'add', { channel: '{{widgets.open.sid}}' }, 'share'),
    widget('update-sync-object', 'share', { name: 'waiting-room', data: '{"guests":1}' }, 'ask'),
    widget('create-task', 'ask', { workflow: 'office', attributes: '{"why":"a visit"}' }, null),
  ],
};

test('resources of the built-in services are listed, and a task is completed', { tag: '@journey' }, async ({
  signedIn: page,
  api,
}) => {
  const flow = await storeFlow(api, { name: 'Visit', definition: visiting });
  await page.goto('/settings/services?show=channels');
  await expect(page.getByText('No chat channels')).toBeVisible();
  await new Phone(lineOf(flow), '+15005557001').sendMessage('I am here');

  await page.reload();
  const channel = page.getByRole('article', { name: 'Visit' });
  await expect(channel).toContainText('visit-1');
  await expect(channel).toContainText('+15005557001');
  await page.getByRole('tab', { name: 'Sync objects' }).click();
  await expect(page.getByRole('article', { name: 'waiting-room' })).toContainText('guests');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await expect(page).toHaveURL(/show=tasks/);
  const task = page.getByRole('article', { name: 'ask' });
  await expect(task).toContainText('a visit');
  await task.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('No open tasks')).toBeVisible();
});

test('an endpoint is set, tested, called by a flow, and reset', { tag: '@journey' }, async ({
  signedIn: page,
  api,
}) => {
  const peer = await HttpReceiver.start();
  peer.respondWith('/chat', { json: { sid: 'CH-of-mine' } });
  const flow = await storeFlow(api, { name: 'Visit', definition: visiting });
  await page.goto('/settings/services');
  const chat = page.getByRole('region', { name: 'Chat' });
  await expect(chat).toContainText('Built-in');
  await chat.getByRole('textbox', { name: 'URL' }).fill(`${peer.url}/chat`);
  await chat.getByLabel('Secret').fill('open-sesame');
  await chat.getByRole('button', { name: 'Save' }).click();
  await expect(chat).toContainText('Your endpoint');
  await chat.getByRole('button', { name: 'Send test request' }).click();
  await expect(chat.getByText('Response status 200.')).toBeVisible();
  await expect(chat.getByRole('treegrid')).toContainText('CH-of-mine');
  const [trial] = await peer.waitForRequests(1);
  expect(trial?.headers.authorization).toBe('Bearer open-sesame');

  const started = await api.post(paths.executions(flow.sid), {
    form: { To: '+15005557002', From: '+15005550006' },
  });
  expect(started.status()).toBe(201);
  const asked = await peer.waitForRequests(3);
  expect(asked.map(({ body }) => JSON.parse(body).action)).toEqual([
    'create-channel',
    'create-channel',
    'add-member',
  ]);
  expect(JSON.parse(asked[2]?.body ?? '{}').channel).toBe('CH-of-mine');

  await chat.getByRole('textbox', { name: 'URL' }).fill('');
  await chat.getByRole('button', { name: 'Save' }).click();
  await expect(chat).toContainText('Built-in');
  await peer.stop();
});
