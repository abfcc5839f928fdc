/** A contact is found, exported and erased on the page, and the certificate is a file that verifies. */

import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { erasurePaths } from '#api/erasures/paths.ts';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';
import { startFlow, storeFlow } from '../stored-flow.ts';

const number = '+447911120101';

test.use({ expectedErrors: [/status of (400|500)/] });

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const waiting = page.waitForEvent('download');
  await press();
  const file = await waiting;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('is counted, exported, and erased after its number was typed again', { tag: '@journey' }, async ({
  api,
  signedIn: page,
}) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const { sid } = await startFlow(api, flow, number);
  await startFlow(api, flow, '+447911120102');
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Contacts' }).click();
  await expect(page.getByText('No erasures yet')).toBeVisible();
  const values = page.getByRole('textbox', { name: 'Numbers, email addresses, full name' });
  const reason = page.getByRole('textbox', { name: 'Reason (optional)' });
  await values.fill('Orla');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('alert')).toContainText('The search failed');
  await values.fill('+447911120199');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing names this contact' })).toBeVisible();

  // By keys alone.
  await values.fill(number);
  await values.press('Tab');
  await expect(reason).toBeFocused();
  await reason.fill('Request 4471');
  await reason.press('Enter');
  const found = page.getByRole('region', { name: 'What there is' });
  await expect(found.getByRole('listitem').filter({ hasText: 'Executions' })).toHaveText('Executions1');
  await expectAccessible(page);

  const exported = await downloaded(page, () => found.getByRole('button', { name: 'Export' }).click());
  expect(exported.name).toBe('contact.jsonl');
  expect(exported.text).toContain(sid);
  expect(exported.text).not.toContain('+447911120102');

  await found.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this contact?' });
  await expectAccessible(page);
  const again = dialog.getByRole('textbox');
  await expect(again).toBeFocused();
  await again.fill('447911');
  await again.press('Enter');
  await expect(dialog.getByText('This is not the same.')).toBeVisible();
  await again.fill(number);
  await again.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(values).toHaveValue('');

  const list = page.getByRole('region', { name: 'Erasures' });
  await expect(list.getByText('Completed')).toBeVisible({ timeout: 20_000 });
  const file = await downloaded(page, () =>
    list.getByRole('button', { name: /^Download the certificate/ }).click(),
  );
  const { certificate, signature, public_key } = JSON.parse(file.text);
  const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(certificate), key, Buffer.from(signature, 'base64'))).toBe(true);
  expect(JSON.parse(certificate)).toMatchObject({ reason: 'Request 4471', erased: { executions: 1 } });
  expect(await (await api.get(paths.executionContext(flow.sid, sid))).text()).not.toContain(number);
});

test('says what failed, and a viewer what the role is for', async ({ signedIn: page }) => {
  await page.route(`**${erasurePaths.erasures}?*`, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 20500, message: 'Out of order', more_info: 'https://flows.example/errors', status: 500 },
    }),
  );
  await page.goto('/settings/contacts');
  await expect(page.getByText('Could not load the erasures')).toBeVisible();
  await page.unroute(`**${erasurePaths.erasures}?*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No erasures yet')).toBeVisible();
  await page.route(`**${erasurePaths.contactSearch}`, (route) =>
    route.fulfill({ contentType: 'application/jsonl', body: '{"counts":{},"is_complete":false}\n' }),
  );
  await page.getByRole('textbox', { name: 'Numbers, email addresses, full name' }).fill(number);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('alert')).toContainText('broke off');
});
