/** Habits of adding that have no other spec: each on a fresh page, without a click before. */

import type { Point } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, middleOf, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

/** In the units of the definition, as the canvas shows it. */
const gridSize = 20;

let designer: DesignerPage;
const top = async (name: string) => (await designer.card(name).boundingBox())?.y ?? 0;

test.describe('on a small flow', () => {
  let sid: string;

  test.beforeEach(async ({ api, signedIn }) => {
    designer = new DesignerPage(signedIn);
    sid = await storeFlow(api, smallFlow());
    await designer.open(sid);
  });

  test('a widget dropped on a cord pushes down what follows, and one undo puts it back', async () => {
    const before = (await top('thank')) - (await top('ask'));
    const jack = await middleOf(designer.jack('ask', 'Reply'));
    const canvas = await designer.canvas.boundingBox();
    const targetPosition = { x: jack.x - (canvas?.x ?? 0), y: jack.y - (canvas?.y ?? 0) + 12 };
    const library = designer.library.getByRole('button', { name: 'Set variables' });
    await library.dragTo(designer.canvas, { targetPosition });
    await designer.expectCord('set_variables_1', 'Next', 'thank');
    await expect.poll(async () => (await top('thank')) - (await top('ask'))).toBeGreaterThan(before + 40);
    await designer.undo();
    await expect.poll(async () => (await top('thank')) - (await top('ask'))).toBe(before);
  });

  test('a widget added from an outlet stands on the grid, in line with it, and its first field has the caret', async ({
    api,
    signedIn,
  }) => {
    const outlet = designer.jack('thank', 'Sent');
    await outlet.click();
    await signedIn.getByRole('option', { name: 'Send message' }).first().click();
    await designer.expectCord('thank', 'Sent', 'send_message_1');
    await expect(designer.field('Message')).toBeFocused();
    await signedIn.keyboard.type('Bye');
    const jack = await middleOf(outlet);
    const card = await middleOf(designer.card('send_message_1'));
    expect(card.y).toBeGreaterThan(jack.y);
    expect(Math.abs(card.x - jack.x)).toBeLessThan(gridSize);
    await designer.saveByKey();
    const { states } = (await storedFlow(api, sid)).definition;
    const offset = states.find(({ name }) => name === 'send_message_1')?.properties?.offset as Point;
    expect([offset.x % gridSize, offset.y % gridSize].map(Math.abs)).toEqual([0, 0]);
  });

  test('quick add offers likely widgets and those of the flow, forgets its text, and Escape goes back', async ({
    signedIn,
  }) => {
    const { keyboard } = signedIn;
    await keyboard.press('Alt+ArrowRight');
    await keyboard.press('Alt+ArrowDown');
    await expect(designer.card('ask')).toBeFocused();
    await keyboard.press('a');
    const search = signedIn.getByRole('searchbox', { name: 'What happens after “No reply”?' });
    await expect(search).toBeFocused();
    await keyboard.type('spare');
    await expect(signedIn.getByRole('option', { name: /spare/ })).toBeVisible();
    await keyboard.press('Escape');
    await expect(designer.card('ask')).toBeFocused();
    await keyboard.press('a');
    await expect(search).toHaveValue('');
    await keyboard.type('spare');
    await keyboard.press('Enter');
    await designer.expectUndoable({
      done: () => designer.expectCord('ask', 'No reply', 'spare'),
      undone: () => designer.expectCord('ask', 'No reply', null),
    });
  });

  test('the list for an outlet at the lower edge leaves its card to be seen', async ({ signedIn }) => {
    await signedIn.setViewportSize({ width: 1440, height: 640 });
    // Opened at this size: the canvas follows a change of it in one of the next frames.
    await signedIn.reload();
    await expect(designer.card('thank')).toBeVisible();
    await signedIn.keyboard.press('Shift+Digit1');
    await designer.jack('thank', 'Sent').click();
    const list = signedIn.getByRole('listbox', { name: 'What happens after “Sent”?' });
    await expect(list).toBeVisible();
    const lowest = async () => {
      const card = await designer.card('thank').boundingBox();
      return (card?.y ?? 0) + (card?.height ?? 0);
    };
    await expect.poll(async () => ((await list.boundingBox())?.y ?? 0) - (await lowest())).toBeGreaterThan(0);
  });

  test('deleting a widget heals its path, and one undo brings both back', async ({ signedIn }) => {
    await signedIn.keyboard.press('Alt+ArrowRight');
    await signedIn.keyboard.press('Alt+ArrowDown');
    await expect(designer.card('ask')).toBeFocused();
    await signedIn.keyboard.press('Delete');
    await designer.expectUndoable({
      done: () => designer.expectCord('Trigger', 'Incoming message', 'thank'),
      undone: () => designer.expectCord('Trigger', 'Incoming message', 'ask'),
    });
  });
});

test('a pasted list makes a branch of each answer, labelled by its comparison', async ({ api, signedIn }) => {
  designer = new DesignerPage(signedIn);
  const { definition } = addWidget(smallFlow(), 'split-based-on', { x: 440, y: 180 }, 'choose');
  const sid = await storeFlow(
    api,
    setProperty(definition, 'choose', 'input', '{{widgets.ask.inbound.Body}}'),
  );
  await designer.open(sid);
  await designer.select('choose');
  await designer.field('Add answers').focus();
  await signedIn.keyboard.insertText('yes, no, > 3, contains late');
  await signedIn.keyboard.press('Enter');
  for (const label of ['is yes', 'is no', '> 3', 'contains late'])
    await designer.expectCord('choose', label, null);
  await designer.saveByKey();
  const { states } = (await storedFlow(api, sid)).definition;
  expect(states.find(({ name }) => name === 'choose')?.transitions).toHaveLength(5);
});
