/** The test carrier in the settings: a phone that texts and calls real flows. */

import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { flowNumber, startFlow, storeFlow } from '../stored-flow.ts';

test('texts reach the flow, and what came back is shown', async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  await api.post(paths.addresses, { form: { FlowSid: flow.sid, Address: flowNumber } });
  await startFlow(api, flow, '+15005550001');
  await page.goto('/settings/numbers');
  await page.getByRole('link', { name: 'Open test phone' }).click();
  const phone = page.getByRole('region', { name: 'Phone of +15005550001' });
  await expect(phone.getByRole('list', { name: 'Messages and calls' }).getByRole('listitem')).toHaveCount(1);
  await phone.getByRole('textbox', { name: 'Text message' }).fill('perhaps');
  await page.keyboard.press('Enter');
  await expect(phone.getByText('perhaps')).toBeVisible();
  await expect(phone.getByRole('list', { name: 'Messages and calls' }).getByRole('listitem')).toHaveCount(3);
  await phone.getByRole('button', { name: 'Call' }).click();
  await expect(
    phone.getByRole('list', { name: 'Messages and calls' }).getByRole('listitem').nth(3),
  ).toContainText('You called');
});
