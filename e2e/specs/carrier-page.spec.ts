/** Settings → Numbers: a carrier is added, a number is assigned to a flow, and the webhook URL for the carrier works. */

import { paths } from '#api/paths.ts';
import { ask, flowOf } from '#server/flows/testing/flows.ts';
import { expect, test } from '../account-fixtures.ts';
import { RestCarrier } from '../external-systems/rest-carrier.ts';
import { expectAccessible } from '../fixtures.ts';

// A carrier that still has numbers cannot be removed.
test.use({ expectedErrors: [/409 \(Conflict\)/] });

test('one carrier configuration connects a flow', { tag: '@journey' }, async ({
  signedIn: page,
  api,
  server,
}) => {
  const Definition = JSON.stringify(flowOf(ask('ask', 'Your name?', 60, null, null)));
  await api.post(paths.flows, { form: { FriendlyName: 'Survey', Status: 'published', Definition } });
  const peer = await RestCarrier.start();
  await page.goto(`${server.url}/settings/numbers`);
  await expect(page.getByText('No numbers yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add carrier' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Name is required.').first()).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  // Other dialects need more than the common one.
  await expect(dialog.getByLabel('Signing key')).toBeHidden();
  await dialog.getByRole('button', { name: /Dialect/ }).click();
  await page.getByRole('option', { name: 'Telnyx' }).click();
  await expect(dialog.getByText('Signing key is required.').first()).toBeVisible();
  await dialog.getByRole('button', { name: /Dialect/ }).click();
  await page.getByRole('option', { name: 'Common REST API' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Real phones');
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(peer.baseUrl);
  await dialog.getByRole('textbox', { name: 'Account SID at the carrier' }).fill(peer.account);
  await dialog.getByLabel('Auth token').fill('wrong');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const carriers = page.getByRole('region', { name: 'Carriers' });
  await expect(carriers.getByText('Not connected')).toBeVisible();
  await expect(carriers.getByText('does not accept this account with this token')).toContainText(
    'Authenticate',
  );
  await page.getByRole('button', { name: 'Edit Real phones' }).click();
  await dialog.getByLabel('Auth token').fill(peer.token);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(carriers.getByText('Connected', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Add number' }).click();
  await dialog.getByRole('textbox', { name: 'Number or address' }).fill('+15005550006');
  await dialog.getByRole('button', { name: /Flow that answers/ }).click();
  await page.getByRole('option', { name: 'Survey' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const numbers = page.getByRole('region', { name: 'Numbers and addresses' });
  await expect(numbers.getByRole('heading', { name: '+15005550006' })).toBeVisible();
  await expect(numbers.getByRole('link', { name: 'Survey' })).toBeVisible();
  await expect(page.getByRole('note')).toContainText('PUBLIC_URL');
  // Announcements of busy buttons stay in the page for some seconds.
  await page.reload();
  await expect(numbers.getByRole('link', { name: 'Survey' })).toBeVisible();
  await expectAccessible(page);

  const webhook = await numbers.getByText('/v1/Accounts/').innerText();
  expect(await peer.phone(webhook, '+15005550006', '+15005550177').sendMessage('Hi')).toEqual(['Your name?']);

  await page.getByRole('button', { name: 'Delete Real phones' }).click();
  await expect(page.getByText(/addresses belong to this carrier/)).toBeVisible();
  await page.getByRole('button', { name: 'Delete +15005550006' }).click();
  await expect(page.getByText('No numbers yet')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Real phones' }).click();
  await expect(carriers.getByRole('heading', { name: 'Real phones' })).toBeHidden();
  await peer.stop();
});
