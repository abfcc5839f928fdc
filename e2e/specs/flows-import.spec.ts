/** Import of files: flows become drafts, flows with errors local drafts, other files are rejected with a reason. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { sampleDefinition } from '../stored-flow.ts';

type Given = { name: string; text: string | Buffer };

const survey = { name: 'survey.json', text: JSON.stringify(sampleDefinition('survey')) };
const menu = { name: 'phone menu.json', text: JSON.stringify(sampleDefinition('phone-menu')) };
const broken = {
  name: 'broken.json',
  text: JSON.stringify({ ...sampleDefinition('survey'), initial_state: 'Nowhere' }),
};
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const strangers: (Given & { sentence: RegExp })[] = [
  {
    name: 'package.json',
    text: '{"name": "a", "version": "1.0.0", "scripts": {}}',
    sentence: /package manifest, not a flow/,
  },
  { name: 'notes.txt', text: 'Call the bakery tomorrow.', sentence: /no JSON/ },
  { name: 'photo.png', text: png, sentence: /no text: a flow is a JSON file/ },
  { name: 'empty.json', text: '', sentence: /empty/ },
  { name: 'list.json', text: '[1, 2, 3]', sentence: /a list of 3 entries, not a flow/ },
  { name: 'page.html', text: '<!doctype html><title>Hi</title>', sentence: /web page/ },
];

async function openFlows(page: Page): Promise<void> {
  await page.goto('/flows');
  await expect(page.getByRole('heading', { name: 'Flows', level: 1 })).toBeVisible();
}

async function chooseFiles(page: Page, files: Given[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import JSON' }).first().click();
  await (await choosing).setFiles(
    files.map(({ name, text }) => ({ name, mimeType: '', buffer: Buffer.from(text) })),
  );
}

/** Drags files over the page and drops them. */
async function dropFiles(page: Page, files: Given[]): Promise<void> {
  const dragged = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, bytes } of given) data.items.add(new File([new Uint8Array(bytes)], name));
      return data;
    },
    files.map(({ name, text }) => ({ name, bytes: [...Buffer.from(text)] })),
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: dragged });
  await expect(page.getByText('Drop to import')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: dragged });
  await expect(page.getByText('Drop to import')).toBeHidden();
}

const imports = (page: Page) => page.getByRole('region', { name: 'Import' });

test('a selected file opens as a draft', async ({ signedIn: page, api }) => {
  await openFlows(page);
  await chooseFiles(page, [survey]);
  await expect(page).toHaveURL(/\/flows\/FW[0-9a-f]{32}/);
  const { flows } = await (await api.get(paths.flows)).json();
  expect(flows).toMatchObject([{ friendly_name: 'survey', status: 'draft' }]);
});

test('a dropped file opens as a draft', async ({ signedIn: page }) => {
  await openFlows(page);
  await dropFiles(page, [menu]);
  await expect(page).toHaveURL(/\/flows\/FW[0-9a-f]{32}/);
  await expect(page.getByText('phone menu').first()).toBeVisible();
});

test('several files are imported in sequence, each with its result', { tag: '@journey' }, async ({
  signedIn: page,
}) => {
  await openFlows(page);
  await dropFiles(page, [survey, ...strangers, menu, broken]);
  await expect(imports(page).getByRole('status')).toHaveText(
    `3 flows imported, ${strangers.length} files not imported`,
  );
  for (const { name, sentence } of strangers) {
    await expect(imports(page).getByRole('listitem').filter({ hasText: name })).toContainText(sentence);
  }
  await expect(imports(page).getByRole('listitem').filter({ hasText: 'broken.json' })).toContainText(
    'Stored in this browser: fix 1 error',
  );
  const table = page.getByRole('table', { name: 'Flows' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await imports(page).getByRole('button', { name: 'Close' }).click();
  await expect(imports(page)).toBeHidden();
});

test('a file that is not a flow shows an error, and the page stays', async ({ signedIn: page }) => {
  await openFlows(page);
  for (const { name, text, sentence } of strangers) {
    await chooseFiles(page, [{ name, text }]);
    await expect(imports(page).getByRole('listitem')).toContainText(name);
    await expect(imports(page).getByRole('listitem')).toContainText(sentence);
    await expect(imports(page).getByRole('status')).toHaveText('1 file not imported');
  }
  await expect(page).toHaveURL(/\/flows$/);
});

test('a flow with errors opens as a local draft, is listed and can be discarded', async ({
  signedIn: page,
  api,
}) => {
  await openFlows(page);
  await chooseFiles(page, [broken]);
  await expect(page).toHaveURL(/\/flows\/local\//);
  await expect(page.getByText('broken', { exact: true }).first()).toBeVisible();
  expect((await (await api.get(paths.flows)).json()).flows).toEqual([]);

  await page.goto('/flows');
  const row = page.getByRole('row').filter({ hasText: 'Not saved yet' });
  await expect(row.getByRole('link', { name: 'broken' })).toBeVisible();
  await page.getByRole('radio', { name: /With errors/ }).click();
  await row.getByRole('link', { name: 'broken' }).click();
  await expect(page).toHaveURL(/\/flows\/local\//);

  await page.goto('/flows');
  await page.getByRole('button', { name: 'Actions for broken' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('broken will be deleted when this message closes.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await expect(page.getByText('No flows yet')).toBeVisible();
});

test('a file is imported by the dialog for new flows too', async ({ signedIn: page }) => {
  await page.goto('/flows?new=blank');
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: /Import JSON/ }).click();
  const { name, text } = survey;
  await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await expect(page).toHaveURL(/\/flows\/FW[0-9a-f]{32}/);
});

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('the import shows an error and can be retried', async ({ signedIn: page }) => {
    await openFlows(page);
    await expect(page.getByText('No flows yet')).toBeVisible();
    await page.route('**/v2/Flows', (route) => route.abort());
    await chooseFiles(page, [survey]);
    await expect(imports(page).getByRole('listitem')).toContainText(
      'Could not save this flow. The server is not responding.',
    );
    await page.unroute('**/v2/Flows');
    await chooseFiles(page, [survey]);
    await expect(page).toHaveURL(/\/flows\/FW[0-9a-f]{32}/);
  });
});
