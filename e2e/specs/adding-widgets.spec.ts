/** Every way to bring a widget into a flow, each undone by one step. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, middleOf, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test.describe('a widget is added', () => {
  let designer: DesignerPage;
  test.beforeEach(async ({ api, signedIn }) => {
    designer = new DesignerPage(signedIn);
    await designer.open(await storeFlow(api, smallFlow()));
  });
  const there = (name: string) => ({
    done: () => expect(designer.card(name)).toBeVisible(),
    undone: () => expect(designer.card(name)).toHaveCount(0),
  });

  test('by dragging it from the library', { tag: '@journey' }, async () => {
    const box = await designer.canvas.boundingBox();
    const at = { x: (box?.width ?? 0) - 160, y: 330 };
    const place = { x: (box?.x ?? 0) + at.x, y: (box?.y ?? 0) + at.y };
    await designer.library
      .getByRole('button', { name: 'Set variables' })
      .dragTo(designer.canvas, { targetPosition: at });
    await designer.expectUndoable(there('set_variables_1'));
    const card = await designer.card('set_variables_1').boundingBox();
    expect(Math.abs((card?.x ?? 0) + (card?.width ?? 0) / 2 - place.x)).toBeLessThan(40);
    expect(Math.abs((card?.y ?? 0) - place.y)).toBeLessThan(60);
  });

  test('into a cord, by dropping it there', { tag: '@journey' }, async () => {
    const jack = await middleOf(designer.jack('ask', 'Reply'));
    const canvas = await designer.canvas.boundingBox();
    const targetPosition = { x: jack.x - (canvas?.x ?? 0), y: jack.y - (canvas?.y ?? 0) + 12 };
    await designer.library
      .getByRole('button', { name: 'Split based on' })
      .dragTo(designer.canvas, { targetPosition });
    await designer.expectUndoable({
      done: async () => {
        await designer.expectCord('ask', 'Reply', 'split_based_on_1');
        await designer.expectCord('split_based_on_1', 'No match', 'thank');
      },
      undone: () => designer.expectCord('ask', 'Reply', 'thank'),
    });
  });

  test('by keyboard, after the selected widget and connected to its free outlet', {
    tag: '@journey',
  }, async ({ signedIn }) => {
    await designer.select('thank');
    await signedIn.keyboard.press('a');
    await expect(signedIn.getByRole('searchbox', { name: 'What happens after “Sent”?' })).toBeFocused();
    await signedIn.keyboard.type('http');
    await signedIn.keyboard.press('Enter');
    await expect(designer.card('make_http_request_1')).toBeVisible();
    await designer.expectUndoable({
      done: () => designer.expectCord('thank', 'Sent', 'make_http_request_1'),
      undone: () => designer.expectCord('thank', 'Sent', null),
    });
  });

  test('from the list that opens where a cord is dropped', { tag: '@journey' }, async ({ signedIn }) => {
    const jack = await middleOf(designer.jack('ask', 'No reply'));
    await designer.drag(jack, { x: jack.x + 260, y: jack.y + 60 });
    await expect(signedIn.getByRole('searchbox', { name: 'What happens after “No reply”?' })).toBeFocused();
    await signedIn.keyboard.type('send mess');
    await signedIn.keyboard.press('Enter');
    await designer.expectUndoable({
      done: () => designer.expectCord('ask', 'No reply', 'send_message_1'),
      undone: () => designer.expectCord('ask', 'No reply', null),
    });
  });

  test('from the list behind the plus of a free jack', async ({ signedIn }) => {
    await designer.jack('ask', 'Failed').click();
    await signedIn.getByRole('option', { name: 'HTTP request' }).click();
    await designer.expectUndoable({
      done: () => designer.expectCord('ask', 'Failed', 'make_http_request_1'),
      undone: () => designer.expectCord('ask', 'Failed', null),
    });
  });

  test('with a double click on the empty canvas, without a cord', async ({ signedIn }) => {
    const canvas = await designer.canvas.boundingBox();
    await designer.canvas.dblclick({ position: { x: (canvas?.width ?? 0) - 60, y: 420 } });
    await expect(signedIn.getByRole('searchbox', { name: 'Search widgets' })).toBeFocused();
    await signedIn.keyboard.type('subflow');
    await signedIn.keyboard.press('Enter');
    await designer.expectUndoable(there('run_subflow_1'));
  });
});

test('a cord dragged and cancelled with Escape changes nothing', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  const jack = await middleOf(designer.jack('ask', 'No reply'));
  await designer.drag(jack, { x: jack.x + 260, y: jack.y + 60 });
  await signedIn.getByRole('searchbox', { name: 'What happens after “No reply”?' }).press('Escape');
  await designer.expectCord('ask', 'No reply', null);
  await expect(signedIn.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
});
