/** Moving, renaming, deleting and copying widgets, each undone by one step. */

import { emptyDefinition } from '#flow/definition.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, middleOf, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.describe('a widget', () => {
  let designer: DesignerPage;
  let sid: string;
  test.beforeEach(async ({ api, signedIn }) => {
    designer = new DesignerPage(signedIn);
    sid = await storeFlow(api, smallFlow());
    await designer.open(sid);
  });
  const left = async (name: string) => Math.round((await designer.card(name).boundingBox())?.x ?? 0);
  const expectLeft = (name: string, x: number) => expect.poll(() => left(name)).toBe(x);

  test('is moved by dragging, with the rest of the selection', { tag: '@journey' }, async ({ signedIn }) => {
    const [thank, spare] = [await left('thank'), await left('spare')];
    await designer.select('thank');
    await designer.card('spare').click({ position: { x: 60, y: 20 }, modifiers: ['Shift'] });
    await expect(signedIn.getByText('2 widgets selected')).toBeVisible();
    const from = await middleOf(designer.card('spare'));
    await designer.drag(from, { x: from.x + 100, y: from.y + 60 });
    const by = (await left('spare')) - spare;
    expect(by).toBeGreaterThan(60);
    await designer.expectUndoable({
      done: () => Promise.all([expectLeft('thank', thank + by), expectLeft('spare', spare + by)]),
      undone: () => Promise.all([expectLeft('thank', thank), expectLeft('spare', spare)]),
    });
  });

  test('moves by the arrow keys', async ({ signedIn }) => {
    const before = await left('spare');
    await designer.select('spare');
    await signedIn.keyboard.press('ArrowRight');
    await expect.poll(() => left('spare')).toBeGreaterThan(before);
    const after = await left('spare');
    await designer.expectUndoable({
      done: () => expectLeft('spare', after),
      undone: () => expectLeft('spare', before),
    });
  });

  test('is renamed with every connection and variable that refers to it', {
    tag: ['@journey', '@variants'],
  }, async ({ api, signedIn }) => {
    await designer.select('ask');
    await signedIn.keyboard.press('Enter');
    await expect(designer.cardName('ask')).toBeFocused();
    await signedIn.keyboard.type('how_are_you');
    await signedIn.keyboard.press('Enter');
    await designer.expectUndoable({
      done: () => designer.expectCord('Trigger', 'Incoming message', 'how_are_you'),
      undone: () => designer.expectCord('Trigger', 'Incoming message', 'ask'),
    });
    await designer.select('thank');
    await expect(designer.field('Message')).toHaveText('You said {{widgets.how_are_you.inbound.Body}}.');
    await designer.saveByKey();
    const { states } = (await storedFlow(api, sid)).definition;
    expect(states.map(({ name }) => name)).toEqual(['Trigger', 'how_are_you', 'thank', 'spare']);
  });

  test('takes a sentence as its name, after a double click on the name on its card', async ({ signedIn }) => {
    await designer.card('ask').getByText('ask', { exact: true }).dblclick();
    await expect(designer.cardName('ask')).toBeFocused();
    await signedIn.keyboard.type('Ask for day');
    await expect(designer.canvas.getByText('Is written ask_for_day')).toBeVisible();
    await signedIn.keyboard.press('Enter');
    await expect(designer.card('ask_for_day')).toBeFocused();
    await designer.expectCord('Trigger', 'Incoming message', 'ask_for_day');
  });

  test('refuses the name of another one on its card, and keeps a name that is left by a click', async ({
    signedIn,
  }) => {
    const field = designer.cardName('ask');
    await designer.select('ask');
    await signedIn.keyboard.press('F2');
    await signedIn.keyboard.type('thank');
    await expect(designer.canvas.getByText('Another widget is called thank.')).toBeVisible();
    await signedIn.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await signedIn.keyboard.press('Escape');
    await expect(designer.card('ask')).toBeFocused();
    await expect(field).toHaveCount(0);
    // From the menu, whose focus comes back as it closes.
    await designer.card('ask').click({ button: 'right', position: { x: 60, y: 20 } });
    await signedIn.getByRole('menuitem', { name: 'Rename' }).click();
    await expect(field).toBeFocused();
    await signedIn.keyboard.type('na');
    await designer.card('spare').click({ position: { x: 60, y: 20 } });
    await expect(designer.card('na')).toBeVisible();
    await expect(designer.nameField()).toHaveValue('spare');
    await designer.expectCord('Trigger', 'Incoming message', 'na');
    await expect(designer.cards()).toHaveCount(4);
  });

  test('is named on its card from the palette, with the whole flow in view', async ({ signedIn }) => {
    await designer.select('ask');
    const out = signedIn.getByRole('button', { name: 'Zoom out' });
    for (let step = 0; step < 6; step += 1) await out.click();
    await signedIn.keyboard.press('ControlOrMeta+k');
    await expect(signedIn.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
    await signedIn.keyboard.type('rename');
    await signedIn.keyboard.press('Enter');
    await expect(designer.cardName('ask')).toBeFocused();
    await expect(designer.cardName('ask')).toBeInViewport();
    await signedIn.keyboard.type('question');
    await signedIn.keyboard.press('Enter');
    await expect(designer.card('question')).toBeFocused();
  });

  test('is deleted, and its neighbours are connected', { tag: '@journey' }, async ({ signedIn }) => {
    await designer.select('ask');
    await signedIn.keyboard.press('Delete');
    await designer.expectUndoable({
      done: async () => {
        await expect(designer.card('ask')).toHaveCount(0);
        await designer.expectCord('Trigger', 'Incoming message', 'thank');
      },
      undone: async () => {
        await designer.expectCord('Trigger', 'Incoming message', 'ask');
        await designer.expectCord('ask', 'Reply', 'thank');
      },
    });
  });

  test('is duplicated beside itself', async ({ signedIn }) => {
    await designer.select('spare');
    await signedIn.keyboard.press('ControlOrMeta+d');
    await designer.expectUndoable({
      done: () => expect(designer.card('spare_2')).toContainText('Not sent yet'),
      undone: () => expect(designer.card('spare_2')).toHaveCount(0),
    });
  });

  test('is pasted into another flow with the widgets and connections that were copied with it', async ({
    api,
    signedIn,
  }) => {
    await designer.select('ask');
    await designer.card('thank').click({ position: { x: 60, y: 20 }, modifiers: ['Shift'] });
    await signedIn.keyboard.press('ControlOrMeta+c');
    await designer.open(await storeFlow(api, emptyDefinition(), 'Another'));
    await expect(designer.cards()).toHaveCount(1);
    await designer.card('Trigger').click({ position: { x: 60, y: 20 } });
    await signedIn.keyboard.press('ControlOrMeta+v');
    await designer.expectUndoable({
      done: () => designer.expectCord('ask', 'Reply', 'thank'),
      undone: () => expect(designer.cards()).toHaveCount(1),
    });
  });
});

test('undo and redo shortcuts work for edits of every kind', { tag: '@journey' }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('spare');
  await signedIn.keyboard.press('ArrowRight');
  await signedIn.keyboard.press('ControlOrMeta+d');
  await expect(designer.card('spare_2')).toBeVisible();
  await signedIn.keyboard.press('Delete');
  await expect(designer.card('spare_2')).toHaveCount(0);
  for (let step = 0; step < 3; step += 1) await signedIn.keyboard.press('ControlOrMeta+z');
  await expect(signedIn.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  for (let step = 0; step < 2; step += 1) await signedIn.keyboard.press('ControlOrMeta+Shift+z');
  await expect(designer.card('spare_2')).toBeVisible();
  await signedIn.getByRole('button', { name: 'Undo steps' }).click();
  await expect(signedIn.getByText('Duplicate spare', { exact: true })).toBeVisible();
});
