/** A flow as JSON: edited in the page, exported to a file, imported from a valid or an invalid one. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { canonicalDefinition, canonicalText } from '#flow/canonical/canonical.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('the JSON of a widget and its form show the same state', { tag: '@journey' }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('ask');
  await designer.field('Message').fill('From the form');
  await designer.showTab(/^JSON/);
  const json = designer.field('JSON of ask');
  await expect(json).toContainText('"body": "From the form"');
  const state = { ...smallFlow().states[1], x_note: { kept: true } };
  await json.fill(JSON.stringify(state).replace('How are you?', 'From the JSON'));
  await expect(designer.card('ask')).toContainText('From the JSON');
  await designer.showTab(/^Config/);
  await expect(designer.field('Message')).toHaveText('From the JSON');
  await designer.showTab(/^JSON/);
  await expect(json).toContainText('"x_note"');
});

test('invalid JSON shows its line and changes nothing until it is valid', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('spare');
  await designer.showTab(/^JSON/);
  const json = designer.field('JSON of spare');
  await json.fill('{ "name": "spare", "type": ');
  await expect(designer.settings.getByText(/Invalid JSON at line 1/)).toBeVisible();
  await expect(designer.card('spare')).toContainText('Not sent yet');
  await json.fill(JSON.stringify({ ...smallFlow().states[3], name: 'extra' }));
  await expect(designer.card('extra')).toContainText('Not sent yet');
  await expect(designer.nameField()).toHaveValue('extra');
});

test('an exported flow is in canonical form, and the same after import', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const definition = { ...smallFlow(), x_from_elsewhere: [1, 'two', { three: null }] };
  await designer.open(await storeFlow(api, definition));
  const coming = signedIn.waitForEvent('download');
  await designer.chooseFromMenu('Export JSON');
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toBe(canonicalText(definition));
  await importFile(signedIn, 'again.json', text);
  await expect(signedIn).toHaveURL(/\/flows\/FW/);
  const sid = /FW[0-9a-f]{32}/.exec(signedIn.url())?.[0] ?? '';
  expect((await storedFlow(api, sid)).definition).toEqual(canonicalDefinition(definition));
});

test('a file imported in the designer replaces the definition as one undo step', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  const other = JSON.stringify(smallFlow()).replaceAll('"spare"', '"brought_in"');
  const choosing = signedIn.waitForEvent('filechooser');
  await designer.chooseFromMenu('Import JSON…');
  await (await choosing).setFiles(fileOf('other.json', other));
  await signedIn.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
  await designer.expectUndoable({
    done: () => expect(designer.card('brought_in')).toBeVisible(),
    undone: () => expect(designer.card('spare')).toBeVisible(),
  });
});

test('an invalid file opens as a local draft and is saved once it is fixed', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const broken = JSON.stringify(smallFlow())
    .replace('"next":"thank"', '"next":"nobody"')
    .replace('"How are you?"', '""');
  await importFile(signedIn, 'broken-flow.json', broken);
  await expect(signedIn).toHaveURL(/\/flows\/local\//);
  await expect(signedIn.getByText('Not saved yet').first()).toBeVisible();
  await expect(designer.card('ask')).toHaveAccessibleName(/2 errors/);
  await signedIn.keyboard.press('ControlOrMeta+s');
  await expect(signedIn.getByText(/Fix 2 errors first/).first()).toBeVisible();
  await designer.problems.getByRole('link', { name: 'Message is required' }).click();
  await signedIn.keyboard.type('Mended?');
  await designer.problems.getByRole('link', { name: /\bReply\b/ }).click();
  await designer.settings.getByRole('combobox', { name: 'Target of Reply' }).fill('thank');
  await signedIn.getByRole('option', { name: /^thank/ }).click();
  await designer.expectCord('ask', 'Reply', 'thank');
  await designer.saveByKey();
  await expect(signedIn).toHaveURL(/\/flows\/FW/);
  const sid = /FW[0-9a-f]{32}/.exec(signedIn.url())?.[0] ?? '';
  expect(await storedFlow(api, sid)).toMatchObject({ revision: 1, status: 'draft' });
  await signedIn.goto('/flows');
  await expect(signedIn.getByRole('link', { name: 'broken-flow' })).toHaveCount(1);
});

test('a file that is not a flow is rejected with a reason', async ({ signedIn }) => {
  await importFile(signedIn, 'shopping.json', '{"milk": 2, "bread": 1}');
  await expect(signedIn.getByText('1 file not imported')).toBeVisible();
  await expect(signedIn.getByRole('listitem').filter({ hasText: 'shopping.json' })).toContainText(/[a-z]\./);
  await expect(signedIn).toHaveURL(/\/flows$/);
});

test('a flow without positions is laid out on opening, without overlapping cards', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  const definition = smallFlow();
  for (const state of definition.states) delete state.properties?.offset;
  await designer.open(await storeFlow(api, definition));
  await expect(signedIn.getByText(/it was arranged automatically/).first()).toBeVisible();
  const boxes = await Promise.all((await designer.cards().all()).map((card) => card.boundingBox()));
  expect(boxes).toHaveLength(4);
  const covers = boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (b) =>
          a &&
          b &&
          a.x < b.x + b.width &&
          b.x < a.x + a.width &&
          a.y < b.y + b.height &&
          b.y < a.y + a.height,
      ),
  );
  expect(covers).toEqual([]);
});

function fileOf(name: string, text: string) {
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) };
}

async function importFile(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/flows');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import JSON' }).first().click();
  await (await choosing).setFiles(fileOf(name, text));
}
