/** The API reference: linked, searchable, accessible, and tried with the session. */

import { expect, test } from '../account-fixtures.ts';
import { axeViolations, setTheme } from '../fixtures.ts';

// The browser reports the response 400.
test.use({ expectedErrors: [/Failed to load resource/] });

/** All operations are rendered before one is, which takes some seconds of a processor that other tests use too. */
const rendered = { timeout: 60_000 };

test('the API reference is linked, searchable and tried with the session', async ({ signedIn: page }) => {
  await page.goto('/settings/account');
  await page.getByRole('link', { name: 'Open API reference' }).click();
  await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(/^Signed in as Account of one test/);
  await page.getByPlaceholder('Filter by tag or path').fill('start a flow for a contact');
  const operation = page.locator('#operations-Executions-CreateExecution');
  await operation.getByText('Start a flow for a contact', { exact: true }).click();
  await expect(page).toHaveURL(/\/docs#\/Executions\/CreateExecution$/);
  await expect(operation.locator('[data-path="/v2/Flows/{FlowSid}/Executions"]')).toBeInViewport(rendered);
  // All operations are rendered alike, so one represents all: the whole page takes minutes.
  const within = ['#operations-Executions-CreateExecution', 'h1'];
  expect(await axeViolations(page, { within })).toEqual([]);
  await setTheme(page, 'dark');
  await page.reload();
  await expect(operation.getByRole('button', { name: 'Try it out' })).toBeVisible(rendered);
  expect(await axeViolations(page, { within })).toEqual([]);
  // A write with only the cookie passes the origin check.
  await page.goto('/docs#CreateFlow');
  const create = page.locator('#operations-Flows-CreateFlow');
  await create.getByRole('button', { name: 'Try it out' }).click();
  await create.getByPlaceholder('FriendlyName').fill('Made on the page');
  await create.getByPlaceholder('Definition').fill('{');
  await create.getByRole('button', { name: 'Execute' }).click();
  await expect(create.locator('.live-responses-table')).toContainText('Parameter Definition must be JSON');
});
