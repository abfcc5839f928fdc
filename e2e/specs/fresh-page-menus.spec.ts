/** The canvas menu, the toolbar of a cord and where-used: each on a fresh page, without a click before. */

import { addWidget } from '#flow/edit/add-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, middleOf, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('a right click on empty canvas adds a widget there, and selects all', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  const menu = page.getByRole('menu', { name: 'Canvas actions' });
  const spare = await designer.card('spare').boundingBox();
  const empty = { x: (spare?.x ?? 0) + 20, y: (spare?.y ?? 0) + (spare?.height ?? 0) + 60 };
  await page.mouse.click(empty.x, empty.y, { button: 'right' });
  await menu.getByRole('menuitem', { name: 'Select all' }).click();
  await expect(menu).toHaveCount(0);
  await expect(designer.settings.getByRole('heading', { name: '4 widgets selected' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(empty.x, empty.y, { button: 'right' });
  await menu.getByRole('menuitem', { name: 'Add a widget' }).click();
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search widgets' })).toBeFocused();
  await page.keyboard.type('set var');
  await page.keyboard.press('Enter');
  const added = designer.card('set_variables_1');
  await expect(added).toBeVisible();
  await expect
    .poll(async () => Math.abs(((await added.boundingBox())?.y ?? 0) - empty.y))
    .toBeLessThan(spare?.height ?? 0);
});

test('a right click on empty canvas pastes there, and arranges the flow', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const menu = page.getByRole('menu', { name: 'Canvas actions' });
  const spare = await designer.card('spare').boundingBox();
  const empty = { x: (spare?.x ?? 0) + 20, y: (spare?.y ?? 0) + (spare?.height ?? 0) + 60 };
  const choose = async (item: string) => {
    await page.mouse.click(empty.x, empty.y, { button: 'right' });
    await menu.getByRole('menuitem', { name: item }).click();
    await expect(menu).toHaveCount(0);
  };
  await designer.select('spare');
  await page.keyboard.press('ControlOrMeta+c');
  await choose('Paste');
  await expect(designer.nameField()).toHaveValue('spare_2');
  await choose('Arrange widgets');
  await expect(page.getByText('All widgets were arranged.')).toBeVisible();
});

test('the plus of a cord stands beside the pointer and adds into the cord', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  const jack = await middleOf(designer.jack('ask', 'Reply'));
  await page.mouse.move(jack.x, jack.y + 20, { steps: 3 });
  const plus = page.getByRole('button', { name: 'Insert a widget here' });
  await expect(plus).toBeVisible();
  const middle = await middleOf(plus);
  expect(Math.hypot(middle.x - jack.x, middle.y - jack.y - 20)).toBeLessThan(120);
  await plus.click();
  await expect(page.locator('input:focus')).toHaveRole('searchbox');
  await page.keyboard.type('set var');
  await page.keyboard.press('Enter');
  await designer.expectUndoable({
    done: () => designer.expectCord('set_variables_1', 'Next', 'thank'),
    undone: () => designer.expectCord('ask', 'Reply', 'thank'),
  });
});

test('where a subflow and the variables of a widget are used is listed, each a link', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  const child = await storeFlow(api, smallFlow(), 'Child');
  const { definition } = addWidget(smallFlow(), 'run-subflow', { x: 440, y: 600 }, 'visit');
  const sid = await storeFlow(api, setProperty(definition, 'visit', 'flow_sid', child), 'Parent');
  await designer.open(sid);
  const settings = page.getByRole('complementary', { name: 'Flow settings' });
  await settings.getByRole('button', { name: 'visit', exact: true }).click();
  await expect(designer.nameField()).toHaveValue('visit');
  await page.keyboard.press('ControlOrMeta+f');
  const panel = page.getByRole('complementary', { name: 'Search' });
  await expect(panel.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(`uses:${child}`);
  await expect(panel.getByRole('link').first()).toHaveText('visit');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('uses:ask');
  await panel.getByRole('link', { name: /^Message/ }).click();
  await expect(designer.nameField()).toHaveValue('thank');
  await designer.select('ask');
  const readers = designer.settings.getByText('Variables of this widget are read by');
  await readers.getByRole('button', { name: 'thank', exact: true }).click();
  await expect(designer.nameField()).toHaveValue('thank');
});
