/** Live updates of executions by the event stream, and the events section of the settings. */

import type { Page } from 'playwright/test';
import { maskAddress } from '#api/masking/mask-address.ts';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { Phone } from '../external-systems/phone.ts';
import { expectAccessible } from '../fixtures.ts';
import { lineOf, startFlow, storeFlow } from '../stored-flow.ts';

const list = (page: Page) => page.getByRole('complementary', { name: 'Executions' });
/** The status beside the contact's address. */
const statusOf = (page: Page) => page.locator('.facts');
const steps = (page: Page) => page.getByLabel(/^Step \d+, /);

/** Resolves with the stream of the next page that opens one. */
const stream = (page: Page) => page.waitForRequest((request) => request.url().endsWith('/Events'));

test('an open execution updates live until it ends', async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const execution = await startFlow(api, flow, '+15005554001');
  const opened = stream(page);
  await page.clock.install();
  await page.goto(`/flows/${flow.sid}/executions/${execution.sid}`);
  await opened;
  await expect(steps(page)).toHaveCount(1);
  await expect(statusOf(page).getByText('Active')).toBeVisible();
  // Polling is off: every update from now on comes from the stream.
  let asked = 0;
  page.on('request', () => {
    asked += 1;
  });
  await expect(async () => {
    asked = 0;
    // Where it is on, it asks every second.
    await page.clock.runFor(3_000);
    expect(asked).toBe(0);
  }).toPass();
  await new Phone(lineOf(flow), '+15005554001').sendMessage('yes');
  await expect(statusOf(page).getByText('Ended')).toBeVisible();
  await expect.poll(() => steps(page).count()).toBeGreaterThan(1);
});

test('the list shows an execution as soon as it starts', { tag: '@journey' }, async ({
  signedIn: page,
  api,
}) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  await startFlow(api, flow, '+15005554010');
  const opened = stream(page);
  await page.goto(`/flows/${flow.sid}/executions`);
  await opened;
  await expect(list(page).getByText(maskAddress('+15005554010'))).toBeVisible();
  await startFlow(api, flow, '+15005554011');
  await expect(list(page).getByText(maskAddress('+15005554011'))).toBeVisible();
});

test.describe('without a stream', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('the page polls', async ({ signedIn: page, api }) => {
    const flow = await storeFlow(api, { name: 'Reminder' });
    const execution = await startFlow(api, flow, '+15005554020');
    await page.route(`**${paths.flowEvents(flow.sid)}`, (route) => route.fulfill({ status: 429 }));
    await page.goto(`/flows/${flow.sid}/executions/${execution.sid}`);
    await expect(steps(page)).toHaveCount(1);
    await new Phone(lineOf(flow), '+15005554020').sendMessage('yes');
    await expect(statusOf(page).getByText('Ended')).toBeVisible();
  });
});

test('a broken stream reconnects', { tag: '@journey' }, async ({ signedIn: page, api, context }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const execution = await startFlow(api, flow, '+15005554030');
  const opened = stream(page);
  await page.goto(`/flows/${flow.sid}/executions/${execution.sid}`);
  await opened;
  await expect(steps(page)).toHaveCount(1);
  await context.setOffline(true);
  await new Phone(lineOf(flow), '+15005554030').sendMessage('yes');
  await context.setOffline(false);
  await expect(statusOf(page).getByText('Ended')).toBeVisible();
});

test('a sink is added, tested and deleted', { tag: '@journey' }, async ({ signedIn: page, receiver }) => {
  await page.goto('/settings/events');
  await expect(page.getByText('No sinks yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add sink' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add sink' });
  await dialog.getByRole('button', { name: 'Add sink' }).click();
  await expect(dialog.getByText('URL is required.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/events`);
  await dialog.getByText('Step ended').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add sink' }).click();
  await expect(dialog).toBeHidden();
  const sinks = page.getByRole('list', { name: 'Sinks' });
  await expect(sinks.getByText(`${receiver.url}/events`)).toBeVisible();
  await expect(sinks.getByText('Execution ended')).toBeVisible();
  await expect(sinks.getByText('Step ended')).toBeHidden();
  await sinks.getByRole('button', { name: 'Send test event' }).click();
  await expect(sinks.getByText(/Test event arrived/)).toBeVisible();
  // The announcement of a busy button stays in the page for some seconds.
  await expectAccessible(page, ['role-img-alt']);
  await sinks.getByRole('button', { name: 'Delete sink' }).click();
  await expect(page.getByText('No sinks yet')).toBeVisible();
});
