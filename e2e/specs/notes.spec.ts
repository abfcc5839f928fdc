/** Notes on the canvas: by mouse and by keys, in the definition, and in a second browser. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('a note is written, coloured, moved, sized and deleted by keys, and undone', {
  tag: ['@journey', '@variants'],
}, async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: 'Text of the note' });
  await expect(field).toBeFocused();
  await page.keyboard.type('# Why\nAsk **legal** <b>first</b>\n- [x] done');
  await page.keyboard.press('Escape');
  const note = page.getByRole('note', { name: /^Note: # Why/ });
  await expect(note).toBeFocused();
  await expect(note.locator('strong')).toHaveText('legal');
  await expect(note).toContainText('<b>first</b>');
  await expect(note.getByRole('listitem')).toHaveText('☑ done');

  const place = async () => {
    const box = await note.boundingBox();
    return { x: Math.round(box?.x ?? 0), width: Math.round(box?.width ?? 0) };
  };
  const before = await place();
  await page.keyboard.press('ArrowRight');
  await expect.poll(place).toEqual({ ...before, x: before.x + 20 });
  await page.keyboard.press('ControlOrMeta+Shift+ArrowRight');
  await expect.poll(place).toEqual({ x: before.x + 20, width: before.width + 100 });
  await note.getByRole('button', { name: 'Green' }).press('Enter');
  await expect(note).toHaveClass(/green/);

  await note.press('Delete');
  await expect(note).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(note).toHaveClass(/green/);
  await expect(designer.cards()).toHaveCount(4);
});

test('a note is dragged by mouse, saved with the flow, and read by a second browser', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  const flow = await storeFlow(api, smallFlow());
  await designer.open(flow);
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeFocused();
  await page.keyboard.type('Drag me');
  await page.keyboard.press('Escape');
  const note = page.getByRole('note', { name: 'Note: Drag me' });
  const box = await note.boundingBox();
  const corner = { x: (box?.x ?? 0) + (box?.width ?? 0) - 30, y: (box?.y ?? 0) + (box?.height ?? 0) - 30 };
  await designer.drag(corner, { x: corner.x + 200, y: corner.y + 40 });
  await expect.poll(async () => (await note.boundingBox())?.x).toBeGreaterThan((box?.x ?? 0) + 100);
  await expect(page.getByText('All changes saved').first()).toBeVisible();

  const second = await page.context().newPage();
  await new DesignerPage(second).open(flow);
  await expect(second.getByRole('note', { name: 'Note: Drag me' })).toBeVisible();
  await second.close();
});

test('what is typed right after N is the text of the note, without a wait for its field', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await page.keyboard.type('nAsk a lawyer');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('note', { name: 'Note: Ask a lawyer' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toHaveCount(0);
  await expect(designer.cards()).toHaveCount(4);
});

test('a note alone is copied into another flow, and cut', async ({ api, signedIn: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const designer = new DesignerPage(page);
  const other = await storeFlow(api, smallFlow(), 'Another flow');
  await designer.open(await storeFlow(api, smallFlow()));
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeFocused();
  await page.keyboard.type('Take me along');
  await page.keyboard.press('Escape');
  const note = page.getByRole('note', { name: 'Note: Take me along' });
  await expect(note).toBeFocused();
  await page.keyboard.press('ControlOrMeta+x');
  await expect(note).toHaveCount(0);
  await expect(designer.cards()).toHaveCount(4);
  await expect(page.getByText('All changes saved').first()).toBeVisible();

  await designer.open(other);
  await page.keyboard.press('ControlOrMeta+v');
  await expect(note).toBeFocused();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(note).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(note).toHaveCount(1);
});
