/** Signing in to the page, and rejection of a wrong token. */

import { expect, expectAccessible, setTheme, test } from '../fixtures.ts';

test.describe('signing in', () => {
  test('with the account and its token opens the flows', { tag: ['@journey', '@variants'] }, async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/`);
    await page.getByRole('button', { name: 'Use the account SID and token' }).click();
    await page.getByLabel('Account SID').fill(server.account.sid);
    await page.getByLabel('Auth token').fill(server.account.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Flows', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/flows$/);
  });

  test.describe('with a wrong token', () => {
    // The browser reports the 401 of a rejected sign-in.
    test.use({ expectedErrors: [/401/] });

    test('shows an error and stays on the page', async ({ page, server }) => {
      await page.goto(`${server.url}/sign-in?with=account`);
      await page.getByLabel('Account SID').fill(server.account.sid);
      await page.getByLabel('Auth token').fill('not the token');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toHaveText(
        'The account SID or auth token is wrong. Check both and try again.',
      );
    });
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`is accessible in the ${theme} theme`, async ({ page, server }) => {
      await setTheme(page, theme);
      await page.goto(`${server.url}/sign-in`);
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expectAccessible(page);
    });
  }
});

test('a session opens the page without signing in again', async ({ signedIn, server }) => {
  await signedIn.goto(`${server.url}/flows`);
  await expect(signedIn.getByRole('heading', { name: 'Flows', level: 1 })).toBeVisible();
});
