/** Going from one account to another by keys and by mouse, and what a page that still shows the one before does. */

import { expect, test } from '../account-fixtures.ts';
import { addAccount } from '../add-account.ts';
import { expectAccessible } from '../fixtures.ts';
import { joinFurther, makeOwner, signIn } from '../people.ts';
import { storeFlow } from '../stored-flow.ts';

// The browser reports the 409 of a page whose session is in another account.
test.use({ expectedErrors: [/Failed to load resource/] });

test('a member of two accounts goes from one to the other, and pages of the first one notice', {
  tag: '@journey',
}, async ({ signedIn: page, server, account, api, playwright }) => {
  const email = `owner.${account.sid}@people.example`;
  await makeOwner(page, email);
  await storeFlow(api, { name: 'Of the first account' });
  const second = await addAccount(server, 'Harbour office');
  const other = await playwright.request.newContext({
    baseURL: server.url,
    httpCredentials: { username: second.sid, password: second.token, send: 'always' },
  });
  await joinFurther(other, email, server.url);
  await other.dispose();
  // Who joins another account is signed out elsewhere, and finds themselves there.
  await page.goto('/flows');
  await signIn(page, email);
  const here = { name: 'Olga Stein, Viewer, Harbour office' };
  await expect(page.getByRole('button', here)).toBeVisible();
  const before = await page.context().newPage();
  await before.goto('/flows');
  await expect(before.getByRole('button', here)).toBeVisible();

  await page.mouse.move(400, 400);
  await page.keyboard.press('Escape');
  const dialog = page.getByRole('dialog', { name: 'Switch account' });
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect(dialog).toBeVisible({ timeout: 500 });
  }).toPass();
  // All accounts, and each of the two.
  await expect(dialog.getByRole('option')).toHaveCount(3);
  await expect(dialog.getByRole('option', { name: 'Harbour office' })).toContainText('here now');
  await expectAccessible(page);
  await dialog.getByRole('searchbox', { name: 'Find an account by name or SID' }).fill('one TEST');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Olga Stein, Owner, Account of one test' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Of the first account' })).toBeVisible();

  // The other page would read from, or write to, an account that it does not show.
  await before.getByRole('link', { name: 'Executions' }).click();
  const notice = before.getByRole('dialog', { name: 'You are in another account now' });
  await expect(notice).toContainText('still shows Harbour office');
  await expectAccessible(before);
  await notice.getByRole('button', { name: 'Back to Harbour office' }).click();
  await expect(before.getByRole('button', here)).toBeVisible();
  await before.close();
});
