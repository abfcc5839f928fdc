/** The state of a flow: the same in the list, the header, the palette and on a phone, and true at once. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, test } from '../account-fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';
import { startFlow, storeFlow as storePublished } from '../stored-flow.ts';

const chip = (page: Page, text: string | RegExp) => page.getByRole('button', { name: text });
const row = (page: Page, flow: string) => page.getByRole('row', { name: new RegExp(flow) });

test('a change shows in every place at once, and can be compared, published or discarded', {
  tag: '@journey',
}, async ({ signedIn: page, api }) => {
  const sid = await storeFlow(api, smallFlow(), 'Recall by text');
  await storeFlow(api, smallFlow(), 'Main line');
  await api.post(paths.flow(sid), { form: { Status: 'published' } });
  const designer = new DesignerPage(page);
  await designer.open(sid);
  await expect(page.getByText('Published 2', { exact: true })).toBeVisible();
  await designer.select('ask');
  await designer.field('Message').fill('Which day suits you?');
  await expect(chip(page, 'Published 2 · 1 change')).toBeVisible();

  // A program saves beside it.
  const Definition = JSON.stringify(setProperty(smallFlow(), 'thank', 'body', 'See you.'));
  await designer.expectAllSaved();
  await api.post(paths.flow(sid), { form: { Status: 'draft', Definition, Source: 'cli' } });
  await chip(page, 'Published 2 · 2 changes').click();
  const list = page.getByRole('dialog', { name: 'Not published yet' });
  await expect(list.getByRole('heading')).toHaveText('2 changes are not published');
  await expect(list.getByRole('listitem').filter({ hasText: /^ask/ })).toContainText('You');
  await expect(list.getByRole('listitem').filter({ hasText: /^thank/ })).toContainText('Command line');
  await list.getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/compare=2\.\.working/);
  await expect(page.locator('.topbar').getByText('Published 2 · 2 changes')).toBeVisible();
  await page.getByRole('radio', { name: 'Edits' }).click();
  const edits = page.getByRole('complementary', { name: 'Edits' }).getByRole('link');
  await expect(edits.filter({ hasText: 'Saved revision 3' })).toContainText('Command line');

  // The dialog names the authors of the changes.
  await designer.open(sid);
  await chip(page, 'Published 2 · 2 changes').click();
  await page.getByRole('button', { name: 'Publish 2…' }).click();
  const publish = page.getByRole('dialog', { name: /^Publish / });
  await expect(publish.getByRole('listitem').filter({ hasText: /^Command line/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/flows');
  await expect(row(page, 'Recall by text')).toContainText('Published 2 · changes');
  await expect(row(page, 'Recall by text')).toContainText('2 not published');
  await expect(row(page, 'Recall by text')).toContainText('Command line');
  await page.getByRole('radio', { name: /^Published · changes\s*1$/ }).click();
  await expect(page.getByRole('table', { name: 'Flows' }).getByRole('row')).toHaveCount(2);
  await page.setViewportSize({ width: 380, height: 760 });
  await expect(page.getByText('Published 2 · 2 changes')).toBeVisible();
  await page.getByRole('link', { name: 'Recall by text' }).click();
  await chip(page, 'Published 2 · 2 changes').click();
  await expect(page.getByRole('link', { name: 'Compare' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Discard…' })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });

  // Discarding is one step that can be undone.
  await chip(page, 'Published 2 · 2 changes').click();
  await page.getByRole('button', { name: 'Discard…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard 2 changes?' });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Command line' })).toContainText('1 change');
  await expect(dialog).toContainText('1 of them is by others.');
  await dialog.getByRole('button', { name: 'Discard 2 changes' }).click();
  await expect(page.getByText('Published 2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(chip(page, 'Published 2 · 2 changes')).toBeVisible();

  // From another flow, the palette says the same.
  await page.goto('/flows');
  await page.getByRole('link', { name: 'Main line' }).click();
  await designer.canvas.focus();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
  await page.keyboard.type('recall');
  await expect(page.getByRole('option', { name: /Recall by text/ })).toContainText('Published 2 · 2 changes');
});

test('an edit relabels no past execution, and who waits at a widget that is gone is shown', async ({
  signedIn: page,
  api,
}) => {
  const flow = await storePublished(api, { name: 'Reminder' });
  const [{ sid: execution }] = [
    await startFlow(api, flow, '+15005550001'),
    await startFlow(api, flow, '+15005550002'),
  ];
  const designer = new DesignerPage(page);
  await designer.open(flow.sid);
  await designer.select('remind');
  await page.getByRole('button', { name: 'More flow actions' }).click();
  await page.getByRole('menuitem', { name: 'Execution counts' }).click();
  const bar = page.getByRole('region', { name: 'Live view' });
  await expect(page.getByRole('button', { name: '2 executions wait at remind' })).toBeVisible();
  await designer.field('Message').fill('Something else');
  await designer.select('remind');
  await page.keyboard.press('Enter');
  await expect(designer.cardName('remind')).toBeFocused();
  await page.keyboard.type('first_reminder');
  await page.keyboard.press('Enter');
  await expect(bar.getByText('2 waiting now')).toBeVisible();
  await bar.getByRole('link', { name: '2 wait at widgets of revision 1' }).click();
  await expect(page).toHaveURL(/executions\?revision=1/);
  await expect(page.getByRole('button', { name: '2 executions wait at remind' })).toBeVisible();

  await page.goto(`/flows/${flow.sid}/executions/${execution}`);
  const canvas = page.getByRole('main');
  await expect(canvas.getByText('remind', { exact: true }).first()).toBeVisible();
  await expect(canvas.getByText(/Something else|first_reminder/)).toHaveCount(0);
  await designer.open(flow.sid);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .getByRole('dialog', { name: /^Publish / })
    .getByRole('button', { name: 'Publish', exact: true })
    .click();
  await expect(page.getByText('Published 2', { exact: true })).toBeVisible();
  await page.goto(`/flows/${flow.sid}/executions/${execution}`);
  await expect(canvas.getByText('remind', { exact: true }).first()).toBeVisible();
  await expect(canvas.getByText(/Something else|first_reminder/)).toHaveCount(0);
  // A badge counts what its list has.
  await startFlow(api, flow, '+15005550003');
  await page.goto(`/flows/${flow.sid}/executions`);
  await expect(page.getByRole('button', { name: '1 execution waits at first_reminder' })).toBeVisible();
  await page.getByRole('link', { name: '2 wait at widgets of revision 1' }).click();
  await page.getByRole('button', { name: '2 executions wait at remind' }).click();
  await expect(page).toHaveURL(/widget=remind/);
  await expect(page.getByRole('button', { name: 'Remove filter: Revision: 1' })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Executions of all flows' }).locator('tbody').getByRole('row'),
  ).toHaveCount(2);
});
