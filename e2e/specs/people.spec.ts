/** People on the page: the first owner, an invitation by link, signing in by password, another role, a block, the roles. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { pngFile } from '#server/testing/png-file.ts';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';
import { joinByLink as join, makeOwner, signIn } from '../people.ts';
import { storeFlow } from '../stored-flow.ts';

// The browser reports the 401 of a session that has ended, and the 404 of a link that was used.
test.use({ expectedErrors: [/Failed to load resource/] });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('the first owner is made, signs out, and signs in by password', { tag: '@journey' }, async ({
  signedIn: page,
  account,
}) => {
  const email = `owner.${account.sid}@people.example`;
  await makeOwner(page, email);
  await page.getByRole('button', { name: /^Olga Stein, Owner/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('another password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email and password do not match.')).toBeVisible();
  await signIn(page, email);
  await expect(heading(page, 'Flows')).toBeVisible();
  await page.goto('/settings/profile');
  await expect(page.getByText('This device')).toBeVisible();

  const own = page.getByRole('button', { name: /^Olga Stein/ }).locator('img');
  const chosen = { name: 'me.png', mimeType: 'image/png', buffer: pngFile(300) };
  await page.locator('input[type=file]').setInputFiles(chosen);
  await expect(own).toHaveJSProperty('naturalWidth', 128);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(own).toHaveCount(0);
  await page.locator('input[type=file]').setInputFiles({ ...chosen, buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('This file is no picture')).toBeVisible();
});

test('a person is invited by link, gets another role, and is blocked', { tag: '@journey' }, async ({
  signedIn: page,
  account,
  api,
  browser,
}) => {
  const { sid } = await storeFlow(api, { name: 'Left open', status: 'draft' });
  await makeOwner(page, `owner.${account.sid}@people.example`);
  const email = `nora.${account.sid}@people.example`;
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email addresses').fill(email);
  await dialog.getByText('Viewer', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click();
  const link = (await dialog.getByRole('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: email })).toContainText('Invited');

  const other = await join(browser, link, 'Nora Lind');
  await expect(other.getByRole('button', { name: 'New flow' })).toHaveCount(0);
  const second = await browser.newPage();
  await second.goto(link);
  await expect(heading(second, 'This link is not valid any more')).toBeVisible();
  await second.close();

  await page.reload();
  const row = page.getByRole('row', { name: 'Nora Lind' });
  await row.getByRole('button', { name: 'Actions for Nora Lind' }).click();
  await page.getByRole('menuitem', { name: 'Change role…' }).click();
  await dialog.getByText('Author', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(row).toContainText('Author');
  await other.reload();
  await expect(other.getByRole('button', { name: 'New flow' }).first()).toBeVisible();
  await other.goto(`/flows/${sid}`);
  await expect(other.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();

  await expect(row).toContainText('None');
  await page.keyboard.press('/');
  await page.keyboard.type('nora');
  await expect(page.getByRole('row', { name: 'Olga Stein' })).toHaveCount(0);
  await expect(page).toHaveURL(/q=nora/);

  await row.getByRole('button', { name: 'Actions for Nora Lind' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await expect(row).toContainText('Blocked');
  // The open page ends by itself.
  await expect(heading(other, 'Sign in')).toBeVisible({ timeout: 5_000 });
  await other.close();
});

test('an author sees which role publishing needs, and which shows the keys', async ({
  signedIn: page,
  account,
  api,
  browser,
}) => {
  await makeOwner(page, `owner.${account.sid}@people.example`);
  const { sid } = await storeFlow(api, { name: 'Shown', status: 'draft' });
  await page.goto('/settings/members?invite=true');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email addresses').fill(`ada.${account.sid}@people.example`);
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click();
  const author = await join(browser, (await dialog.getByRole('code').textContent()) ?? '', 'Ada Moss');
  await author.goto(`/flows/${sid}`);
  const publish = author.getByRole('button', { name: 'Publish', exact: true });
  await expect(publish).toHaveAttribute('aria-disabled', 'true');
  // A press does nothing, and tells the page that there is a pointer.
  await publish.click({ force: true });
  await author.mouse.move(4, 400);
  await publish.hover();
  await expect(author.getByRole('tooltip')).toContainText('Publishing needs the role Publisher');
  await author.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(author.getByText('Publishing needs the role Publisher, Admin or Owner.')).toHaveCount(2);
  await expect(author.getByRole('dialog')).toHaveCount(0);

  await author.goto(`/flows/${sid}/executions`);
  await author.getByRole('button', { name: 'Test draft live' }).first().click();
  await author.getByLabel('From').fill('+15005550006');
  await author.getByLabel('First message').fill('Hello');
  await author.getByRole('button', { name: 'Start test' }).click();
  await expect(author).toHaveURL(/executions\/FN/);
  await author.goto('/settings/account');
  await expect(author.getByText('Your role does not show this')).toBeVisible();
  await author.close();
});

test('the roles are compared, and the address says which', async ({ signedIn: page }) => {
  await page.goto('/settings/roles?compare=viewer..support');
  await expect(page.getByText('Support may do 5 things more')).toBeVisible();
  await page.getByText('Only differences').click();
  await expect(page).toHaveURL(/only=true/);
  await expect(page.getByRole('row', { name: /Edit, comment and test drafts/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Answer tasks/ })).toBeVisible();
  await expectAccessible(page);
});

test('a group gives its people a role, and ends with it', async ({ signedIn: page, account, browser }) => {
  await makeOwner(page, `owner.${account.sid}@people.example`);
  await page.goto('/settings/members?invite=true');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email addresses').fill(`ida.${account.sid}@people.example`);
  await dialog.getByText('Viewer', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click();
  const member = await join(browser, (await dialog.getByRole('code').textContent()) ?? '', 'Ida Falk');
  await page.goto('/settings/members?groups=true');
  await page.getByRole('button', { name: 'Make a group' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Flow team');
  await dialog.getByRole('button', { name: /Role in/ }).click();
  await page.getByRole('option', { name: 'Author' }).click();
  await dialog.getByText('Ida Falk').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make a group' }).click();
  await expect(page.getByRole('row', { name: 'Flow team' })).toContainText('1 person');
  await expectAccessible(page);
  await member.reload();
  await expect(member.getByRole('button', { name: /^Ida Falk, Author/ })).toBeVisible();
  await page.getByRole('tab', { name: 'People' }).click();
  await expect(page.getByRole('row', { name: 'Ida Falk' })).toContainText('Group Flow team, Given directly');
  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByRole('button', { name: 'Actions for the group Flow team' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No groups')).toBeVisible();
  await member.reload();
  await expect(member.getByRole('button', { name: /^Ida Falk, Viewer/ })).toBeVisible();
  await member.close();
});

test('a group that somebody else removed first leaves the list as the removal is refused', async ({
  signedIn: page,
  api,
}) => {
  const { sid } = await (await api.post(paths.groups, { form: { Name: 'Early team' } })).json();
  await page.goto('/settings/members?groups=true');
  await page.getByRole('button', { name: 'Actions for the group Early team' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  expect((await api.delete(paths.group(sid))).status()).toBe(204);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No groups')).toBeVisible();
});
