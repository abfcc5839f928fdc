/** What specs do about people: the first owner, joining by a link, and signing in. */

import { type Browser, expect, type Page } from 'playwright/test';

export const password = 'violet harbour ladder 7';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Makes the first owner from the account's session. */
export async function makeOwner(page: Page, email: string, base = ''): Promise<void> {
  await page.goto(`${base}/flows`);
  await page.getByRole('button', { name: 'Make the first owner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Olga Stein');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Make owner' }).click();
  await expect(page.getByText('Olga Stein is the owner of this account.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Make the first owner' })).toHaveCount(0);
}

/** Opens a link as a new person does, in a browser of its own. */
export async function joinByLink(browser: Browser, link: string, name: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(link);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(heading(page, 'Flows')).toBeVisible();
  return page;
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
