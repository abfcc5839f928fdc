/** The outline as a second editor: add, connect, rename, delete and reorder by keys, on a page on which nothing was clicked. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('a flow is built in the outline by keys alone', { tag: ['@journey', '@variants'] }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, emptyFlow);
  await designer.open(sid);
  const { keyboard } = signedIn;
  const outline = signedIn.getByRole('complementary', { name: 'Outline' });
  const row = (name: string) => outline.getByRole('button', { name: new RegExp(`^${name} `) });
  const openAt = async (steps: number) => {
    // Out of the text field that an edit has opened.
    await keyboard.press('Escape');
    await keyboard.press('o');
    await expect(outline.getByRole('searchbox')).toBeFocused();
    for (let step = 0; step < steps; step += 1) await keyboard.press('ArrowDown');
  };
  const add = async (what: string) => {
    await keyboard.press('a');
    await expect(signedIn.getByRole('searchbox', { name: /^What happens after/ })).toBeFocused();
    await keyboard.type(what);
    await keyboard.press('Enter');
  };

  await openAt(1);
  await expect(row('Trigger')).toBeFocused();
  await add('send message');
  await expect(row('send_message_1')).toBeVisible();
  await expect(designer.field('Message')).toBeFocused();

  await openAt(2);
  await expect(row('send_message_1')).toBeFocused();
  await keyboard.press('F2');
  await expect(designer.nameField()).toBeFocused();
  await keyboard.type('greet');
  await keyboard.press('Enter');
  await expect(row('greet')).toBeVisible();

  await openAt(2);
  await expect(row('greet')).toBeFocused();
  await add('set variables');
  await expect(row('set_variables_1')).toBeVisible();
  await openAt(3);
  await expect(row('set_variables_1')).toBeFocused();
  await keyboard.press('Alt+ArrowUp');
  await designer.expectCord('set_variables_1', 'Next', 'greet');
  await expect(row('set_variables_1')).toBeFocused();

  await openAt(3);
  await expect(row('greet')).toBeFocused();
  await keyboard.press('c');
  await expect(signedIn.getByRole('combobox', { name: /Sent/ })).toBeFocused();
  await keyboard.type('set');
  await keyboard.press('Enter');
  await designer.expectCord('greet', 'Sent', 'set_variables_1');

  await openAt(3);
  await keyboard.press('Delete');
  await expect(row('greet')).toHaveCount(0);
  await expect(row('set_variables_1')).toBeFocused();
  await designer.saveByKey();
  const { definition } = await storedFlow(api, sid);
  expect(definition.states.map(({ name }) => name)).toEqual(['Trigger', 'set_variables_1']);
});

test('the menu of a row does the same with the mouse', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await signedIn.getByRole('button', { name: 'Show outline' }).click();
  const outline = signedIn.getByRole('complementary', { name: 'Outline' });
  await outline.getByRole('button', { name: 'Actions for spare' }).click();
  await signedIn.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(designer.nameField()).toBeFocused();
  await outline.getByRole('button', { name: 'Actions for spare' }).click();
  await signedIn.getByRole('menuitem', { name: 'Delete' }).click();
  await designer.expectUndoable({
    done: () => expect(designer.card('spare')).toHaveCount(0),
    undone: () => expect(designer.card('spare')).toBeVisible(),
  });
});

const emptyFlow = {
  description: 'Empty',
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      transitions: [
        { event: 'incomingMessage' },
        { event: 'incomingCall' },
        { event: 'incomingConversationMessage' },
        { event: 'incomingRequest' },
        { event: 'incomingParent' },
      ],
      properties: { offset: { x: 0, y: 0 } },
    },
  ],
  initial_state: 'Trigger',
  flags: { allow_concurrent_calls: true },
};

test('notes stand below the widgets, are searched, and get the focus', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  const notes = {
    why: {
      x: 600,
      y: 900,
      width: 240,
      height: 120,
      color: 'yellow',
      text: '# Why two questions\nLegal asks.',
    },
    todo: { x: 900, y: 200, width: 240, height: 120, color: 'blue', text: '' },
  };
  await designer.open(await storeFlow(api, { ...smallFlow(), ui: { notes } }));
  await page.keyboard.press('o');
  const outline = page.getByRole('complementary', { name: 'Outline' });
  const listed = outline.getByRole('region', { name: 'Notes' });
  await expect(listed.getByRole('button')).toHaveText(['Why two questions', 'Empty note']);
  await page.keyboard.type('legal');
  await expect(listed.getByRole('button')).toHaveText(['Why two questions']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const note = page.getByRole('note', { name: /^Note: # Why/ });
  await expect(note).toBeFocused();
  await expect(note).toBeInViewport();
});
