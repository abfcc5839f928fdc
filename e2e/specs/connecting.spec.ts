/** Connecting and disconnecting widgets, by mouse and keyboard. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, middleOf, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test.describe('an outlet is connected to a widget', () => {
  let designer: DesignerPage;
  test.beforeEach(async ({ api, signedIn }) => {
    designer = new DesignerPage(signedIn);
    await designer.open(await storeFlow(api, smallFlow()));
  });
  const leadsToSpare = {
    done: () => designer.expectCord('ask', 'No reply', 'spare'),
    undone: () => designer.expectCord('ask', 'No reply', null),
  };

  test('by dragging its cord onto the card', { tag: '@journey' }, async () => {
    await designer.drag(
      await middleOf(designer.jack('ask', 'No reply')),
      await middleOf(designer.card('spare')),
    );
    await designer.expectUndoable(leadsToSpare);
  });

  test('by C and the first letters of its name', { tag: '@journey' }, async ({ signedIn }) => {
    await designer.select('ask');
    await signedIn.keyboard.press('Alt+ArrowRight');
    await signedIn.keyboard.press('c');
    await expect(signedIn.getByRole('combobox', { name: 'Connect No reply to a widget' })).toBeFocused();
    await signedIn.keyboard.type('spa');
    await signedIn.keyboard.press('Enter');
    await designer.expectUndoable(leadsToSpare);
    await expect(designer.card('ask')).toBeVisible();
  });

  test('in the list of its transitions', async ({ signedIn }) => {
    await designer.select('ask');
    await designer.showTab(/^Transitions/);
    await designer.settings.getByRole('combobox', { name: 'Target of No reply' }).fill('spare');
    await signedIn.getByRole('option', { name: /^spare/ }).click();
    await designer.expectUndoable(leadsToSpare);
  });

  test('to another widget, by dragging a plugged cord', async () => {
    await designer.drag(
      await middleOf(designer.jack('ask', 'Reply')),
      await middleOf(designer.card('spare')),
    );
    await designer.expectUndoable({
      done: () => designer.expectCord('ask', 'Reply', 'spare'),
      undone: () => designer.expectCord('ask', 'Reply', 'thank'),
    });
  });
});

test('a cord is removed by the button on it, and leaves a free outlet', { tag: '@journey' }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  const jack = await middleOf(designer.jack('ask', 'Reply'));
  await signedIn.mouse.move(jack.x, jack.y + 14, { steps: 3 });
  await signedIn.getByRole('button', { name: 'Remove connection' }).click();
  await designer.expectUndoable({
    done: () => designer.expectCord('ask', 'Reply', null),
    undone: () => designer.expectCord('ask', 'Reply', 'thank'),
  });
});

test('the focus follows the cords by Alt and the arrow keys', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  await signedIn.keyboard.press('Alt+ArrowUp');
  await expect(designer.card('ask')).toBeFocused();
  await signedIn.keyboard.press('Home');
  await expect(designer.card('Trigger')).toBeFocused();
  await signedIn.keyboard.press('Alt+ArrowRight');
  await signedIn.keyboard.press('Alt+ArrowDown');
  await expect(designer.card('ask')).toBeFocused();
  await expect(designer.nameField()).toHaveValue('ask');
});
