/** A name is an edit once its field is left. What stores the flow or leaves it takes along what is in the field until then. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('storing by key takes a name, a title and a note along that are still in their fields', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  const sid = await storeFlow(api, smallFlow(), 'Before');
  await designer.open(sid);
  const { keyboard } = page;
  const expectStored = async (text: string) => {
    await designer.saveByKey();
    expect(JSON.stringify(await storedFlow(api, sid))).toContain(text);
  };

  await designer.select('thank');
  await keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Name of thank' })).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('on_card');
  await expectStored('on_card');
  await expect(page.locator('[data-canvas]')).toBeFocused();

  await designer.select('spare');
  await designer.nameField().fill('in_settings');
  await expectStored('in_settings');
  await expect(designer.nameField()).toBeFocused();

  await page.getByRole('button', { name: /^Rename flow/ }).click();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('Afterwards');
  await expectStored('Afterwards');

  await designer.select('ask');
  await designer.card('ask').focus();
  await keyboard.press('ControlOrMeta+g');
  await expect(page.getByPlaceholder('Untitled group')).toBeFocused();
  await keyboard.type('Questions');
  await expectStored('Questions');
  await expect(page.getByRole('group', { name: /^Group: Questions/ })).toBeFocused();

  await keyboard.press('Escape');
  await designer.card('ask').focus();
  await keyboard.press('n');
  const note = page.locator('[data-note] textarea');
  await expect(note).toBeFocused();
  await keyboard.type('Half a sen');
  await expectStored('Half a sen');
  await expect(note).toBeFocused();
  await keyboard.type('tence');
  await expect(note).toHaveValue('Half a sentence');
});

test('a name that cannot be stays in its field when the flow is stored', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  await page.keyboard.press('F2');
  const onCard = page.getByRole('textbox', { name: 'Name of thank' });
  await onCard.fill('ask');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(onCard).toHaveValue('ask');
  await expect(onCard).toBeFocused();
  await page.keyboard.press('Escape');

  await designer.nameField().fill('ask');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(designer.nameField()).toHaveValue('ask');
});

test('a name is kept when the author goes back in the middle of it', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  const sid = await storeFlow(api, smallFlow());
  await page.goto('/flows');
  await page.locator(`a[href="/flows/${sid}"]`).first().click();
  await designer.select('thank');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name of thank' }).fill('gone_back');
  await page.goBack();
  await expect(page.locator(`a[href="/flows/${sid}"]`).first()).toBeVisible();
  await page.goForward();
  await expect(designer.card('gone_back')).toBeVisible();
});
