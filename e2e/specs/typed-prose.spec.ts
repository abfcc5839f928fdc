/** What is typed into a field is its text: no key of prose is a shortcut of the page, in any kind of field. */

import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Every letter, and the pairs and signs that are shortcuts where no text is typed. */
const english =
  'Go again, a gala / a gag; jack just mixed up five very big quartz prisms, can you? #1 [next] - + = 0 * ok.';
const german =
  'Ganz großartig: gar nicht am Ziel / Zwölf Boxkämpfer jagen Eva quer über den Sylter Deich; üben, ähnlich, Öl? #2 ß';

/** Types as a keyboard does that has a key for each of these letters. */
async function typeByKeys(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const key of text) {
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  }
  await session.detach();
}

/** Types both languages into the field that has the focus, and expects it to have all of it and to be left by nothing. */
async function expectTaken(page: Page, field: Locator): Promise<void> {
  const address = page.url();
  for (const prose of [english, german]) {
    await page.keyboard.press('ControlOrMeta+a');
    await typeByKeys(page, prose);
    const isEditor = (await field.getAttribute('contenteditable')) !== null;
    await (isEditor ? expect(field).toHaveText(prose) : expect(field).toHaveValue(prose));
    await expect(field).toBeFocused();
  }
  expect(page.url()).toBe(address);
  await expect(accountChoice(page)).toHaveCount(0);
}

const accountChoice = (page: Page) => page.getByRole('dialog', { name: 'Switch account' });

/** Until they are loaded, the keys of the choice of accounts would take nothing from anybody. */
async function waitForAccountKeys(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect(accountChoice(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(accountChoice(page)).toHaveCount(0);
}

async function expectMessageTaken(page: Page, designer: DesignerPage): Promise<void> {
  const message = designer.field('Message');
  await expect(message).toHaveAttribute('contenteditable');
  await message.click();
  await expectTaken(page, message);
}

test('prose typed into a message stays in it', { tag: '@journey' }, async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await waitForAccountKeys(page);
  await designer.select('spare');
  await expectMessageTaken(page, designer);
});

test('prose typed into any other field of the designer stays in it', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await waitForAccountKeys(page);
  await page.keyboard.press('n');
  await expectTaken(page, page.getByRole('textbox', { name: 'Text of the note' }));
  await page.keyboard.press('Escape');

  await designer.select('spare');
  await designer.nameField().click();
  await expectTaken(page, designer.nameField());
  await designer.nameField().press('Escape');
  await designer.showTab(/^JSON/);
  const json = designer.field('JSON of spare');
  await json.click();
  await expectTaken(page, json);

  await designer.select('thank');
  await page.keyboard.press('F2');
  await expect(designer.cardName('thank')).toBeFocused();
  await expectTaken(page, designer.cardName('thank'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+f');
  await expectTaken(page, page.locator(':focus'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expectTaken(page, page.locator(':focus'));
});

test('prose typed into a search box or a dialog of a list stays in it', async ({ api, signedIn: page }) => {
  await storeFlow(api, smallFlow());
  await page.goto('/flows');
  await waitForAccountKeys(page);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox').first();
  await expect(search).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await typeByKeys(page, english);
  await expect(search).toHaveValue(english);
  await expect(accountChoice(page)).toHaveCount(0);
  await search.fill('');

  await page.getByRole('button', { name: 'New flow' }).first().click();
  const name = page.getByRole('dialog').getByRole('textbox').first();
  await name.click();
  await expectTaken(page, name);
});
