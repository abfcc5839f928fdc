/** Replacing the secret in the webhook URL of a flow, in Settings, with the mouse and with the keys. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../fixtures.ts';
import { storeFlow } from '../stored-flow.ts';

const urlField = (page: Page) => page.getByRole('textbox', { name: 'URL with secret' });
const replace = (page: Page) => page.getByRole('button', { name: 'Replace secret' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Replace the secret?' });

test('the secret of a webhook is replaced, with the mouse', { tag: '@journey' }, async ({
  signedIn: page,
  api,
}) => {
  const { sid } = await storeFlow(api, { name: 'Reminder' });
  const stored = async () =>
    ((await (await api.get(paths.webhookSecret(sid))).json()) as { webhook_url: string }).webhook_url;
  await page.goto(`/settings/flows/${sid}/webhook`);
  const old = await stored();
  await expect(urlField(page)).toHaveValue(old);

  await replace(page).click();
  await expect(dialogOf(page)).toContainText('The URL with the old secret stops working at once.');
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(urlField(page)).toHaveValue(old);
  expect(await stored()).toBe(old);

  await replace(page).click();
  await dialogOf(page).getByRole('button', { name: 'Replace secret' }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(urlField(page)).not.toHaveValue(old);
  await expect(urlField(page)).toHaveValue(await stored());
});

test('the secret of a webhook is replaced, with the keys', async ({ signedIn: page, api }) => {
  const { sid } = await storeFlow(api, { name: 'Reminder' });
  await page.goto(`/settings/flows/${sid}/webhook`);
  await expect(urlField(page)).toHaveValue(/FlowSecret=/);
  const old = await urlField(page).inputValue();

  await replace(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(replace(page)).toBeFocused();
  await expect(urlField(page)).toHaveValue(old);

  await page.keyboard.press('Enter');
  const submit = dialogOf(page).getByRole('button', { name: 'Replace secret' });
  await expect(submit).toBeVisible();
  // Last in the dialog: backwards from its beginning.
  await expect(async () => {
    await page.keyboard.press('Shift+Tab');
    await expect(submit).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
  await expect(urlField(page)).not.toHaveValue(old);
  await expect(urlField(page)).toHaveValue(/FlowSecret=/);
  await expect(replace(page)).toBeFocused();
});

test.describe('where the server cannot do it', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('the dialog says why and stays, and the secret remains', async ({ signedIn: page, api }) => {
    const { sid } = await storeFlow(api, { name: 'Reminder' });
    await page.goto(`/settings/flows/${sid}/webhook`);
    await expect(urlField(page)).toHaveValue(/FlowSecret=/);
    const old = await urlField(page).inputValue();
    const message = 'The database cannot be reached';
    await page.route(`**${paths.webhookSecret(sid)}`, (route) =>
      route.fulfill({
        status: 503,
        json: { code: 20503, message, more_info: 'https://patchbay.test/errors/20503', status: 503 },
      }),
    );
    await replace(page).click();
    await dialogOf(page).getByRole('button', { name: 'Replace secret' }).click();
    await expect(dialogOf(page).getByRole('alert')).toContainText(message);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(urlField(page)).toHaveValue(old);
  });
});
