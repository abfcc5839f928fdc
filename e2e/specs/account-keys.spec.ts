/** API keys of an account: created, shown once, revoked. */

import type { Locator } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';

/** The value that a dialog shows for copying; waits for it. */
const code = async (dialog: Locator, index: number) =>
  (await dialog.getByRole('code').nth(index).textContent()) ?? '';

test('an API key is created, shown once, revoked by itself and with the token', async ({
  signedIn: page,
  server,
}) => {
  const list = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add API key' }).click();
    const form = page.getByRole('dialog', { name: 'Add API key' });
    await form.getByLabel('Name', { exact: true }).fill(name);
    await form.getByRole('button', { name: 'Add API key' }).click();
    const shown = page.getByRole('dialog', { name: `New API key ${name}` });
    const [sid, secret] = [await code(shown, 0), await code(shown, 1)];
    await shown.getByRole('button', { name: 'Done' }).click();
    const authorization = `Basic ${Buffer.from(`${sid}:${secret}`).toString('base64')}`;
    return async () => (await fetch(`${server.url}${paths.flows}`, { headers: { authorization } })).status;
  };
  await page.goto('/settings/account');
  const reports = await add('Reports');
  const imports = await add('Imports');
  expect([await reports(), await imports()]).toEqual([200, 200]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Revoke Reports' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(list).toHaveText([/Imports/]);
  expect([await reports(), await imports()]).toEqual([401, 200]);

  await page.getByRole('button', { name: 'Replace token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Revoke all API keys').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Replace token' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  expect(await imports()).toBe(401);
});
