/** What bad input gets: a sentence in place, nothing lost, no blank screen. Each on a fresh page. */

import type { Page } from 'playwright/test';
import { addWidget } from '#flow/edit/add-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { bigFlow } from '../../bench/big-flow.ts';
import { builtFile } from '../built-file.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

async function importFlow(page: Page, definition: object): Promise<void> {
  await page.goto('/flows');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import JSON' }).first().click();
  const buffer = Buffer.from(JSON.stringify(definition));
  await (await choosing).setFiles({ name: 'bad.json', mimeType: 'application/json', buffer });
  await expect(page).toHaveURL(/\/flows\/(local|FW)/);
}

test('a text of 64 kB, and names of other scripts and directions, are kept as they are', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  const long = 'שלום world '.repeat(6_000);
  const named = JSON.parse(
    JSON.stringify(setProperty(smallFlow(), 'thank', 'body', long)).replaceAll('spare', 'مرحبا_\u200f日本'),
  );
  const sid = await storeFlow(api, named, 'Right to left');
  await designer.open(sid);
  await designer.select('مرحبا_\u200f日本');
  await designer.field('Message').fill('תודה');
  await designer.select('thank');
  await expect(designer.field('Message')).toContainText('שלום');
  await designer.saveByKey();
  const { states } = (await storedFlow(api, sid)).definition;
  expect(states.find(({ name }) => name === 'thank')?.properties?.body).toBe(long);
  expect(states.at(-1)).toMatchObject({ name: 'مرحبا_\u200f日本', properties: { body: 'תודה' } });
});

test('same names, a missing target, and absurd positions are said, and nothing is lost', async ({
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  const twice = addWidget(smallFlow(), 'send-message', { x: 900, y: 400 }, 'twin').definition;
  const text = JSON.stringify(twice)
    .replace('"name":"twin"', '"name":"spare"')
    .replace('"next":"thank"', '"next":"nobody"');
  const bad = JSON.parse(text);
  const thank = bad.states.find(({ name }: { name: string }) => name === 'thank');
  thank.properties.offset = { x: 1e300, y: -1e12 };
  await importFlow(page, bad);
  await expect(page).toHaveURL(/\/flows\/local\//);
  await expect(designer.card('Trigger')).toBeVisible();
  await designer.problems.getByRole('button', { name: 'Expand problems' }).click();
  await expect(designer.problems).toContainText('nobody');
  await expect(designer.problems).toContainText('spare');
});

test('what is left out of widgets, transitions and conditions is said, and each can be selected', async ({
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  const { states, ...frame } = smallFlow();
  const transitions = [{}, { next: 'ask' }, { event: 'match', conditions: [{}] }, { conditions: [{}] }];
  const sparse = [{}, { name: 'split', type: 'split-based-on', transitions }, { name: 'bare' }];
  await importFlow(page, { ...frame, states: [...states, ...sparse] });
  await designer.select('split');
  await designer.showTab(/^Transitions/);
  await designer.showTab(/^JSON/);
  await designer.select('bare');
  await designer.problems.getByRole('button', { name: 'Expand problems' }).click();
  await expect(designer.problems).toContainText('split');
  await designer.card('bare').focus();
  await page.keyboard.press('Delete');
  await expect(designer.card('bare')).toHaveCount(0);
});

test('a flow with more than 1,000 widgets is opened, says so, and can be made smaller', async ({
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  const flow = bigFlow(1_001);
  await importFlow(page, flow);
  await expect(page).toHaveURL(/\/flows\/local\//);
  const count = page.getByRole('listitem').filter({ hasText: /^\d+ widgets$/ });
  await expect(count).toHaveText('1001 widgets');
  await designer.problems.getByRole('button', { name: 'Expand problems' }).click();
  await expect(designer.problems).toContainText(/1[,.]?000/);
  await page.keyboard.press('ControlOrMeta+f');
  const search = page.getByRole('complementary', { name: 'Search' });
  await search.getByRole('searchbox').fill(String(flow.states.at(-1)?.name));
  await search.getByRole('link').first().click();
  await designer.card(String(flow.states.at(-1)?.name)).focus();
  await page.keyboard.press('Delete');
  await expect(count).toHaveText('1000 widgets');
  await expect(designer.problems).not.toContainText('at most 1');
});

test.describe('without a part of the page', () => {
  test.use({ expectedErrors: [/Failed to (load resource|fetch dynamically imported module)/] });

  test('that is said in its place, and the rest goes on', async ({ api, signedIn: page }) => {
    const designer = new DesignerPage(page);
    await designer.open(await storeFlow(api, smallFlow()));
    const late = [
      builtFile('src/app/simulator/test-run-panel.tsx'),
      builtFile('src/app/designer/panels/publish/publish-dialog.tsx'),
    ];
    for (const file of late) await page.route(`**${file}`, (route) => route.abort());
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await designer.select('thank');
    await designer.field('Message').fill('Kept');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('alertdialog')).toContainText('could not be loaded');
    await expect(designer.card('thank')).toContainText('Kept');
    await page.unrouteAll();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reload page' }).click();
    await designer.select('thank');
    await expect(designer.field('Message')).toContainText('Kept');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('dialog', { name: /^Publish/ })).toBeVisible();
  });
});

test('a browser without storage edits and saves', async ({ api, signedIn: page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Denied', 'SecurityError');
        },
      });
  });
  const designer = new DesignerPage(page);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await expect(page.getByText('This browser cannot keep changes')).toBeVisible();
  await designer.select('ask');
  await designer.field('Message').fill('Without storage');
  await designer.saveByKey();
  expect(JSON.stringify((await storedFlow(api, sid)).definition)).toContain('Without storage');
});
