/** An identity provider that pushes: its token is made on the page, a group gets its role there, and who leaves is out. */

import { expect, test } from '../account-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';

test('a provider pushes people and a group, and blocks who leaves', { tag: '@journey' }, async ({
  signedIn: page,
  account,
  server,
}) => {
  await page.goto('/settings/sign-in');
  await page.getByRole('button', { name: 'Add provider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Directory');
  await dialog.getByLabel('Issuer').fill('https://id.example.org');
  await dialog.getByLabel('Client ID').fill('patchbay');
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await page.getByRole('button', { name: 'Push users and groups from Directory' }).click();
  await expect(dialog).toContainText('There is no token yet.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make token' }).click();
  await expect(page.getByRole('dialog', { name: 'SCIM token of Directory' })).toBeVisible();
  await expectAccessible(page);
  const [address, token] = await dialog.locator('code').allTextContents();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const push = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
    const response = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) });
    expect({ path, ok: response.ok }).toEqual({ path, ok: true });
    return response.json();
  };
  expect(address).toBe(`${server.url}/scim/v2`);
  const { id } = await push('POST', '/Users', {
    userName: `mia.${account.sid}@people.example`,
    displayName: 'Mia Berg',
  });
  await push('POST', '/Groups', { displayName: 'Desk', members: [{ value: id }] });

  await page.goto('/settings/members?groups=true');
  const row = page.getByRole('row', { name: /^Desk/ });
  await expect(row).toContainText('1 person · Pushed by a provider');
  await page.getByRole('button', { name: 'Actions for the group Desk' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAttribute('readonly', '');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /Role in/ }).click();
  await page.getByRole('option', { name: 'Author' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Author in');

  await page.goto('/settings/members');
  const member = page.getByRole('row', { name: 'Mia Berg' });
  await expect(member).toContainText('Group Desk');
  const Operations = [{ op: 'Replace', path: 'active', value: 'False' }];
  await push('PATCH', `/Users/${id}`, { Operations });
  await page.reload();
  await expect(member).toContainText('Blocked');

  await page.goto('/settings/sign-in');
  await page.getByRole('button', { name: 'Push users and groups from Directory' }).click();
  await expect(dialog).toContainText('Last used:');
  await dialog.getByRole('button', { name: 'Remove token' }).click();
  await expect(dialog).toBeHidden();
  const after = await fetch(`${address}/Users`, { headers: { authorization: `Bearer ${token}` } });
  expect(after.status).toBe(401);
});
