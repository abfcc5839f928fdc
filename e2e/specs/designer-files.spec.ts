/** Files in the designer: dropped anywhere they are imported after a preview, and the flow is exported in four formats. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

/** Drops a file with that content on the canvas. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName = '', content = '']) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName, { type: 'application/json' }));
      return data;
    },
    [name, text],
  );
  for (const type of ['dragover', 'drop']) {
    await page.getByRole('application').dispatchEvent(type, { dataTransfer });
  }
}

const changed = () => setProperty(smallFlow(), 'thank', 'body', 'Thank you very much');

test('a dropped file shows how it looks and what it changes, and replaces the flow in one undo step', {
  tag: '@journey',
}, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await drop(signedIn, 'changed.json', JSON.stringify(changed()));
  const dialog = signedIn.getByRole('dialog', { name: 'Import changed.json' });
  await expect(dialog.getByRole('img', { name: 'Preview of the flow in the file' })).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText('thank');
  await expectAccessible(signedIn);
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(designer.card('thank')).toContainText('Thank you very much');
  await designer.undo();
  await expect(designer.card('thank')).not.toContainText('very much');
});

test('by keys a file is pasted beside what is there, or becomes a flow of its own', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await drop(signedIn, 'changed.json', JSON.stringify(changed()));
  const dialog = signedIn.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Paste into this flow' }).focus();
  await signedIn.keyboard.press('Enter');
  await expect(dialog).toContainText('3 widgets are added');
  await dialog.getByRole('button', { name: 'Paste' }).press('Enter');
  await expect(designer.card('thank_2')).toBeVisible();
  await designer.undo();
  await expect(designer.card('thank_2')).toHaveCount(0);
  await drop(signedIn, 'Second line.json', JSON.stringify(changed()));
  await dialog.getByRole('radio', { name: 'New flow' }).press('Enter');
  await dialog.getByRole('button', { name: 'Create flow' }).press('Enter');
  await expect(signedIn).toHaveTitle(/Second line/);
});

test('a file that is no flow gets a sentence in place', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await drop(signedIn, 'notes.json', '{"milk": 2}');
  const dialog = signedIn.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('This object has no states');
  await expect(dialog.getByRole('button', { name: 'Replace', exact: true })).toBeDisabled();
  await signedIn.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(designer.card('thank')).toBeVisible();
});

test('the flow is exported as JSON, SVG, PNG and Mermaid, from the menu and the palette', {
  tag: '@journey',
}, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow(), 'Main line'));
  const saved = async (start: () => Promise<void>) => {
    const [download] = await Promise.all([signedIn.waitForEvent('download'), start()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const fromMenu = (item: string) => saved(() => designer.chooseFromMenu(item));
  expect((await fromMenu('Export JSON')).name).toBe('main-line.json');
  const svg = await fromMenu('Export SVG');
  expect([svg.name, svg.bytes.toString().slice(0, 4)]).toEqual(['main-line.svg', '<svg']);
  const png = await fromMenu('Export PNG');
  expect([png.name, png.bytes.subarray(1, 4).toString()]).toEqual(['main-line.png', 'PNG']);
  // The keys decide, also where the pointer rests on what the list then shows.
  await signedIn.mouse.move(720, 300);
  const mermaid = await saved(async () => {
    await signedIn.keyboard.press('ControlOrMeta+k');
    await expect(signedIn.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
    await signedIn.keyboard.type('export mermaid');
    await signedIn.keyboard.press('Enter');
  });
  expect(mermaid.name).toBe('main-line.mmd');
  expect(mermaid.bytes.toString()).toContain('flowchart TD');
});
