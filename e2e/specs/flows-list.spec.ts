/** The list of flows: search, filters, creation, and the actions of a row. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { canonicalDefinition } from '#flow/canonical/canonical.ts';
import { expect, test } from '../account-fixtures.ts';
import { sampleDefinition, startFlow, storeFlow } from '../stored-flow.ts';

const names = (page: Page) => page.getByRole('table', { name: 'Flows' }).getByRole('row').getByRole('link');

async function openFlows(page: Page): Promise<void> {
  await page.goto('/flows');
  await expect(page.getByRole('heading', { name: 'Flows', level: 1 })).toBeVisible();
}

async function choose(page: Page, flow: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${flow}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('flows are searched, filtered and sorted, and the URL keeps it', {
  tag: ['@journey', '@variants'],
}, async ({ signedIn: page, api }) => {
  await storeFlow(api, { name: 'Pharmacy line' });
  const busy = await storeFlow(api, { name: 'Appointments' });
  await storeFlow(api, { name: 'Bakery orders', status: 'draft' });
  await startFlow(api, busy, '+15005552001');
  await openFlows(page);
  await expect(names(page)).toHaveText(['Bakery orders', 'Appointments', 'Pharmacy line']);

  await page.getByRole('button', { name: 'Last edit' }).click();
  await page.getByRole('menuitem', { name: 'Active executions' }).click();
  await expect(names(page).first()).toHaveText('Appointments');
  await page.getByRole('button', { name: 'Active executions' }).click();
  await page.getByRole('menuitem', { name: 'Name' }).click();
  await expect(names(page)).toHaveText(['Appointments', 'Bakery orders', 'Pharmacy line']);

  await page.getByRole('radio', { name: /^Published\s*\d/ }).click();
  await expect(names(page)).toHaveText(['Appointments', 'Pharmacy line']);
  await page.getByRole('radio', { name: /^Draft/ }).click();
  await expect(names(page)).toHaveText(['Bakery orders']);
  await page.reload();
  await expect(names(page)).toHaveText(['Bakery orders']);
  await page.getByRole('radio', { name: /All/ }).click();

  await page.keyboard.press('/');
  await page.keyboard.type('line pharm');
  await expect(names(page)).toHaveText(['Pharmacy line']);
  await expect(page).toHaveURL(/q=line/);
  await page.keyboard.type('acist');
  await expect(page.getByText('No flows found')).toBeVisible();
  await page.getByRole('link', { name: 'Show all flows' }).click();
  await expect(names(page)).toHaveCount(3);
});

test('flows get tags, are filtered by them, and are found by tag and in spite of a misspelling', {
  tag: '@journey',
}, async ({ signedIn: page, api }) => {
  await storeFlow(api, { name: 'Main line' });
  const recall = await storeFlow(api, { name: 'Recall by text' });
  await storeFlow(api, { name: 'Card payment' });
  await openFlows(page);
  await choose(page, 'Recall by text', 'Tags…');
  const dialog = page.getByRole('dialog', { name: 'Tags of Recall by text' });
  await expect(dialog.getByRole('textbox', { name: 'Add a tag' })).toBeFocused();
  await page.keyboard.type('recalls');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Front  desk');
  await page.keyboard.press('Enter');
  await page.keyboard.type('a'.repeat(41));
  await expect(dialog.getByText('A tag has at most 40 characters.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Add a tag' }).fill('gone');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove tag gone' }).click();
  // The empty field sends the form.
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Recall by text')).toContainText('recallsFront desk');

  await choose(page, 'Main line', 'Tags…');
  const offered = page.getByRole('dialog').getByRole('button', { name: 'Add tag Front desk' });
  await offered.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save tags' }).click();
  const tags = page.getByRole('group', { name: 'Filter by tag' });
  await expect(tags.getByRole('button')).toHaveText(['Front desk2', 'recalls1']);
  await tags.getByRole('button', { name: 'Front desk, 2 flows' }).click();
  await expect(names(page)).toHaveText(['Recall by text', 'Main line']);
  await tags.getByRole('button', { name: 'recalls, 1 flow' }).click();
  await expect(names(page)).toHaveText(['Recall by text']);
  await page.reload();
  await expect(names(page)).toHaveText(['Recall by text']);
  await expect(tags.getByRole('button', { name: 'recalls, 1 flow' })).toHaveAttribute('aria-pressed', 'true');
  await tags.getByRole('button', { name: 'recalls, 1 flow' }).click();
  await tags.getByRole('button', { name: 'Front desk, 2 flows' }).click();
  await expect(names(page)).toHaveCount(3);

  await page.keyboard.press('/');
  await page.keyboard.type('recal dsek');
  await expect(names(page)).toHaveText(['Recall by text']);

  // In the designer: the palette finds other flows by their tags, and the flow is duplicated and deleted.
  await page.goto(`/flows/${recall.sid}`);
  await expect(page.getByRole('application')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
  await page.keyboard.type('front desk');
  await expect(page.getByRole('option', { name: /Main line/ })).toContainText('Front desk');
  await page.keyboard.press('Escape');
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'More flow actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Duplicate flow');
  await expect(page.getByRole('button', { name: /Recall by text copy/ })).toBeVisible();
  await menu('Tags…');
  const own = page.getByRole('dialog', { name: 'Tags of Recall by text copy' });
  await expect(own).toContainText('Front desk');
  await expect(own.getByRole('textbox', { name: 'Add a tag' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(own).toBeHidden();
  await menu('Delete flow');
  await expect(page.getByText('Recall by text copy will be deleted when this message closes.')).toBeVisible();
  await expect(names(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(names(page)).toHaveCount(4);
});

test('a filter without results shows an empty state', async ({ signedIn: page, api }) => {
  await storeFlow(api, { name: 'The only one', status: 'draft' });
  await openFlows(page);
  await page.getByRole('radio', { name: /^Published\s*\d/ }).click();
  await expect(page.getByText('No flows found')).toBeVisible();
});

test('a new flow is created from a template with a name', { tag: '@journey' }, async ({ signedIn: page }) => {
  await openFlows(page);
  await expect(page.getByText('No flows yet')).toBeVisible();
  await page.getByRole('button', { name: 'New flow' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  await dialog.getByRole('searchbox', { name: 'Search templates' }).fill('survey');
  await dialog.getByRole('option', { name: 'Survey' }).click();
  await expect(page).toHaveURL(/new=survey/);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('  ');
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(dialog.getByText('Name is required.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('How was it?');
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(page).toHaveURL(/\/flows\/FW[0-9a-f]{32}/);
  await expect(page.getByText('How was it?').first()).toBeVisible();
  await page.goBack();
  await expect(names(page)).toHaveText(['How was it?']);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a flow is duplicated as a draft, and exported as a file', async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  await openFlows(page);
  const downloading = page.waitForEvent('download');
  await choose(page, 'Reminder', 'Export JSON');
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/reminder.*\.json$/i);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual(
    canonicalDefinition(sampleDefinition('appointment-reminder')),
  );

  await choose(page, 'Reminder', 'Duplicate');
  await expect(page).not.toHaveURL(new RegExp(flow.sid));
  await expect(page).toHaveURL(/\/flows\/FW[0-9a-f]{32}/);
  await expect(page.getByText('Reminder copy').first()).toBeVisible();
  const { flows } = await (await api.get(paths.flows)).json();
  expect(flows.map(({ status }: { status: string }) => status)).toEqual(['draft', 'published']);
});

test.describe('deleting a flow', () => {
  // The browser reports requests that fail on purpose.
  test.use({ expectedErrors: [/Failed to load resource/] });

  const isThere = (api: Parameters<typeof storeFlow>[0], sid: string) => async () =>
    (await api.get(paths.flow(sid))).status() === 200;

  test('can be undone', { tag: '@journey' }, async ({ signedIn: page, api }) => {
    const flow = await storeFlow(api, { name: 'Kept after all' });
    await openFlows(page);
    await choose(page, 'Kept after all', 'Delete');
    await expect(page.getByText('Kept after all will be deleted when this message closes.')).toBeVisible();
    await expect(page.getByText('No flows yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(names(page)).toHaveText(['Kept after all']);
    await page.reload();
    await expect(names(page)).toHaveText(['Kept after all']);
    expect(await isThere(api, flow.sid)()).toBe(true);
  });

  test('happens when the notification closes', async ({ signedIn: page, api }) => {
    const flow = await storeFlow(api, { name: 'Old line' });
    await storeFlow(api, { name: 'New line' });
    await openFlows(page);
    await choose(page, 'Old line', 'Delete');
    expect(await isThere(api, flow.sid)()).toBe(true);
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await deleted;
    expect(await isThere(api, flow.sid)()).toBe(false);
    await expect(names(page)).toHaveText(['New line']);
    await page.reload();
    await expect(names(page)).toHaveText(['New line']);
  });

  test('happens when the page is left', async ({ signedIn: page, api }) => {
    const flow = await storeFlow(api, { name: 'Left behind' });
    await openFlows(page);
    await choose(page, 'Left behind', 'Delete');
    await expect(page.getByText('Left behind will be deleted when this message closes.')).toBeVisible();
    await page.goto('about:blank');
    await expect.poll(isThere(api, flow.sid)).toBe(false);
  });

  test('restores the flow with an error when the server rejects it', { tag: '@journey' }, async ({
    signedIn: page,
    api,
  }) => {
    await storeFlow(api, { name: 'Stubborn' });
    await openFlows(page);
    await page.route('**/v2/Flows/*', (route) => route.abort());
    await choose(page, 'Stubborn', 'Delete');
    await expect(page.getByText('No flows yet')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('Could not delete Stubborn. The server is not responding.')).toBeVisible();
    await expect(names(page)).toHaveText(['Stubborn']);
  });

  test('shows no error when the flow is already deleted', async ({ signedIn: page, api }) => {
    const flow = await storeFlow(api, { name: 'Deleted twice' });
    await storeFlow(api, { name: 'Another' });
    await openFlows(page);
    await choose(page, 'Deleted twice', 'Delete');
    await api.delete(paths.flow(flow.sid));
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(names(page)).toHaveText(['Another']);
  });
});

test('a flow from a template opens from its trigger on', async ({ signedIn: page }) => {
  for (const id of ['appointment-reminder', 'survey', 'after-hours-calls']) {
    await page.goto(`/flows?new=${id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Create draft' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const trigger = page.getByRole('application').getByRole('group', { name: /^Trigger/ });
    await expect(trigger).toBeInViewport({ ratio: 0.99 });
  }
});
