/** What one types is kept: a widget that somebody deletes meanwhile, keys without a field, and reloading at once. */

import type { Browser, Page } from 'playwright/test';
import { expect, expectAccessibleInBothThemes, signIn, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import type { RunningServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function otherBrowser(browser: Browser, server: RunningServer, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  await context.addInitScript((nickname) => {
    if (location.protocol !== 'about:') localStorage.setItem('patchbay.nickname', nickname);
  }, name);
  const page = await context.newPage();
  await signIn(page, server);
  return page;
}

test('the text of a widget that somebody deletes meanwhile is kept, typed on, and restored with it', async ({
  api,
  browser,
  server,
  signedIn,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Deleted while typing');
  const other = await otherBrowser(browser, server, 'Bruno');
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
  await expect(mine.settings).toContainText('Deleted by Bruno');
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

test('no key is a shortcut while neither the canvas nor a card has the focus', async ({ api, signedIn }) => {
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
