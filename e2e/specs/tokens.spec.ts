/** A personal token: created by keyboard, used by a program within its scopes, listed with its use, and revoked. */

import { expect, test } from '../account-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';
import { joinByLink, makeOwner } from '../people.ts';

test('a token is created by keyboard, used, and revoked', { tag: ['@journey', '@variants'] }, async ({
  signedIn: page,
  account,
  request,
}) => {
  await makeOwner(page, `owner.${account.sid}@people.example`);
  await page.goto('/settings/tokens');
  await expect(page.getByText('No tokens yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create token' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Nightly report');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('radio', { name: 'Owner' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('switch', { name: /^Everything that the role may do/ })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Choose at least one scope, or everything.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('checkbox', { name: 'See flows, revisions and comments' })).toBeFocused();
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  await expect(dialog.getByRole('heading', { name: 'New token Nightly report' })).toBeVisible();
  const header = await dialog.getByText(/^Authorization: Bearer/).textContent();
  const authorization = header?.replace('Authorization: ', '') ?? '';
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');

  const ask = async (path: string) => (await request.get(path, { headers: { authorization } })).status();
  expect([await ask('/v2/Flows'), await ask('/v1/Members'), await ask('/v3/scopes')]).toEqual([
    200, 403, 403,
  ]);
  await page.goto('/settings/tokens?all=true');
  const row = page.getByRole('listitem').filter({ hasText: 'Olga Stein: Nightly report' });
  await expect(row).toContainText('flows.read');
  await expect(row).toContainText('Admin');
  await expect(row).toContainText('Last used');
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Revoke Olga Stein: Nightly report' }).press('Enter');
  await dialog.getByRole('button', { name: 'Revoke token' }).press('Enter');
  await expect(page.getByText('No tokens yet')).toBeVisible();
  expect(await ask('/v2/Flows')).toBe(401);
});

test('an admin is not offered to revoke the token of an owner', async ({
  signedIn: page,
  account,
  api,
  browser,
  server,
}) => {
  await makeOwner(page, `owner.${account.sid}@people.example`);
  const headers = { origin: server.url };
  const made = await page.request.post('/v1/Tokens', { form: { FriendlyName: 'Own report' }, headers });
  expect(made.status(), await made.text()).toBe(201);
  const form = { Email: `admin.${account.sid}@people.example`, Role: 'admin' };
  const { link } = await (await api.post('/v1/Invitations', { form })).json();
  const admin = await joinByLink(browser, link, 'Adam Reiter');
  await admin.goto(`${server.url}/settings/tokens?all=true`);
  const row = admin.getByRole('listitem').filter({ hasText: 'Olga Stein: Own report' });
  await expect(row).toContainText('Owner');
  await expect(row.getByRole('button')).toHaveCount(0);
  await page.goto('/settings/tokens?all=true');
  await expect(page.getByRole('button', { name: 'Revoke Olga Stein: Own report' })).toBeVisible();
  await admin.close();
});
