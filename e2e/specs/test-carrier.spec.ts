/** The test phone: it texts and calls real flows. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { flowNumber, startFlow, storeFlow } from '../stored-flow.ts';

const contact = '+15005550001';
const phoneOf = (page: Page) => page.getByRole('region', { name: `Phone of ${contact}` });
const historyOf = (page: Page) =>
  phoneOf(page).getByRole('log', { name: 'Messages and calls' }).getByRole('listitem');

test('texts reach the flow, and what came back is shown in the order of time', { tag: '@journey' }, async ({
  signedIn: page,
  api,
}) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  await api.post(paths.addresses, { form: { FlowSid: flow.sid, Address: flowNumber } });
  await startFlow(api, flow, contact);
  await page.goto('/settings/numbers');
  await page.getByRole('link', { name: 'Open test phone' }).click();
  const phone = phoneOf(page);
  await expect(historyOf(page)).toHaveCount(1);
  await phone.getByRole('textbox', { name: 'Text message' }).fill('perhaps');
  await page.keyboard.press('Enter');
  await expect(historyOf(page)).toHaveCount(3);
  await phone.getByRole('button', { name: 'Call' }).click();
  // A call right after the answer is below it: their dates are of the same second.
  await expect(historyOf(page)).toContainText([
    'The flow wrote:',
    'You wrote:perhaps',
    'The flow wrote:',
    'You called: ',
  ]);
});

test('it is a place of the rail, and a flow without a number gets one', async ({ signedIn: page, api }) => {
  await page.goto('/flows');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Test phone' }).click();
  await expect(page.getByRole('heading', { name: 'No published flows' })).toBeVisible();
  await storeFlow(api, { name: 'Reminder' });
  await page.reload();
  await expect(page.getByText('Gets a test number with your first message or call.')).toBeVisible();
  await phoneOf(page).getByRole('textbox', { name: 'Text message' }).fill('hello');
  await page.keyboard.press('Enter');
  await expect(historyOf(page).first()).toContainText('You wrote:hello');
  await expect(page.getByText('Answers at +15005550100.')).toBeVisible();
});

test('the address that it had in the settings still leads to it', async ({ signedIn: page }) => {
  await page.goto('/settings/numbers/test-carrier');
  await expect(page).toHaveURL(/\/test-phone$/);
});
