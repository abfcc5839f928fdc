/** The page over all accounts: from the switcher by keys, its views and filters as links, and going to a row in another account. */

import { expect, test } from '../account-fixtures.ts';
import { addAccount } from '../add-account.ts';
import { expectAccessible } from '../fixtures.ts';
import { joinFurther, makeOwner, signIn } from '../people.ts';
import { storeFlow } from '../stored-flow.ts';

// Who joins another account is signed out elsewhere: the browser reports the 401.
test.use({ expectedErrors: [/Failed to load resource/] });

test('a member of two accounts sees the flows of both, and opens one in the other account', async ({
  signedIn: page,
  server,
  account,
  api,
  playwright,
}) => {
  const email = `owner.${account.sid}@people.example`;
  await makeOwner(page, email);
  await storeFlow(api, { name: 'Of the first account' });
  const second = await addAccount(server, 'Harbour office');
  const other = await playwright.request.newContext({
    baseURL: server.url,
    httpCredentials: { username: second.sid, password: second.token, send: 'always' },
  });
  await storeFlow(other, { name: 'Of the harbour' });
  await joinFurther(other, email, server.url);
  await other.dispose();
  await page.goto('/flows');
  await signIn(page, email);
  await expect(page.getByRole('button', { name: 'Olga Stein, Viewer, Harbour office' })).toBeVisible();

  await page.mouse.move(400, 400);
  const dialog = page.getByRole('dialog', { name: 'Switch account' });
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect(dialog).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('all acc');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/all-accounts$/);
  const flows = page.getByRole('table', { name: 'Flows' });
  await expect(flows.getByRole('row')).toHaveCount(3);
  await expect(flows.getByRole('row').nth(1)).toContainText('Of the harbour');
  await expect(flows.getByRole('row').nth(2)).toContainText('Account of one test');
  await expectAccessible(page);

  await page.keyboard.press('/');
  await page.keyboard.type('harbour');
  await page.keyboard.press('Enter');
  await expect(flows.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/account=harbour/);
  await page.goto('/all-accounts?view=webhooks');
  await expect(page.getByRole('tab', { name: 'Failing webhooks' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No webhook fails')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Executions' }).click();
  await expect(page.getByText('No executions yet')).toBeVisible();

  await page.getByRole('tab', { name: 'Flows' }).click();
  await flows.getByRole('button', { name: 'Open Of the first account in Account of one test' }).click();
  await expect(page).toHaveURL(/\/flows\/FW/);
  await expect(page.getByRole('button', { name: 'Olga Stein, Owner, Account of one test' })).toBeVisible();
});
