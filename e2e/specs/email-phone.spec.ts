/** The email section of the settings on a phone: the columns of a wide screen are all reachable. */

import type { Locator } from 'playwright/test';
import { emailPaths } from '#api/email/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { fillEmail } from '../email-account.ts';

test.use({ viewport: { width: 390, height: 700 } });

/** Waits until the element is horizontally within its scroll container. */
const expectFits = (box: Locator) =>
  expect.poll(() => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

test('the focused element stays in view on a phone', async ({ signedIn: page }) => {
  const isInSight = async () => {
    expect(await page.getByRole('main').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    const places = await page.evaluate(() => {
      const { top, bottom } = document.activeElement?.parentElement?.getBoundingClientRect() ?? {};
      return { top: top ?? -1, bottom: bottom ?? -1, height: window.innerHeight };
    });
    expect(places.top).toBeGreaterThanOrEqual(0);
    expect(places.bottom).toBeLessThanOrEqual(places.height);
  };
  await page.goto('/settings/email/inbound');
  await page.getByRole('button', { name: 'Add policy' }).click();
  await page.getByRole('switch', { name: /Use OAuth/ }).focus();
  await isInSight();
  await page.goto('/settings/email/keys/new');
  await expect(page.getByRole('checkbox').last()).toBeAttached();
  await page.getByRole('checkbox').last().focus();
  await isInSight();
});

test('the current page is visible in the tab bar, beside the region', async ({ signedIn: page }) => {
  await page.goto('/settings/email/suppressions');
  const pages = page.getByRole('navigation', { name: 'Email pages' });
  await expect(pages.getByRole('link', { name: 'Suppressions' })).toBeInViewport({ ratio: 1 });
  const region = page.getByRole('button', { name: /Region and account/ });
  await expect(region).toBeInViewport({ ratio: 1 });
  const [row, button] = [await pages.boundingBox(), await region.boundingBox()];
  expect(button?.y).toBeCloseTo(row?.y ?? -1, 0);
  await pages.getByRole('link', { name: 'API keys' }).click();
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
  await expect(pages.getByRole('link', { name: 'API keys' })).toBeInViewport({ ratio: 1 });
});

test('scopes and reasons are below their names', async ({ api, signedIn: page }) => {
  await fillEmail(api);
  await page.goto('/settings/email/keys');
  const key = page.getByRole('row', { name: /Production sender/ });
  await expect(key.getByText('mail.send').first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Scopes' })).toHaveCount(0);
  await page.goto('/settings/email/suppressions');
  const entry = page.getByRole('row', { name: /gone@receiver.example/ });
  await expect(entry.getByText('Added manually').first()).toBeVisible();
  await expect(entry.getByRole('time')).toHaveAttribute('title', /\d{4}/);
});

test('every scope of an area is reachable without horizontal scrolling', async ({ api, signedIn: page }) => {
  await page.goto('/settings/email/keys/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Cleaner');
  await page.getByRole('searchbox', { name: 'Search scopes' }).fill('api_keys');
  await expectFits(page.locator('.matrix'));
  await page.getByText('delete', { exact: true }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByText(/^SG\./)).toBeVisible();
  const { result } = await (await api.get(emailPaths.keys)).json();
  const key = await (await api.get(emailPaths.key(result[0].api_key_id))).json();
  expect(key.scopes).toEqual(['api_keys.delete']);
});

test('a post without a response is shown, and the link to all posts is a large enough touch target', async ({
  api,
  signedIn: page,
}) => {
  await fillEmail(api);
  await page.goto('/settings/email');
  const recent = page.getByRole('region', { name: 'Recent deliveries' });
  await expect(recent.getByText('No response').first()).toBeVisible();
  const all = await recent.getByRole('link', { name: 'View all' }).boundingBox();
  expect(all?.height).toBeGreaterThanOrEqual(24);
});
