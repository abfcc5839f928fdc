/** The list of revisions: filters in the address, folded saves, keys, and a long history. */

import type { APIRequestContext, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { expect, test } from '../fixtures.ts';
import { storeFlow } from '../pages/designer.ts';

// A page of the list is refused, which the browser reports.
test.use({ expectedErrors: [/Failed to load resource/] });

const list = (page: Page) => page.getByRole('complementary', { name: 'Revisions' });
const rows = (page: Page) => list(page).getByRole('link');

async function save(api: APIRequestContext, sid: string, fields: Record<string, string>): Promise<void> {
  const form = { Status: 'draft', ...fields };
  expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
}

test('saves fold, unfold by mouse and keys, and open by link', { tag: ['@journey', '@variants'] }, async ({
  api,
  signedIn: page,
}) => {
  const sid = await storeFlow(api, emptyDefinition(), 'Folded');
  for (const text of ['one', 'two', 'three'])
    await save(api, sid, { Definition: JSON.stringify(emptyDefinition(text)) });
  await save(api, sid, { Source: 'restore', SourceRevision: '2' });
  await page.goto(`/flows/${sid}/history`);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Restored from 2');
  await expect(rows(page).nth(1)).toContainText('Changes the description.');
  const fold = list(page).getByRole('button', { name: '3 earlier saves' });
  await fold.focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(5);
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await fold.click();
  await expect(rows(page)).toHaveCount(2);
  await page.goto(`/flows/${sid}/history?revision=2`);
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).nth(3)).toHaveAttribute('aria-current', /page|true/);
});

test('filters are in the address, and can be cleared', async ({ api, signedIn: page }) => {
  const sid = await storeFlow(api, emptyDefinition(), 'Filtered');
  await save(api, sid, { CommitMessage: 'Before the fair' });
  await save(api, sid, { CommitMessage: 'Live', Status: 'published' });
  await save(api, sid, { CommitMessage: 'Pushed', Source: 'cli' });
  await page.goto(`/flows/${sid}/history`);
  await expect(rows(page).first()).toContainText('Command line');
  await list(page).getByRole('button', { name: 'Filters' }).click();
  await page
    .getByRole('dialog', { name: 'Filters' })
    .getByRole('button', { name: /Status/ })
    .click();
  await page.getByRole('option', { name: 'Published' }).click();
  await expect(page).toHaveURL(/status=published/);
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Live');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`/flows/${sid}/history?q=nowhere`);
  await expect(list(page)).toContainText('No revisions match these filters.');
  await list(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/q=/);
  await expect(rows(page).first()).toContainText('Pushed');
  await page.goto(`/flows/${sid}/history?source=cli&from=2000-01-01`);
  await expect(rows(page)).toHaveCount(1);
});

test('a long history renders only the rows in sight, and goes on by scrolling and keys', async ({
  api,
  signedIn: page,
}) => {
  const sid = await storeFlow(api, emptyDefinition(), 'Long');
  for (let n = 0; n < 26; n += 1) {
    await Promise.all(
      Array.from({ length: 10 }, () => save(api, sid, { Source: 'cli', CommitMessage: 'Again' })),
    );
  }
  let refused = 0;
  const isLaterPage = ({ pathname, search }: URL) => /History$/.test(pathname) && /PageToken/.test(search);
  await page.route(isLaterPage, (route) => {
    refused += 1;
    return route.fulfill({
      status: 403,
      json: { code: 20403, message: 'Not now', more_info: 'https://docs.example/20403', status: 403 },
    });
  });
  await page.goto(`/flows/${sid}/history`);
  await expect(rows(page).first()).toContainText('261');
  expect(await rows(page).count()).toBeLessThan(60);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(list(page).getByRole('link', { name: /^259 / })).toBeFocused();
  await page.keyboard.press('End');
  const loadMore = list(page).getByRole('button', { name: 'Load more' });
  await expect(loadMore).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/revision=\d+/);
  // A page that is refused is asked for again by a press only.
  expect(refused).toBe(1);
  await page.unroute(isLaterPage);
  await loadMore.click();
  await list(page).locator('[aria-current]').focus();
  await page.keyboard.press('End');
  // The second page is loaded meanwhile; the first ends at 62.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(list(page).getByRole('link', { name: /^1 First revision/ })).toBeFocused();
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/revision=1(&|$)/);
  await page.keyboard.press('Home');
  await expect(list(page).getByRole('link', { name: /^261 / })).toBeFocused();
});
