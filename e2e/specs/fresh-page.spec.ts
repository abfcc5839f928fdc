/** Habits of selecting, finding and publishing that have no other spec: each on a fresh page, without a click before. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, middleOf, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';
import { storeFlow as storePublished } from '../stored-flow.ts';

let designer: DesignerPage;
const left = async (name: string) => (await designer.card(name).boundingBox())?.x ?? 0;

test.describe('on a small flow', () => {
  test.beforeEach(async ({ api, signedIn }) => {
    designer = new DesignerPage(signedIn);
    await designer.open(await storeFlow(api, smallFlow()));
  });

  test('copy and paste by keys add the copy, selected alone', async ({ signedIn }) => {
    const { keyboard } = signedIn;
    await keyboard.press('Alt+ArrowRight');
    await keyboard.press('Alt+ArrowDown');
    await expect(designer.nameField()).toHaveValue('ask');
    await keyboard.press('ControlOrMeta+c');
    await keyboard.press('ControlOrMeta+v');
    await expect(designer.nameField()).toHaveValue('ask_2');
    await keyboard.press('ControlOrMeta+z');
    await expect(designer.card('ask_2')).toHaveCount(0);
  });

  test('Shift 1 fits the flow, Shift 2 the selection, Shift 0 is 100 %', async ({ signedIn }) => {
    const { keyboard } = signedIn;
    const zoom = signedIn.getByRole('button', { name: 'Zoom to 100%' });
    await keyboard.press('Shift+Digit0');
    await expect(zoom).toHaveText('100%');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.press('Shift+Digit2');
    for (const name of ['Trigger', 'ask', 'thank', 'spare'])
      await expect(designer.card(name)).toBeInViewport({ ratio: 1 });
    await keyboard.press('Escape');
    await keyboard.press('Shift+Digit1');
    for (const name of ['Trigger', 'ask', 'thank', 'spare'])
      await expect(designer.card(name)).toBeInViewport({ ratio: 1 });
  });

  test('the palette selects what leads to a widget, aligns, distributes and tidies', async ({ signedIn }) => {
    const run = async (command: string) => {
      await signedIn.keyboard.press('ControlOrMeta+k');
      await expect(signedIn.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
      await signedIn.keyboard.type(command);
      await signedIn.keyboard.press('Enter');
    };
    await run('thank');
    await run('select everything before');
    await expect(designer.settings.getByRole('heading', { name: '3 widgets selected' })).toBeVisible();
    await run('align left edges');
    await expect.poll(async () => (await left('ask')) - (await left('thank'))).toBe(0);
    await run('distribute vertically');
    await run('tidy selection');
    await expect(signedIn.getByRole('button', { name: /^Undo: Move/ })).toBeVisible();
  });

  test('a dragged card snaps to the edge of another', { tag: '@journey' }, async ({ signedIn }) => {
    const from = await middleOf(designer.card('spare'));
    await signedIn.mouse.move(from.x, from.y - 20);
    await signedIn.mouse.down();
    const by = (await left('ask')) - (await left('spare'));
    await signedIn.mouse.move(from.x + by / 2, from.y + 100, { steps: 4 });
    await signedIn.mouse.move(from.x + by + 3, from.y + 130, { steps: 4 });
    await signedIn.mouse.up();
    await expect.poll(async () => Math.abs((await left('ask')) - (await left('spare')))).toBeLessThan(1);
  });

  test('type: and is:invalid find their widgets, and the palette goes to a setting', async ({ signedIn }) => {
    const { keyboard } = signedIn;
    await keyboard.press('ControlOrMeta+f');
    const panel = signedIn.getByRole('complementary', { name: 'Search' });
    await keyboard.type('type:send-message');
    await expect(panel.getByRole('link')).toHaveText(['thank', 'spare']);
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('is:invalid');
    await expect(panel.getByRole('link').first()).toBeVisible();
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await keyboard.press('ControlOrMeta+k');
    await expect(signedIn.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
    await keyboard.type('numbers');
    await keyboard.press('Enter');
    await expect(signedIn).toHaveURL(/\/settings\/numbers/);
  });
});

test('a warning in the publish dialog leads to its widget', async ({ api, signedIn }) => {
  designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await signedIn.keyboard.press('ControlOrMeta+Shift+Enter');
  const dialog = signedIn.getByRole('dialog', { name: /^Publish/ });
  await dialog
    .getByRole('button', { name: /^Warning.*spare$/ })
    .first()
    .click();
  await expect(dialog).toHaveCount(0);
  await expect(designer.nameField()).toHaveValue('spare');
});

test('starting an execution says which triggers the flow has', async ({ api, signedIn }) => {
  const { sid } = await storePublished(api, { name: 'By message', definition: smallFlow() });
  await signedIn.goto(`/flows/${sid}/executions?start=true`);
  await expect(signedIn.getByRole('dialog')).toContainText(
    'The trigger “REST request” is not connected, so an execution that is started here ends at once.',
  );
});

test('From and To of an execution that is started are checked as addresses', async ({
  api,
  signedIn: page,
}) => {
  const { sid } = await storePublished(api, { name: 'By message', definition: smallFlow() });
  await page.goto(`/flows/${sid}/executions?start=true`);
  const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true });
  await field('To').fill('0150 55');
  await field('From').fill('the desk at the front');
  await field('Parameters').focus();
  await expect(field('To')).toHaveAccessibleDescription(/with \+ and country code/);
  await expect(field('From')).toHaveAccessibleDescription(/no blanks/);
  await field('To').fill('+15005550006');
  await expect(field('To')).not.toHaveAccessibleDescription(/country code and without blanks/);
});
