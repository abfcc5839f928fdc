/** Proving who one is on the page: second factor, recovery codes, passkeys, confirmation, and the reset of both. */

import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { systemTime } from '#server/platform/service-runtime.ts';
import { expect, test } from '../account-fixtures.ts';
import type { Account } from '../add-account.ts';
import { expectAccessible } from '../fixtures.ts';
import { joinByLink, makeOwner, password, signIn } from '../people.ts';
import type { RunningServer } from '../server.ts';

// The browser reports what the server refuses: a wrong code, a wrong password, what must be confirmed first.
test.use({ expectedErrors: [/Failed to load resource/] });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const panel = (page: Page, name: string) => page.getByRole('region', { name });

/** A code that was not used: the next one, which counts early. */
const nextCode = (key: string) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + 30_000,
  });

const codeOf = (key: string) => new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate();

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}, `) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
}

/** Switches the second factor on, and gives the key and the recovery codes. */
async function setUp(page: Page): Promise<{ key: string; codes: string[] }> {
  await page.goto('/settings/profile');
  await panel(page, 'Second factor').getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const key = (await dialog.getByRole('code').textContent()) ?? '';
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog.getByText('The code is not right.')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const codes = await list.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(panel(page, 'Second factor')).toContainText('10 recovery codes left');
  return { key, codes };
}

/** As if the sessions of the account had been confirmed an hour ago. */
async function ageSessions({ dataDir }: RunningServer, { sid }: Account): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const database = await openDatabase(config, 'shared', systemTime());
  const hourAgo = systemTime() - 3_600_000;
  await database.write((tx) =>
    tx
      .updateTable('sessions')
      .set({ created_at: hourAgo, confirmed_at: hourAgo })
      .where('account', '=', sid)
      .execute(),
  );
  await database.close();
}

test('a second factor is set up, asked for, and replaced by a recovery code', { tag: '@journey' }, async ({
  signedIn: page,
  account,
}) => {
  const email = `owner.${account.sid}@people.example`;
  await makeOwner(page, email);
  const { key, codes } = await setUp(page);
  await signOut(page, 'Olga Stein');
  await signIn(page, email);
  await expect(heading(page, 'Enter your code')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code').fill('12');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter the six digits.')).toBeVisible();
  await page.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The code is wrong, or was used already.')).toBeVisible();
  await page.getByLabel('Code').fill(nextCode(key));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Flows')).toBeVisible();

  await signOut(page, 'Olga Stein');
  await signIn(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[3] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(page, 'Flows')).toBeVisible();
  await page.goto('/settings/profile');
  await expect(panel(page, 'Second factor')).toContainText('9 recovery codes left');
  await panel(page, 'Second factor').getByRole('button', { name: 'Switch off…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(panel(page, 'Second factor').getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a passkey signs in by itself, until it is removed', { tag: '@journey' }, async ({
  page,
  server,
  account,
}) => {
  // Browsers have no passkeys for addresses of numbers.
  const base = server.url.replace('127.0.0.1', 'localhost');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const session = await page.request.post(`${base}/session`, {
    form: { AccountSid: account.sid, AuthToken: account.token },
    headers: { origin: base },
  });
  expect(session.status()).toBe(200);
  await makeOwner(page, `owner.${account.sid}@people.example`, base);
  await page.goto(`${base}/settings/profile`);
  const passkeys = panel(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Test device');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Test device');
  await expect(passkeys.getByRole('listitem')).toContainText('Not used yet');
  await expectAccessible(page);

  await signOut(page, 'Olga Stein');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(heading(page, 'Flows')).toBeVisible();
  await page.goto(`${base}/settings/profile`);
  await expect(passkeys.getByRole('listitem')).toContainText('Last used');

  // By it one also confirms who one is.
  await ageSessions(server, account);
  await passkeys.getByRole('button', { name: 'Remove Test device' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await signOut(page, 'Olga Stein');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('This passkey is not known here.')).toBeVisible();
});

test('what gives access must be confirmed after a while, and goes on afterwards', async ({
  signedIn: page,
  server,
  account,
}) => {
  await makeOwner(page, `owner.${account.sid}@people.example`);
  await ageSessions(server, account);
  await page.goto('/settings/members?invite=true');
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByLabel('Email addresses').fill(`nora.${account.sid}@people.example`);
  await invite.getByRole('button', { name: 'Invite 1 person' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page.getByText('Confirm first that it is you')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/settings/members?invite=true');
  await invite.getByLabel('Email addresses').fill(`nora.${account.sid}@people.example`);
  await invite.getByRole('button', { name: 'Invite 1 person' }).click();
  await question.getByLabel('Password', { exact: true }).fill('not this one');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByText('The password is wrong.')).toBeVisible();
  await question.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('code')).toBeVisible();
});

test('an owner resets the second factor of who has lost it, and gives a link to a new password', async ({
  signedIn: page,
  account,
  browser,
}) => {
  await makeOwner(page, `owner.${account.sid}@people.example`);
  await page.goto('/settings/members?invite=true');
  const dialog = page.getByRole('dialog');
  const email = `ada.${account.sid}@people.example`;
  await dialog.getByLabel('Email addresses').fill(email);
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click();
  const other = await joinByLink(browser, (await dialog.getByRole('code').textContent()) ?? '', 'Ada Moss');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await setUp(other);
  await page.reload();
  const row = page.getByRole('row', { name: 'Ada Moss' });
  await row.getByRole('button', { name: 'Actions for Ada Moss' }).click();
  await page.getByRole('menuitem', { name: 'Make a password link' }).click();
  const link = (await dialog.getByRole('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  const fresh = await browser.newPage();
  await fresh.goto(link);
  await fresh.getByLabel('New password').fill('a new harbour light 9');
  await fresh.getByRole('button', { name: 'Set password' }).click();
  // The link replaces the password, not the second factor.
  await expect(heading(fresh, 'Enter your code')).toBeVisible();
  await row.getByRole('button', { name: 'Actions for Ada Moss' }).click();
  await page.getByRole('menuitem', { name: 'Reset second factor…' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('The second factor of Ada Moss is reset.')).toBeVisible();
  await fresh.goto('/sign-in');
  await fresh.getByLabel('Email').fill(email);
  await fresh.getByLabel('Password', { exact: true }).fill('a new harbour light 9');
  await fresh.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(fresh, 'Flows')).toBeVisible();
  await Promise.all([fresh.close(), other.close()]);
});

test('an account requires a second factor, and who has none sets it up before anything else', async ({
  signedIn: page,
}) => {
  const email = 'required@example.org';
  await makeOwner(page, email);
  await page.goto('/settings/sign-in');
  const required = page.getByRole('switch', { name: 'Require a second factor' });
  await required.focus();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await page.keyboard.press('Space');
  await expect(heading(page, 'Set up a second factor')).toBeVisible();
  expect(refused).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set up' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const key = (await dialog.getByRole('code').textContent()) ?? '';
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(heading(page, 'Flows')).toBeVisible();
});
