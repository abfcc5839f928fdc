/** Test users of a flow: typed, pasted, removed, validated and saved; their executions; and the flow's webhook. */

import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';
import { smallFlow } from '../small-flow.ts';
import { storeFlow } from '../stored-flow.ts';

test('identities are typed, pasted and removed by keyboard, and saved as one list', {
  tag: '@journey',
}, async ({ api, signedIn: page }) => {
  const flow = await storeFlow(api, { name: 'Reminder', definition: smallFlow(), status: 'draft' });
  await page.goto('/flows');
  await page.getByRole('button', { name: 'Actions for Reminder' }).click();
  await page.getByRole('menuitem', { name: 'Test users' }).click();
  await expect(page.getByRole('heading', { name: 'Test users', level: 1 })).toBeVisible();
  await expect(page.getByText('Never published')).toBeVisible();

  const field = page.getByRole('textbox', { name: 'Add an identity' });
  const chips = page.getByRole('grid', { name: 'Identities' }).getByRole('row');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await field.fill('+44 7700 900 142');
  await field.press('Enter');
  await field.fill('client:reception,');
  await field.press('Enter');
  await expect(chips).toHaveCount(2);
  await expect(chips.first()).toContainText('+447700900142');
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'chat:one\nchat:two; chat:two\nchat:three');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(chips).toHaveCount(5);
  await field.press('Backspace');
  await expect(chips).toHaveCount(4);
  await page.getByRole('row', { name: 'chat:one' }).focus();
  await page.keyboard.press('Delete');
  await expect(chips).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove chat:two' }).click();
  await expect(chips).toHaveCount(2);
  await save.click();
  await expect(page.getByText('Test users saved.')).toBeVisible();
  await expect(page.getByText('2 identities')).toBeVisible();
  const stored = await (await api.get(paths.testUsers(flow.sid))).json();
  expect(stored.test_users).toEqual(['+447700900142', 'client:reception']);

  await page.getByRole('button', { name: 'Remove client:reception' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(chips).toHaveCount(2);
  await expectAccessible(page);
});

test('an identity that is too long is marked in place and cannot be saved', async ({
  api,
  signedIn: page,
}) => {
  const flow = await storeFlow(api, { name: 'Reminder', definition: smallFlow() });
  await page.goto(`/settings/flows/${flow.sid}/test-users`);
  const field = page.getByRole('textbox', { name: 'Add an identity' });
  await field.fill('é'.repeat(12));
  await expect(page.getByText('24 of 300 bytes')).toBeVisible();
  await field.fill('é'.repeat(151));
  await field.press('Enter');
  await expect(page.getByText('One identity is 302 bytes long. The limit is 300 bytes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expectAccessible(page);
  await field.press('Backspace');
  await expect(page.getByText('One identity is')).toBeHidden();
});

test('draft executions of test users are listed with a link to each', async ({ api, signedIn: page }) => {
  const flow = await storeFlow(api, { name: 'Reminder', definition: smallFlow() });
  const draft = await api.post(paths.flow(flow.sid), {
    form: { Status: 'draft', Definition: JSON.stringify(smallFlow()) },
  });
  expect(draft.status(), await draft.text()).toBe(200);
  await api.post(paths.testUsers(flow.sid), { form: { TestUsers: '+15005550101' } });
  for (const From of ['+15005550101', '+15005550102']) {
    const posted = await api.post(flow.webhook_url, { form: { From, To: '+15005550006', Body: 'Hello' } });
    expect(posted.status()).toBe(200);
  }
  await page.goto(`/settings/flows/${flow.sid}/test-users`);
  await expect(page.getByText('Draft 2')).toBeVisible();
  await expect(page.getByText('Published 1')).toBeVisible();
  const runs = page.getByRole('table', { name: 'Recent test runs' }).getByRole('row');
  await expect(runs).toHaveCount(2);
  await expect(runs.nth(1)).toContainText('+15005550101');
  await expect(runs.nth(1)).toContainText('ask');
  await expectAccessible(page);
  await runs.getByRole('link').click();
  await expect(page.getByRole('heading', { name: '+15005550101' })).toBeVisible();
});

test('another flow is selected in the list, and its webhook can be copied', async ({
  api,
  signedIn: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const first = await storeFlow(api, { name: 'First flow', definition: smallFlow() });
  const second = await storeFlow(api, { name: 'Second flow', definition: smallFlow() });
  await page.goto(`/settings/flows/${first.sid}/webhook`);
  await expect(page.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue(first.webhook_url);
  await page.getByRole('button', { name: /First flow/ }).click();
  await page.getByRole('option', { name: 'Second flow' }).click();
  await expect(page.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue(second.webhook_url);
  await page.getByRole('button', { name: 'Copy webhook URL' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(second.webhook_url);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Test users' }).click();
  await expect(page).toHaveURL(`/settings/flows/${second.sid}/test-users`);
});
