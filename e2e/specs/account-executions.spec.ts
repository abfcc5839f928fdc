/** The executions of all flows: filters in the address, live rows that stay in place, masked contacts, columns, file. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { Phone } from '../external-systems/phone.ts';
import { lineOf, sampleDefinition, startFlow, storeFlow } from '../stored-flow.ts';

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Executions of all flows' }).locator('tbody').getByRole('row');
const contact = (index: number) => `+1500666${String(3000 + index)}`;

test('filters are in the address, a saved one is a link, and each is removed by its chip', {
  tag: '@journey',
}, async ({ signedIn: page, api }) => {
  const reminder = await storeFlow(api, { name: 'Reminder' });
  const other = await storeFlow(api, { name: 'Other reminder' });
  await startFlow(api, reminder, contact(1));
  const second = await startFlow(api, reminder, contact(2));
  await startFlow(api, other, contact(3));
  await new Phone(lineOf(reminder), contact(2)).sendMessage('yes');

  await page.goto('/executions');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('radio', { name: 'Ended' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/show=ended/);
  await page.getByRole('radio', { name: 'All' }).click();

  await page.getByRole('button', { name: 'Filters', exact: true }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Filter executions' });
  await form.getByRole('textbox', { name: 'Error code' }).fill('x');
  await expect(form.getByText('Enter a number, or “any”.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Error code' }).fill('');
  await form.getByRole('textbox', { name: 'Widget' }).fill('remind');
  await form.getByRole('button', { name: 'Flow' }).click();
  await page.getByRole('option', { name: 'Reminder', exact: true }).click();
  await form.getByRole('button', { name: 'Apply filters' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  // The execution stays on its revision, and the filter follows the widget.
  const renamed = JSON.stringify(sampleDefinition('appointment-reminder'))
    .replaceAll('"remind"', '"remind_guest"')
    .replaceAll('widgets.remind.', 'widgets.remind_guest.');
  const published = { Status: 'published', Definition: renamed };
  expect((await api.post(paths.flow(reminder.sid), { form: published })).status()).toBe(200);
  await page.reload();
  await expect(page.getByText('Widget: remind_guest')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove filter: Widget: remind_guest' }).click();
  await expect(rows(page)).toHaveCount(2);

  const search = page.getByRole('searchbox');
  await search.fill(contact(3));
  await search.press('Enter');
  await expect(page.getByText('No executions found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(rows(page)).toHaveCount(3);
  await search.fill(second.sid);
  await search.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/executions/${second.sid}$`));
});

test('rows are renewed in place, and new executions wait behind a button', async ({
  signedIn: page,
  api,
}) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  await startFlow(api, flow, contact(4));
  await page.goto('/executions');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('remind');
  await new Phone(lineOf(flow), contact(4)).sendMessage('perhaps');
  await expect(rows(page).first()).toContainText('ask_again');
  await startFlow(api, flow, contact(5));
  const button = page.getByRole('button', { name: '1 new execution' });
  await expect(button).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await button.click();
  await expect(rows(page)).toHaveCount(2);
  await expect(button).toBeHidden();
});

test('contacts are masked until one is shown', async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  await startFlow(api, flow, contact(6));
  await page.goto('/executions');
  await expect(rows(page).first()).toContainText('+1 ••• ••06');
  await expect(page.getByText(contact(6))).toHaveCount(0);
  await page.getByRole('button', { name: /^Show the address of/ }).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toContainText(contact(6));
});

test('the chosen columns stay, and the file has what the filter finds', async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  await Promise.all(Array.from({ length: 53 }, (_, index) => startFlow(api, flow, contact(100 + index))));
  await page.goto('/executions');
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Revision' }).click();
  await expect(page.getByRole('columnheader', { name: 'Revision' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Flow' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Revision' })).toBeHidden();

  await page.getByRole('link', { name: 'Older' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('link', { name: 'Newer' }).click();
  await expect(rows(page)).toHaveCount(50);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(54);
  expect(file).not.toContain(contact(100));
});

test('all of a filter are ended after a count and an offer to undo, with honest progress', {
  tag: '@journey',
}, async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const other = await storeFlow(api, { name: 'Other reminder' });
  await Promise.all(Array.from({ length: 12 }, (_, index) => startFlow(api, flow, contact(200 + index))));
  await startFlow(api, other, contact(300));
  await page.goto(`/executions?flow=${flow.sid}`);
  await expect(rows(page)).toHaveCount(12);
  const order = async () => {
    await page.getByRole('button', { name: 'End or delete…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'End or delete executions' });
    await expect(dialog.getByText('12 active executions found.')).toBeVisible();
    await dialog.getByRole('button', { name: 'End 12 executions' }).click();
    await expect(page.getByText('12 executions will be ended when this message closes.')).toBeVisible();
  };
  await order();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('will be ended')).toBeHidden();
  await expect(rows(page).filter({ hasText: 'Active' })).toHaveCount(12);
  await order();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(rows(page).filter({ hasText: 'Ended' })).toHaveCount(12);
  await page.goto('/executions?show=active');
  await expect(rows(page)).toHaveCount(1);
  // All of the account: the number is typed.
  await page.getByRole('button', { name: 'End or delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'End or delete executions' });
  const end = dialog.getByRole('button', { name: 'End 1 execution' });
  await end.click();
  const number = dialog.getByRole('textbox', { name: 'Type 1 to confirm' });
  await expect(number).toBeFocused();
  await expect(dialog).toContainText('Enter the number of executions: 1.');
  await number.fill('1');
  await end.click();
  await expect(page.getByText('1 execution will be ended when this message closes.')).toBeVisible();
});

test('the live picture counts who waits where and which ways were taken, and opens the list', async ({
  signedIn: page,
  api,
}) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  for (let index = 0; index < 3; index += 1) await startFlow(api, flow, contact(400 + index));
  await new Phone(lineOf(flow), contact(400)).sendMessage('perhaps');
  await page.goto(`/flows/${flow.sid}/executions`);
  const live = page.getByRole('region', { name: 'Live view' });
  await expect(live.getByText('3 waiting now')).toBeVisible();
  const waiting = live.getByRole('button', { name: '2 executions wait at remind' });
  await expect(waiting).toBeVisible();
  await expect(live.getByRole('button', { name: /taken 3 times/ })).toBeVisible();
  await startFlow(api, flow, contact(403));
  await expect(live.getByRole('button', { name: '3 executions wait at remind' })).toBeVisible();
  await live.getByRole('button', { name: '3 executions wait at remind' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/widget=remind/);
  await expect(rows(page)).toHaveCount(3);
  await page.goto('/flows');
  await expect(page.getByRole('img', { name: '4 starts in the last 24 hours' })).toBeVisible();
});
