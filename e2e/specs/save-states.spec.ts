/** The status line and what goes with it: each state is said, is true, and loses nothing. */

import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, expectAccessibleInBothThemes, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

const edits = '**/WorkingCopy/Edits';
const status = (page: Page) => page.locator('.saved');

/** Holds what the page sends until the returned function lets it through. */
async function holdEdits(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(edits, async (route) => {
    if (route.request().method() === 'POST') await promise;
    await route.continue();
  });
  return resolve;
}

async function removeSpare(api: APIRequestContext, sid: string): Promise<void> {
  const command = {
    id: 'robin-1',
    label: { name: 'deleteWidgets', widget: 'spare', count: 1 },
    operations: [{ kind: 'remove-widget', widget: 'spare' }],
  };
  const form = { Base: '0', Client: 'robin', AuthorName: 'Robin', Commands: JSON.stringify([command]) };
  expect((await api.post(paths.edits(sid), { form })).status()).toBe(200);
}

test('what could not be applied is counted, listed and restored', async ({ api, signedIn: page }) => {
  const sid = await storeFlow(api, smallFlow(), 'Lost');
  const designer = new DesignerPage(page);
  await designer.open(sid);
  await designer.select('spare');
  const release = await holdEdits(page);
  await designer.field('Message').fill('Mine');
  await expect(status(page)).toContainText('Saving…');
  await expectAccessibleInBothThemes(page);
  await removeSpare(api, sid);
  await expect(designer.card('spare')).toHaveCount(0);
  release();
  await expect(status(page)).toContainText('1 change could not be applied');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Changes that could not be applied' });
  await expect(dialog).toContainText('Change Message of spare');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Restore' }).press('Enter');
  await expect(designer.card('spare')).toContainText('Mine');
  await designer.expectAllSaved();
});

test.describe('while the server does not answer', () => {
  test.use({ expectedErrors: [/ERR_/] });

  test('changes are counted and kept, and sent afterwards', { tag: '@journey' }, async ({
    api,
    signedIn: page,
  }) => {
    const sid = await storeFlow(api, smallFlow(), 'Offline');
    const designer = new DesignerPage(page);
    await designer.open(sid);
    await designer.select('ask');
    await page.route(edits, (route) => route.abort());
    await designer.field('Message').fill('Written offline');
    await expect(status(page)).toContainText('Offline, 1 change kept in this browser');
    await designer.field('Reply stored as').fill('mood');
    await expect(status(page)).toContainText('Offline, 2 changes kept in this browser');
    await expectAccessibleInBothThemes(page);
    await page.reload();
    await expect(designer.card('ask')).toContainText('Written offline');
    await expect(status(page)).toContainText('Offline, 2 changes kept in this browser');
    await page.unroute(edits);
    // An attempt that is under way may fail still.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(status(page)).toContainText('All changes saved', { timeout: 2_000 });
    }).toPass();
  });

  test('a browser that stores nothing says so, and has them downloaded and sent later', async ({
    api,
    signedIn: page,
  }) => {
    const sid = await storeFlow(api, smallFlow(), 'Not stored');
    const designer = new DesignerPage(page);
    await designer.open(sid);
    await designer.select('ask');
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
      // A request that is under way while the page is left may come past the route below.
      const send = window.fetch;
      window.fetch = (input, init) =>
        String(input instanceof Request ? input.url : input).includes('/Edits') && init?.method === 'POST'
          ? Promise.reject(new TypeError('Failed to fetch'))
          : send(input, init);
    });
    // Not a browser that is offline: that ends for a page before the page has ended.
    await page.route(edits, (route) => route.abort());
    await designer.field('Message').fill('Kept in a file');
    await expect(status(page)).toContainText('1 change is not stored.');
    await expect(page.getByText('This browser cannot keep changes')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('not-stored.edits.json');
    const file = await readFile(await download.path());
    // The browser asks before it leaves what exists nowhere else.
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank', { waitUntil: 'load' });
    await page.unroute(edits);
    await designer.open(sid);
    await expect(designer.card('ask')).toContainText('How are you?');
    const upload = { name: download.suggestedFilename(), mimeType: 'application/json', buffer: file };
    await page.getByLabel('Import JSON…').setInputFiles(upload);
    await expect(page.getByText('1 change is sent.')).toBeVisible();
    await expect(designer.card('ask')).toContainText('Kept in a file');
  });
});

test.describe('with a server of a newer version', () => {
  test.use({ expectedErrors: [/409/] });

  test('the page asks to be loaded again, and keeps everything', async ({ api, signedIn: page }) => {
    const sid = await storeFlow(api, smallFlow(), 'Newer server');
    const designer = new DesignerPage(page);
    await designer.open(sid);
    await designer.select('ask');
    await page.route(edits, (route) => {
      expect(route.request().postDataJSON()).toMatchObject({ Format: '2' });
      const more_info = 'https://patchbay.test/errors/20409';
      const body = {
        ...{ code: 20409, message: 'Load the page again', more_info, status: 409 },
        details: { format: 3 },
      };
      return route.fulfill({ status: 409, json: body });
    });
    await designer.field('Message').fill('Before the update');
    await expect(status(page)).toContainText('Reload this page. 1 change kept in this browser');
    await expect(page.getByText('The server has a newer version.')).toBeVisible();
    await expect(designer.card('ask')).toContainText('Before the update');
    await expectAccessibleInBothThemes(page);
    await page.unroute(edits);
    await page.getByRole('button', { name: 'Reload', exact: true }).press('Enter');
    await designer.expectAllSaved();
    await expect(designer.card('ask')).toContainText('Before the update');
    const { definition } = await (await api.get(paths.workingCopy(sid))).json();
    expect(JSON.stringify(definition)).toContain('Before the update');
  });
});
