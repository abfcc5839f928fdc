/** Search in the flow and in all flows, and find and replace: with the mouse and with keys, on a fresh page. */

import { setProperty } from '#flow/edit/set-property.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

const flow = () => setProperty(smallFlow(), 'thank', 'body', 'Thanks, {{widgets.ask.inbound.Body}} it is.');

test('by keys: Ctrl F, words, arrows and Enter select the widget and pan to it', {
  tag: ['@journey', '@variants'],
}, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, flow()));
  await signedIn.keyboard.press('ControlOrMeta+f');
  const panel = signedIn.getByRole('complementary', { name: 'Search' });
  await expect(panel.getByRole('searchbox')).toBeFocused();
  await signedIn.keyboard.type('thanks');
  await expect(panel.getByRole('status')).toHaveText('1 widget');
  await signedIn.keyboard.press('ArrowDown');
  await signedIn.keyboard.press('Enter');
  await expect(designer.nameField()).toHaveValue('thank');
  await expect(designer.card('thank')).toBeInViewport();
  await expectAccessible(signedIn);
  await signedIn.keyboard.press('ControlOrMeta+f');
  await signedIn.keyboard.type('is:unreachable');
  await expect(panel.getByRole('link')).toHaveText(['spare']);
  await signedIn.keyboard.press('Escape');
  await signedIn.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('by mouse: a filter, then a result', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, flow()));
  await signedIn.keyboard.press('ControlOrMeta+k');
  await expect(signedIn.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
  await signedIn.keyboard.type('search in this flow');
  await signedIn.getByRole('option', { name: /^Search in this flow/ }).click();
  const panel = signedIn.getByRole('complementary', { name: 'Search' });
  await panel.getByRole('button', { name: /^uses:/ }).click();
  await panel.getByRole('searchbox').press('End');
  await panel.getByRole('searchbox').pressSequentially('ask');
  await panel.getByRole('link', { name: /inbound/ }).click();
  await expect(designer.nameField()).toHaveValue('thank');
  await panel.getByRole('searchbox').fill('is:green');
  await expect(panel).toContainText('There is no filter is:green.');
});

test('find and replace shows what becomes of each text, and is one undo', { tag: '@journey' }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, flow()));
  await signedIn.keyboard.press('ControlOrMeta+h');
  const panel = signedIn.getByRole('complementary', { name: 'Search' });
  await expect(panel.getByRole('searchbox')).toBeFocused();
  await signedIn.keyboard.type('ask');
  await panel.getByRole('textbox', { name: 'Replace with' }).fill('question');
  await expect(panel).toContainText('{{widgets.question.inbound.Body}}');
  await expectAccessible(signedIn);
  await panel.getByRole('button', { name: /^Replace \d+ text/ }).click();
  await expect(designer.card('question')).toBeVisible();
  await expect(signedIn.getByRole('button', { name: 'Undo: Replace “ask” with “question”' })).toBeVisible();
  await designer.undo();
  await expect(designer.card('ask')).toBeVisible();
  await expect(designer.card('question')).toHaveCount(0);
});

test('find and replace shows what becomes of a note and a title, too', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const frame = { width: 240, height: 120, color: 'yellow' };
  const ui = {
    notes: { why: { ...frame, x: 600, y: 200, text: 'Ask the **bakery** first' } },
    groups: { all: { ...frame, x: 560, y: 100, title: 'Calls of the bakery' } },
  };
  const sid = await storeFlow(api, { ...smallFlow(), ui });
  await designer.open(sid);
  await signedIn.keyboard.press('ControlOrMeta+h');
  const panel = signedIn.getByRole('complementary', { name: 'Search' });
  await panel.getByRole('searchbox').fill('bakery');
  await panel.getByLabel('Replace with').fill('shop');
  await expect(panel.locator('ins')).toHaveText(['Calls of the shop', 'Ask the **shop** first']);
  await panel.getByRole('button', { name: 'Replace 2 texts' }).click();
  await expect(signedIn.getByRole('note', { name: /shop/ })).toBeVisible();
  await designer.undo();
  await expect(signedIn.getByRole('note', { name: /bakery/ })).toBeVisible();
});

test('the palette searches all flows, and a result opens its flow at the widget', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await storeFlow(api, setProperty(flow(), 'thank', 'body', 'Until Whitsunday'), 'Holidays');
  await designer.open(await storeFlow(api, flow()));
  await signedIn.keyboard.press('ControlOrMeta+k');
  await expect(signedIn.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
  await signedIn.keyboard.type('whitsunday');
  await signedIn.keyboard.press('Enter');
  const dialog = signedIn.getByRole('dialog', { name: 'Search in all flows' });
  await expect(dialog.getByRole('link', { name: /^thank/ })).toContainText('Until Whitsunday');
  await expectAccessible(signedIn);
  await signedIn.keyboard.press('ArrowDown');
  await signedIn.keyboard.press('Enter');
  await expect(designer.nameField()).toHaveValue('thank');
  await expect(signedIn).toHaveTitle(/Holidays/);
});
