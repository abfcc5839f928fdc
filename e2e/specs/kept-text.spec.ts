/** What one types is kept: a widget that somebody deletes meanwhile, keys without a field, and reloading at once. */

import { expect, expectAccessibleInBothThemes, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { openAs } from '../people.ts';
import { smallFlow } from '../small-flow.ts';

test('the text of a widget that somebody deletes meanwhile is kept, typed on, and restored with it', async ({
  api,
  browser,
  server,
  signedIn,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Deleted while typing');
  const other = await openAs(browser, server, api, 'Bruno');
  const [mine, theirs] = [new DesignerPage(signedIn), new DesignerPage(other)];
  for (const each of [mine, theirs]) await each.open(sid);
  await mine.select('thank');
  const message = mine.field('Message');
  await expect(message).toHaveAttribute('contenteditable');
  await message.click();
  await signedIn.keyboard.press('ControlOrMeta+a');
  await signedIn.keyboard.type('Not a note, ');
  await theirs.select('thank');
  await expect(theirs.field('Message')).toHaveText('Not a note, ');
  await theirs.card('thank').press('Delete');
  await expect(mine.card('thank')).toHaveCount(0);
  await signedIn.keyboard.type('and on we go');
  await expect(mine.settings).toContainText('Bruno deleted thank; your text is kept');
  for (const place of [mine.settings, signedIn.locator('.deleted-place')])
    await expect(place).toContainText('Deleted by Bruno');
  await expect(message).toBeFocused();
  await expect(message).toHaveText('Not a note, and on we go');
  await expect(mine.cards()).toHaveCount(3);
  await expect(mine.canvas.getByRole('note')).toHaveCount(0);
  await expectAccessibleInBothThemes(signedIn);

  // It outlives the page.
  await signedIn.reload();
  await signedIn.getByRole('button', { name: 'Show', exact: true }).click();
  await signedIn.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  for (const each of [mine, theirs]) {
    await expect(each.card('thank')).toContainText('and on we go');
    await each.expectCord('ask', 'Reply', 'thank');
  }

  // Once more, restored from where it was typed.
  await mine.select('thank');
  await expect(message).toHaveAttribute('contenteditable');
  await message.click();
  await signedIn.keyboard.press('ControlOrMeta+End');
  await signedIn.keyboard.type(', n');
  await theirs.card('thank').press('Delete');
  await expect(mine.settings).toContainText('Bruno deleted thank');
  await signedIn.keyboard.type(' and a');
  await signedIn.getByRole('button', { name: 'Restore thank with it' }).click();
  await expect(theirs.card('thank')).toContainText('and on we go, n and a');
  await expect(message).toBeFocused();
  await signedIn.keyboard.type('!');
  await expect(signedIn.getByRole('button', { name: 'Let go' })).toHaveCount(0);
  await mine.expectAllSaved();
  await other.context().close();
});

for (const { named, typed, more, written } of [
  { named: 'a name', typed: 'Say good', more: 'bye', written: 'say_goodbye' },
  { named: 'the name of another widget', typed: 'ask', more: '_too', written: 'ask_2_too' },
])
  test(`${named} that is typed on the card of a widget goes on in its settings when somebody deletes it`, async ({
    api,
    browser,
    server,
    signedIn,
  }) => {
    const sid = await storeFlow(api, smallFlow(), 'Deleted while named');
    const other = await openAs(browser, server, api, 'Bruno');
    const [mine, theirs] = [new DesignerPage(signedIn), new DesignerPage(other)];
    for (const each of [mine, theirs]) await each.open(sid);
    await mine.select('thank');
    await mine.card('thank').press('F2');
    await expect(mine.canvas.getByRole('textbox', { name: 'Name of thank' })).toBeFocused();
    await signedIn.keyboard.type(typed);
    await theirs.select('thank');
    await theirs.card('thank').press('Delete');
    await expect(mine.settings).toContainText('Bruno deleted thank; your text is kept');
    const name = mine.settings.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    await signedIn.keyboard.type(more);
    await expect(name).toHaveValue(written);
    await expect(mine.cards()).toHaveCount(3);
    await signedIn.getByRole('button', { name: 'Restore thank with it' }).click();
    for (const each of [mine, theirs]) await each.expectCord('ask', 'Reply', written);
    await expect(mine.canvas.getByRole('textbox')).toHaveCount(0);
    await mine.expectAllSaved();
    await other.context().close();
  });

test('the text goes on in its widget when its deletion is undone', async ({
  api,
  browser,
  server,
  signedIn,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Deleted and back');
  const other = await openAs(browser, server, api, 'Bruno');
  const [mine, theirs] = [new DesignerPage(signedIn), new DesignerPage(other)];
  for (const each of [mine, theirs]) await each.open(sid);
  await mine.select('spare');
  const message = mine.field('Message');
  await expect(message).toHaveAttribute('contenteditable');
  await message.click();
  await signedIn.keyboard.press('ControlOrMeta+a');
  await signedIn.keyboard.type('Sent ');
  await theirs.select('spare');
  await expect(theirs.field('Message')).toHaveText('Sent ');
  await theirs.card('spare').press('Delete');
  await expect(mine.settings).toContainText('Bruno deleted spare');
  await expect(signedIn.getByText('1 change could not be applied')).toBeVisible();
  await signedIn.keyboard.type('to');
  await theirs.undo();
  await expect(mine.card('spare')).toBeVisible();
  await expect(message).toBeFocused();
  await signedIn.keyboard.type(' all');
  for (const each of [mine, theirs]) await expect(each.card('spare')).toContainText('Sent to all');
  await expect(signedIn.getByText('could not be applied')).toHaveCount(0);
  await other.context().close();
});

test('the first keys after a widget was added reach its field, and outlive a reload at once', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow(), 'Typed at once'));
  const { keyboard } = signedIn;
  const added = [
    { type: 'connect call', text: '+442079460000' },
    { type: 'http', text: 'https://example.com/a' },
    { type: 'set variables', text: 'mood' },
  ];
  for (const { type, text } of added) {
    await designer.select('thank');
    await keyboard.press('a');
    await keyboard.type(type);
    await keyboard.press('Enter');
    await keyboard.type(text);
    await signedIn.reload();
    await expect(designer.card('Trigger')).toBeVisible();
    await expect(
      designer.settings.getByText(text).or(designer.settings.locator(`[value="${text}"]`)),
    ).toBeVisible();
  }
});

test('a name, a title and a note that are being written outlive a reload', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow(), 'Reloaded'));
  const { keyboard } = signedIn;
  await designer.select('thank');
  await designer.nameField().click();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('thank_them');
  await signedIn.reload();
  await expect(designer.card('thank_them')).toBeVisible();
  await signedIn.getByRole('button', { name: 'Rename flow Reloaded' }).click();
  await keyboard.type('Reloaded twice');
  await signedIn.reload();
  await expect(signedIn.getByRole('button', { name: 'Rename flow Reloaded twice' })).toBeVisible();
  await designer.canvas.focus();
  await keyboard.press('n');
  await expect(signedIn.getByRole('textbox', { name: 'Text of the note' })).toBeFocused();
  await keyboard.type('Ask the clinic');
  await signedIn.reload();
  await expect(designer.canvas.getByRole('note').filter({ hasText: 'Ask the clinic' })).toBeVisible();
});

test('a command that takes the focus gives it back to the text, and no key is a shortcut meanwhile', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow(), 'Commands while typing'));
  const { keyboard } = signedIn;
  await designer.select('spare');
  const message = designer.field('Message');
  await expect(message).toHaveAttribute('contenteditable');
  await message.click();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('n');
  const dialog = signedIn.getByRole('dialog');
  const search = signedIn.getByRole('searchbox', { name: 'Search in this flow' });
  const openers = [
    { keys: 'ControlOrMeta+k', opened: dialog },
    { keys: 'ControlOrMeta+Shift+Enter', opened: dialog },
    { keys: 'ControlOrMeta+f', opened: search },
  ];
  for (const { keys, opened } of openers) {
    await keyboard.press(keys);
    await expect(opened).toBeVisible();
    await expect(message).not.toBeFocused();
    await keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(message).toBeFocused();
    await keyboard.type('m');
  }
  await expect(message).toHaveText('nmmm');
  // A test run takes the place of the settings: what is typed on is for nobody.
  await keyboard.press('ControlOrMeta+Enter');
  await expect(message).toHaveCount(0);
  await keyboard.type('naco?/');
  await keyboard.press('Delete');
  await expect(designer.card('spare')).toContainText('nmmm');
  await expect(designer.cards()).toHaveCount(4);
  await expect(dialog).toHaveCount(0);
  await expect(designer.canvas.getByRole('note')).toHaveCount(0);
});

test('no key is a shortcut while neither the canvas nor a card has the focus', { tag: '@journey' }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow(), 'No shortcuts'));
  await designer.select('thank');
  await designer.field('Message').click();
  await signedIn.evaluate(() => (document.activeElement as HTMLElement).blur());
  await signedIn.keyboard.type('Another note, or a comment?');
  await signedIn.keyboard.press('Delete');
  await signedIn.keyboard.press('Backspace');
  await expect(designer.cards()).toHaveCount(4);
  await expect(signedIn.getByRole('dialog')).toHaveCount(0);
  await expect(designer.canvas.getByRole('note')).toHaveCount(0);
  // A click on the canvas makes them shortcuts again, and they stay so when the card with the focus goes.
  await designer.card('thank').click({ position: { x: 60, y: 20 } });
  await signedIn.keyboard.press('Delete');
  await expect(designer.cards()).toHaveCount(3);
  await signedIn.keyboard.press('n');
  await expect(signedIn.getByRole('textbox', { name: 'Text of the note' })).toBeFocused();
});
