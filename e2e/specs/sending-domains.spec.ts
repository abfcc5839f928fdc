/** Who sends from a domain of their own: the records to publish, what is wrong with them, and the key that is rotated. */

import { expect, expectAccessible, test } from '../fixtures.ts';

/** The browser reports a provoked 400 response. */
test.use({ expectedErrors: [/status of 400/] });

test('a sending domain shows its records, their state, and why its key cannot be rotated yet', {
  tag: '@journey',
}, async ({ signedIn: page }) => {
  await page.goto('/email/domains');
  await page.getByRole('button', { name: 'Add domain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add domain' });
  await dialog.getByLabel('Domain', { exact: true }).fill('https://shop.test');
  await dialog.getByRole('button', { name: 'Add domain' }).click();
  await expect(dialog.getByText('Domain is not a host name.')).toBeVisible();
  await dialog.getByLabel('Domain', { exact: true }).fill('shop.test');
  await dialog.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByRole('heading', { name: 'shop.test', level: 1 })).toBeVisible();
  const records = page.getByRole('list', { name: 'DNS records' }).getByRole('listitem');
  await expect(records).toHaveCount(6);
  await expect(records.first()).toContainText('pb1._domainkey.shop.test');
  await expect(records.first()).toContainText('Not checked yet');
  // Its server is called 127.0.0.1, which nobody else can find; what DNS says depends on where the test runs.
  await page.getByRole('button', { name: 'Check again' }).click();
  const returnPath = records.filter({ hasText: 'Bounces come back here' });
  await expect(returnPath).toContainText('The operator has to set PUBLIC_URL first', { timeout: 20_000 });
  await expect(returnPath).toContainText('Wrong');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Rotate' }).click();
  const rotation = page.getByRole('dialog', { name: 'Rotate the DKIM key' });
  await expect(rotation.getByText('Leave the record of pb1 for 7 days.')).toBeVisible();
  await expect(rotation.getByRole('button', { name: 'Rotate' })).toBeDisabled();
  await expectAccessible(page);
  await rotation.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Sending domains' }).click();
  const row = page.getByRole('list', { name: 'All sending domains' }).getByRole('listitem');
  await expect(row).toContainText('3 records wrong');
  await page.getByRole('button', { name: 'Make shop.test the default' }).click();
  await expect(row).toContainText('Default');
  await page.getByRole('button', { name: 'Delete shop.test' }).click();
  await expect(page.getByText('No sending domains yet')).toBeVisible();
});

test('a link domain shows its records, and a sender why its link was not sent', async ({
  signedIn: page,
}) => {
  await page.goto('/email/domains');
  await page.getByRole('button', { name: 'Add link domain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add link domain' });
  await dialog.getByLabel('Domain', { exact: true }).fill('shop.test');
  await dialog.getByRole('button', { name: 'Add link domain' }).click();
  await expect(page.getByRole('heading', { name: 'links.shop.test', level: 1 })).toBeVisible();
  const records = page.getByRole('list', { name: 'DNS records' }).getByRole('listitem');
  await expect(records).toHaveCount(2);
  await expect(records.first()).toContainText('Leads to this server');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(records.first()).toContainText('The operator has to set PUBLIC_URL first');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sending domains' }).click();
  const links = page.getByRole('list', { name: 'Link domains' }).getByRole('listitem');
  await expect(links).toContainText('2 records wrong');
  await page.getByRole('button', { name: 'Add sender' }).click();
  const sender = page.getByRole('dialog', { name: 'Add sender' });
  await sender.getByLabel('Address').fill('desk');
  await sender.getByLabel('Name of the sender').fill('Desk');
  await sender.getByRole('button', { name: 'Send the link' }).click();
  await expect(sender.getByText('Give one such as someone@example.com.')).toBeVisible();
  await sender.getByLabel('Address').fill('desk@shop.test');
  await sender.getByRole('button', { name: 'Send the link' }).click();
  const senders = page.getByRole('list', { name: 'Verified senders' }).getByRole('listitem');
  await expect(senders).toContainText('Not verified yet');
  await expect(senders).toContainText('The operator has to set MAIL_FROM first');
  await page.getByText('Only known senders').click();
  await expect(page.getByRole('switch', { name: /Only known senders/ })).toBeChecked();
  await page.getByText('Only known senders').click();
  await expect(page.getByRole('switch', { name: /Only known senders/ })).not.toBeChecked();
  await expectAccessible(page);
});
