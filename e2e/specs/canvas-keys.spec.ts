/** The keys of the designer, each on a fresh page on which nothing was clicked. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, middleOf, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test.describe('on a fresh page', () => {
  let designer: DesignerPage;
  test.beforeEach(async ({ api, signedIn }) => {
    designer = new DesignerPage(signedIn);
    await designer.open(await storeFlow(api, smallFlow()));
  });
  const selectedText = (count: number) =>
    designer.settings.getByRole('heading', { name: `${count} widgets selected` });

  test('Ctrl A selects all, Escape nothing, and Delete removes what is selected', {
    tag: '@journey',
  }, async ({ signedIn }) => {
    await signedIn.keyboard.press('ControlOrMeta+a');
    await expect(selectedText(4)).toBeVisible();
    await signedIn.keyboard.press('Escape');
    await expect(selectedText(4)).toHaveCount(0);
    await signedIn.keyboard.press('ControlOrMeta+a');
    await signedIn.keyboard.press('Delete');
    await designer.expectUndoable({
      done: () => expect(designer.cards()).toHaveCount(1),
      undone: () => expect(designer.cards()).toHaveCount(4),
    });
  });

  test('arrows walk until something is selected, then move it by the grid, with Shift by five', {
    tag: '@journey',
  }, async ({ signedIn }) => {
    const left = async () => (await designer.card('ask').boundingBox())?.x ?? 0;
    await signedIn.keyboard.press('Alt+ArrowRight');
    await signedIn.keyboard.press('Alt+ArrowDown');
    await expect(designer.nameField()).toHaveValue('ask');
    const before = await left();
    await signedIn.keyboard.press('ArrowRight');
    await expect.poll(left).toBeGreaterThan(before);
    const step = (await left()) - before;
    await signedIn.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => Math.round(((await left()) - before) / step)).toBe(6);
    await signedIn.keyboard.press('ControlOrMeta+z');
    await expect.poll(left).toBe(before);
  });

  test('after a marquee and after a click on empty canvas they work as well', async ({ signedIn }) => {
    const spare = await designer.card('spare').boundingBox();
    const corner = {
      x: (spare?.x ?? 0) + (spare?.width ?? 0) + 20,
      y: (spare?.y ?? 0) + (spare?.height ?? 0) + 20,
    };
    await designer.drag(corner, { x: (spare?.x ?? 0) + 40, y: (spare?.y ?? 0) + 20 });
    await signedIn.keyboard.press('Backspace');
    await expect(designer.card('spare')).toHaveCount(0);
    await signedIn.mouse.click(corner.x, corner.y);
    await signedIn.keyboard.press('ControlOrMeta+z');
    await expect(designer.card('spare')).toBeVisible();
  });

  test('copy, cut, paste and duplicate put their widgets clear of others, selected alone', {
    tag: '@journey',
  }, async ({ signedIn }) => {
    await designer.select('spare');
    await signedIn.keyboard.press('ControlOrMeta+d');
    await expect(designer.nameField()).toHaveValue('spare_2');
    await signedIn.keyboard.press('ControlOrMeta+x');
    await expect(designer.card('spare_2')).toHaveCount(0);
    await signedIn.keyboard.press('ControlOrMeta+v');
    await expect(designer.nameField()).toHaveValue('spare_2');
    await expectNoOverlaps(designer);
  });

  test('Shift 1, 2 and 0 zoom; F2 renames; ? lists the keys', async ({ signedIn }) => {
    await signedIn.keyboard.press('Shift+Digit0');
    await expect(signedIn.getByRole('button', { name: 'Zoom to 100%' })).toHaveText('100%');
    await designer.select('ask');
    await signedIn.keyboard.press('F2');
    await expect(designer.cardName('ask')).toBeFocused();
    await signedIn.keyboard.type('other');
    await signedIn.keyboard.press('Escape');
    await expect(designer.card('ask')).toBeFocused();
    await expect(designer.nameField()).toHaveValue('ask');
    await signedIn.keyboard.press('?');
    const keys = signedIn.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByRole('searchbox').fill('duplicate');
    await expect(keys.getByRole('term')).toHaveText(['Duplicate widget']);
  });

  test('the command palette adds a widget, goes to one, and runs a command', { tag: '@journey' }, async ({
    signedIn,
  }) => {
    const search = signedIn.getByRole('searchbox', { name: 'Search commands, widgets and flows' });
    await signedIn.keyboard.press('ControlOrMeta+k');
    await expect(search).toBeFocused();
    await signedIn.keyboard.type('thank');
    await signedIn.keyboard.press('Enter');
    await expect(designer.nameField()).toHaveValue('thank');
    await signedIn.keyboard.press('ControlOrMeta+k');
    await expect(signedIn.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
    await signedIn.keyboard.type('set var');
    await signedIn.keyboard.press('Enter');
    await designer.expectCord('thank', 'Sent', 'set_variables_1');
    await signedIn.keyboard.press('ControlOrMeta+k');
    await expect(signedIn.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
    await signedIn.keyboard.type('undo');
    await signedIn.keyboard.press('Enter');
    await designer.expectCord('thank', 'Sent', null);
  });
});

test.describe('a cord', () => {
  let designer: DesignerPage;
  test.beforeEach(async ({ api, signedIn }) => {
    designer = new DesignerPage(signedIn);
    await designer.open(await storeFlow(api, smallFlow()));
  });

  test('is selected by a click and removed by Delete', { tag: '@journey' }, async ({ signedIn }) => {
    const card = await designer.card('thank').boundingBox();
    await signedIn.mouse.click((card?.x ?? 0) + (card?.width ?? 0) / 2, (card?.y ?? 0) - 60);
    await signedIn.keyboard.press('Delete');
    await designer.expectUndoable({
      done: () => designer.expectCord('ask', 'Reply', null),
      undone: () => designer.expectCord('ask', 'Reply', 'thank'),
    });
  });

  test('is led to another widget by its end', async () => {
    const card = await designer.card('thank').boundingBox();
    const end = { x: (card?.x ?? 0) + (card?.width ?? 0) / 2, y: (card?.y ?? 0) - 12 };
    await designer.drag(end, await middleOf(designer.card('spare')));
    await designer.expectUndoable({
      done: () => designer.expectCord('ask', 'Reply', 'spare'),
      undone: () => designer.expectCord('ask', 'Reply', 'thank'),
    });
  });

  test('leaves from another outlet when its beginning is dragged there', async () => {
    const jack = await middleOf(designer.jack('ask', 'Reply'));
    await designer.drag({ x: jack.x, y: jack.y + 20 }, await middleOf(designer.jack('ask', 'No reply')));
    await designer.expectUndoable({
      done: async () => {
        await designer.expectCord('ask', 'No reply', 'thank');
        await designer.expectCord('ask', 'Reply', null);
      },
      undone: () => designer.expectCord('ask', 'Reply', 'thank'),
    });
  });
});

test.describe('a right click', () => {
  let designer: DesignerPage;
  test.beforeEach(async ({ api, signedIn }) => {
    designer = new DesignerPage(signedIn);
    await designer.open(await storeFlow(api, smallFlow()));
  });

  test('on a card offers what can be done with it', async ({ signedIn }) => {
    await designer.card('ask').click({ button: 'right', position: { x: 60, y: 20 } });
    await signedIn.getByRole('menuitem', { name: 'Select everything after' }).click();
    await expect(designer.settings.getByRole('heading', { name: '2 widgets selected' })).toBeVisible();
  });

  test('on a selection aligns it', async ({ signedIn }) => {
    const top = async (name: string) => (await designer.card(name).boundingBox())?.y ?? 0;
    await designer.select('ask');
    await designer.card('spare').click({ modifiers: ['Shift'], position: { x: 60, y: 20 } });
    await designer.card('spare').click({ button: 'right', position: { x: 60, y: 20 } });
    await signedIn.getByRole('menuitem', { name: 'Align top edges' }).click();
    await expect.poll(async () => (await top('ask')) - (await top('spare'))).toBe(0);
  });

  test('on an outlet adds after it, on a cord into it, on the canvas at the pointer', async ({
    signedIn,
  }) => {
    await designer.jack('ask', 'Failed').click({ button: 'right' });
    await signedIn.getByRole('menuitem', { name: 'Add a widget' }).click();
    await expect(signedIn.locator('input:focus')).toHaveRole('searchbox');
    await signedIn.keyboard.type('set var');
    await signedIn.keyboard.press('Enter');
    await designer.expectCord('ask', 'Failed', 'set_variables_1');
    // The view moves to the new card: what is measured before it has done so is no cord any more.
    await expect(async () => {
      await signedIn.keyboard.press('Escape');
      const jack = await middleOf(designer.jack('ask', 'Reply'));
      await signedIn.mouse.click(jack.x, jack.y + 20, { button: 'right' });
      await expect(signedIn.getByRole('menuitem')).toHaveText([/^Add a widget/, /^Delete/], {
        timeout: 2_000,
      });
    }).toPass();
    await signedIn.getByRole('menuitem', { name: 'Add a widget' }).click();
    await expect(signedIn.locator('input:focus')).toHaveRole('searchbox');
    await signedIn.keyboard.type('send mess');
    await signedIn.keyboard.press('Enter');
    await designer.expectCord('ask', 'Reply', 'send_message_1');
    await designer.expectCord('send_message_1', 'Sent', 'thank');
    await expectNoOverlaps(designer);
  });
});

/** Expects no two cards to cover each other. */
async function expectNoOverlaps(designer: DesignerPage): Promise<void> {
  const boxes = (await Promise.all((await designer.cards().all()).map((card) => card.boundingBox()))).flatMap(
    (box) => box ?? [],
  );
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1)) {
      const apart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(apart, JSON.stringify([a, b])).toBe(true);
    }
}
