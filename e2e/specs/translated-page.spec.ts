/** The page while the browser translates it. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';
import { translatedTexts, translatePage } from '../translator.ts';

test('a flow is drawn, tried and published on a page that is translated', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  const sid = await storeFlow(api, smallFlow(), 'Zimtschnecken');
  await designer.open(sid);
  await translatePage(page);
  await designer.select('thank');
  await designer.field('Message').fill('Danke schön');
  await designer.nameField().fill('merci');
  await page.keyboard.press('Enter');
  await expect(designer.card('merci')).toBeVisible();
  await designer.select('spare');
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect(designer.card('spare')).toHaveCount(0);
  await designer.undo();
  await expect(designer.card('spare')).toBeVisible();
  await designer.redo();
  await expect(designer.card('spare')).toHaveCount(0);
  await designer.saveByKey();

  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Test run' });
  await panel.getByRole('textbox', { name: 'Message', exact: true }).fill('Grüezi');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('How are you?')).toBeVisible();
  await page.keyboard.type('Gut');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Danke schön')).toBeVisible();
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(panel.getByText('Danke schön')).toHaveCount(0);
  await page.getByRole('button', { name: 'Close test run' }).click();

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/^Published as revision/)).toBeVisible();
  expect((await storedFlow(api, sid)).status).toBe('published');

  const texts = await translatedTexts(page);
  expect(texts).toContain('Validate');
  for (const typed of ['Zimtschnecken', 'Danke schön', 'merci', 'How are you?'])
    expect(texts).not.toContain(typed);
});

test('other pages go on while they are translated', async ({ api, signedIn: page }) => {
  await storeFlow(api, smallFlow(), 'Apfelmus');
  await storeFlow(api, smallFlow(), 'Birnenmus');
  await page.goto('/flows');
  await expect(page.getByRole('link', { name: 'Apfelmus' })).toBeVisible();
  await translatePage(page);
  const search = page.getByRole('searchbox').first();
  await search.fill('Apfel');
  await expect(page.getByRole('link', { name: 'Birnenmus' })).toHaveCount(0);
  await search.fill('');
  await expect(page.getByRole('link', { name: 'Birnenmus' })).toBeVisible();
  expect(await translatedTexts(page)).not.toContain('Apfelmus');
  await page.getByRole('link', { name: 'Apfelmus' }).click();
  await expect(new DesignerPage(page).card('ask')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Roles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible();
});
