/** Accounts and sessions: sign-in by a single-use link, sign-out, isolation between accounts. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { maskAddress } from '#api/masking/mask-address.ts';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { type Account, addAccount } from '../add-account.ts';
import { startFlow, storeFlow } from '../stored-flow.ts';

// The browser reports the responses 401 and 404.
test.use({ expectedErrors: [/Failed to load resource/] });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** The value that a dialog shows for copying; waits for it. */
const code = async (dialog: Locator, index: number) =>
  (await dialog.getByRole('code').nth(index).textContent()) ?? '';

async function signIn(page: Page, account: Account): Promise<void> {
  await page.getByRole('button', { name: 'Use the account SID and token' }).click();
  await page.getByLabel('Account SID').fill(account.sid);
  await page.getByLabel('Auth token').fill(account.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('the link written at startup signs in once', { tag: '@journey' }, async ({ page, browser, server }) => {
  const link = readFileSync(join(server.dataDir, 'sign-in-link.txt'), 'utf8').trim();
  await page.request.head(link);
  await page.goto(link);
  await expect(heading(page, 'Flows')).toBeVisible();
  await expect(page).not.toHaveURL(/token/);
  await page.reload();
  await expect(heading(page, 'Flows')).toBeVisible();

  const elsewhere = await browser.newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('alert')).toContainText('no longer valid');
  await expect(elsewhere.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await elsewhere.close();
});

test('signing out ends the session on the server too', { tag: '@journey' }, async ({ signedIn: page }) => {
  await page.goto('/flows');
  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: 'Account Account of one test' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
  await page.goto('/tasks');
  await expect(heading(page, 'Sign in')).toBeVisible();
  await page.context().addCookies(cookies);
  await page.goto('/tasks');
  await expect(heading(page, 'Sign in')).toBeVisible();
});

test('an expired session leads to the sign-in page and back', async ({ signedIn: page, api, account }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const execution = await startFlow(api, flow, '+15005555001');
  await page.goto(`/flows/${flow.sid}/executions/${execution.sid}?step=1`);
  await expect(heading(page, '+15005555001')).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await expect(heading(page, 'Sign in')).toBeVisible();
  await signIn(page, account);
  await expect(page).toHaveURL(new RegExp(`/flows/${flow.sid}/executions/${execution.sid}`));
  await expect(heading(page, '+15005555001')).toBeVisible();
});

test('a return URL of another site is ignored', async ({ page, account }) => {
  for (const away of ['https://example.org/', '//example.org/', '/\\example.org', 'javascript:alert(1)']) {
    await page.goto(`/sign-in?return=${encodeURIComponent(away)}`);
    await signIn(page, account);
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/flows$/);
    await page.context().clearCookies();
  }
});

test('two accounts do not see each other’s flows', async ({ signedIn: page, api, account, server }) => {
  const own = await storeFlow(api, { name: 'Of the first account' });
  const execution = await startFlow(api, own, '+15005555002');
  await page.goto('/flows');
  await expect(page.getByRole('link', { name: 'Of the first account' })).toBeVisible();

  const second = await addAccount(server, 'Second');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Tasks' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
  // While the response is pending the page must not show data of the first account.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${paths.flowSummaries}`, async (route) => {
    await released;
    await route.continue();
  });
  await signIn(page, second);
  await page.getByRole('link', { name: 'Flows', exact: true }).click();
  await expect(page.getByText('Loading')).toBeAttached();
  await expect(page.getByText('Of the first account')).toHaveCount(0);
  release();
  await expect(page.getByText('No flows yet')).toBeVisible();

  await page.goto(`/flows/${own.sid}`);
  await expect(page.getByText('Of the first account')).toHaveCount(0);
  await page.goto(`/flows/${own.sid}/executions/${execution.sid}`);
  await expect(page.getByRole('alert')).toContainText('was not found');
  for (const shown of ['+15005555002', maskAddress('+15005555002')])
    await expect(page.getByText(shown)).toHaveCount(0);

  await page.getByRole('button', { name: 'Account Second' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(page, account);
  await expect(page.getByRole('link', { name: 'Of the first account' })).toBeVisible();
});

test('a subaccount is created, closed and reopened, and its token is shown once', {
  tag: '@journey',
}, async ({ signedIn: page, server }) => {
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Add subaccount' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add subaccount' }).click();
  await expect(page.getByText('Name is required.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Branch office');
  await page.getByLabel('Username').fill('branch');
  await page.getByRole('button', { name: 'Add subaccount' }).last().click();
  const shown = page.getByRole('dialog', { name: 'New token of Branch office' });
  const [sid, token] = [await code(shown, 0), await code(shown, 1)];
  const status = async () => {
    const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
    return (await fetch(`${server.url}${paths.flows}`, { headers: { authorization } })).status;
  };
  expect(await status()).toBe(200);
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  const row = page.getByRole('list', { name: 'Subaccounts' }).getByRole('listitem');
  await expect(row).toContainText('Active');
  await expect(page.getByText(token)).toHaveCount(0);

  await row.getByRole('button', { name: 'Close' }).click();
  await expect(row).toContainText('Closed');
  expect(await status()).toBe(401);
  await row.getByRole('button', { name: 'Reopen account' }).click();
  await expect(row).toContainText('Active');
  expect(await status()).toBe(200);
});

test('the account’s own token is replaced without signing out', async ({
  signedIn: page,
  account,
  server,
}) => {
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Replace token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace token' }).click();
  const shown = page.getByRole('dialog', { name: 'New token of Account of one test' });
  const token = await code(shown, 1);
  await shown.getByRole('button', { name: 'Done' }).click();
  const status = async (secret: string) => {
    const authorization = `Basic ${Buffer.from(`${account.sid}:${secret}`).toString('base64')}`;
    return (await fetch(`${server.url}${paths.flows}`, { headers: { authorization } })).status;
  };
  expect([await status(account.token), await status(token)]).toEqual([401, 200]);
  await page.goto('/flows');
  await expect(heading(page, 'Flows')).toBeVisible();
});
