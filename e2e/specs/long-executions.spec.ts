/** Executions with many steps and with large variables: only a part of them is drawn, and all of it can be reached. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { expect, test } from '../account-fixtures.ts';
import { Phone } from '../external-systems/phone.ts';
import { flowNumber, lineOf, startFlow, storeFlow } from '../stored-flow.ts';

const steps = (page: Page) => page.getByLabel(/^Step \d+, /);
const contact = '+15005557001';

/** Asks and keeps the reply, again and again: two steps of each message. */
const loop: FlowDefinition = {
  description: '',
  initial_state: 'Trigger',
  states: [
    { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingRequest', next: 'ask' }] },
    {
      name: 'ask',
      type: 'send-and-wait-for-reply',
      properties: { body: 'And now?', timeout: '3600', from: '{{flow.channel.address}}' },
      transitions: [
        { event: 'incomingMessage', next: 'keep' },
        { event: 'timeout' },
        { event: 'deliveryFailure' },
      ],
    },
    {
      name: 'keep',
      type: 'set-variables',
      properties: { variables: [{ key: 'last', value: '{{widgets.ask.inbound.Body}}' }] },
      transitions: [{ event: 'next', next: 'ask' }],
    },
  ],
};

test('of many steps those in view are drawn; the slider and the list reach each, and it goes on live', {
  tag: '@journey',
}, async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Loop', definition: loop });
  const execution = await startFlow(api, flow, contact);
  const phone = new Phone(lineOf(flow), contact);
  for (let nth = 1; nth <= 60; nth += 1) await phone.sendMessage(`reply ${nth}`);
  await page.goto(`/flows/${flow.sid}/executions/${execution.sid}`);
  const list = page.getByRole('region', { name: 'Steps', exact: true });
  await expect(list.getByText('121', { exact: true }).first()).toBeVisible();
  await expect(page.getByLabel(/^Step 121, /)).toBeInViewport();
  await expect.poll(() => steps(page).count()).toBeLessThan(80);

  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await expect(page.getByLabel(/^Step 1, /)).toBeInViewport();
  await expect(page.getByLabel(/^Step 1, /)).toHaveAttribute('aria-current', 'step');
  await expect(page).toHaveURL(/step=1$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/step=3$/);
  await expect(
    page.getByRole('region', { name: 'Context after step 3' }).getByText('"reply 1"').first(),
  ).toBeVisible();

  await phone.sendMessage('the last one');
  await expect(list.getByText('123', { exact: true }).first()).toBeVisible();
  await expect(page.getByLabel(/^Step 3, /)).toBeInViewport();
  await page.keyboard.press('End');
  await expect(page.getByLabel(/^Step 123, /)).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Context after step 123' })).toBeVisible();
});

test('a context of a megabyte is shown a part at a time', async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Loop', definition: loop });
  const orders = Array.from({ length: 9_000 }, (_, nth) => ({ nth, note: 'x'.repeat(80) }));
  const started = await api.post(paths.executions(flow.sid), {
    form: { To: contact, From: flowNumber, Parameters: JSON.stringify({ orders }) },
  });
  expect(started.status(), await started.text()).toBe(201);
  const { sid } = await started.json();
  await page.goto(`/flows/${flow.sid}/executions/${sid}`);
  const tree = page.getByRole('treegrid', { name: 'Context after step 1' });
  const more = tree.getByText('Show more (8,900 hidden)').or(tree.getByText('Show more (8900 hidden)'));
  await expect(more).toBeAttached();
  // A row that is renewed while it is pressed is not pressed.
  await expect(async () => {
    if (await more.isVisible()) await more.click();
    await expect(tree.getByText(/Show more \(8,?800 hidden\)/)).toBeAttached({ timeout: 2_000 });
  }).toPass();
});
