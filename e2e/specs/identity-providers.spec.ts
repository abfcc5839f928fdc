/** Signing in by a real identity provider: set up in the settings, just in time, by changing claims, and out again there. */

import type { Page } from 'playwright/test';
import { expect, test as onAccount } from '../account-fixtures.ts';
import { IdentityProvider } from '../external-systems/identity-provider.ts';
import { expectAccessible } from '../fixtures.ts';

const test = onAccount.extend<{ provider: IdentityProvider }>({
  provider: async ({ server }, use) => {
    const provider = await IdentityProvider.open(server.url);
    await use(provider);
    await provider.close();
  },
});

// The browser reports the 401 of who is not signed in any more.
test.use({ expectedErrors: [/Failed to load resource/] });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function addProvider(page: Page, provider: IdentityProvider): Promise<void> {
  await page.getByRole('button', { name: 'Add provider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Directory');
  await dialog.getByLabel('Issuer').fill(provider.issuer);
  await dialog.getByLabel('Client ID').fill(provider.client.id);
  await dialog.getByLabel('Client secret').fill(provider.client.secret);
  await dialog.getByLabel('Scopes').fill(provider.scope);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await page.getByRole('button', { name: 'Check Directory' }).click();
  await expect(page.getByText('Directory answers, and can be used.')).toBeVisible();
}

async function addRule(page: Page, group: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(`The ${group}`);
  await dialog.getByLabel('Value').fill(group);
  await dialog.getByText(role, { exact: true }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(page.getByRole('heading', { name: `The ${group}` })).toBeVisible();
}

/** From the sign-in page to the provider, and back. */
async function signIn(page: Page, login: string, name = 'Directory'): Promise<void> {
  await page.getByRole('link', { name: `Continue with ${name}`, exact: true }).click();
  await expect(heading(page, 'Who are you?')).toBeVisible();
  await page.getByLabel('Login').fill(login);
  await page.getByRole('button', { name: 'Go on' }).click();
}

async function signOut(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
}

test('people sign in by a provider, as what its claims and the rules make them', { tag: '@journey' }, async ({
  signedIn: page,
  api,
  account,
  provider,
  browser,
}) => {
  const email = `nora.${account.sid}@people.example`;
  const claims = { email, email_verified: true, name: 'Nora Lind', groups: ['desk'] };
  provider.people.set('nora', claims);
  await page.goto('/settings/sign-in');
  await addProvider(page, provider);
  await page.getByRole('link', { name: 'Show rules' }).click();
  await addRule(page, 'desk', 'Support');
  await addRule(page, 'leads', 'Publisher');
  await expectAccessible(page);

  // Just in time, and back to where one wanted to go.
  const other = await browser.newPage();
  await other.goto('/settings/roles');
  await expect(heading(other, 'Sign in')).toBeVisible();
  await expectAccessible(other);
  await signIn(other, 'nora');
  await expect(heading(other, 'Roles')).toBeVisible();
  await expect(other.getByRole('button', { name: /^Nora Lind, Support/ })).toBeVisible();
  await page.goto('/settings/members');
  await expect(page.getByRole('row', { name: 'Nora Lind' })).toContainText('Rule The desk');

  // Out there as well: it asks again, signs with another key by now, and says something else.
  await signOut(other, /^Nora Lind/);
  const { identity_providers: list } = await (await api.get('/v1/IdentityProviders')).json();
  provider.announceLogouts(list[0].backchannel_logout_uri);
  provider.people.set('nora', { ...claims, groups: ['desk', 'leads'] });
  await signIn(other, 'nora');
  await expect(other.getByRole('button', { name: /^Nora Lind, Publisher/ })).toBeVisible();

  // Signing out there ends the session here.
  await other.goto(`${provider.issuer}/session/end`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL(/session\/end\/success/);
  await other.goto('/settings/roles');
  await expect(heading(other, 'Sign in')).toBeVisible();
  provider.people.set('nora', { ...claims, groups: [] });
  await signIn(other, 'nora');
  await expect(other.getByRole('alert')).toContainText('Directory knows you, but you are not a member here.');
  await page.reload();
  await expect(page.getByText('No members yet')).toBeVisible();
  await other.close();
});

test('a provider that is away or does not confirm an address is said on the sign-in page', async ({
  api,
  account,
  provider,
  page,
}) => {
  await api.post('/v1/IdentityProviders', {
    form: {
      // The sign-in page shows the providers of all accounts.
      Name: 'Lonely Directory',
      Issuer: provider.issuer,
      ClientId: provider.client.id,
      ClientSecret: provider.client.secret,
      Scopes: provider.scope,
    },
  });
  const email = `ada.${account.sid}@people.example`;
  provider.people.set('ada', { email, email_verified: false, name: 'Ada Moss', groups: [] });
  await page.goto('/sign-in');
  await signIn(page, 'ada', 'Lonely Directory');
  await expect(page.getByRole('alert')).toContainText(
    'Lonely Directory does not confirm your email address.',
  );
  await provider.close();
  await page.getByRole('link', { name: 'Continue with Lonely Directory' }).click();
  await expect(page.getByRole('alert')).toContainText('Lonely Directory does not answer.');
  await expectAccessible(page);
});
