/** What specs do about people: the first owner, joining by a link, and signing in. */

import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type Browser, expect, type Page } from 'playwright/test';
import type { RunningServer } from './server.ts';

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

/** Makes a member of the account of `account`, as whom the page is signed in without having seen a form. */
export async function joinAs(
  page: Page,
  account: APIRequestContext,
  name: string,
  base: string,
): Promise<void> {
  const form = { Email: `${randomUUID()}@people.example`, Role: 'author' };
  const invited = await account.post('/v1/Invitations', { form });
  const Token = new URL((await invited.json()).link).hash.slice(1);
  const joined = await page.request.post('/session/link/use', {
    form: { Token, Name: name, Password: password },
    headers: { origin: base },
  });
  expect(joined.status(), await joined.text()).toBe(200);
}

/** A page of a browser of their own for another member, as whom it is signed in. */
export async function openAs(
  browser: Browser,
  { url: baseURL }: RunningServer,
  account: APIRequestContext,
  name: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await joinAs(page, account, name, baseURL);
  return page;
}

/** Joins a person who has a password to a further account, as a viewer; `account` has its credentials. */
export async function joinFurther(account: APIRequestContext, email: string, base: string): Promise<void> {
  const invited = await account.post('/v1/Invitations', { form: { Email: email, Role: 'viewer' } });
  const form = { Token: new URL((await invited.json()).link).hash.slice(1), Password: password };
  const joined = await account.post('/session/link/use', { form, headers: { origin: base } });
  expect(joined.status(), await joined.text()).toBe(200);
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
