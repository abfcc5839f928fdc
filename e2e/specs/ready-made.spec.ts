/** Ask and Phone menu: several widgets in one step, which runs as it says. */

import { emptyDefinition } from '#flow/definition.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('Phone menu makes a menu of keys, and one undo takes all of it', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, emptyDefinition()));
  await designer.library.getByRole('button', { name: 'Phone menu' }).click();
  const composer = signedIn.getByRole('dialog', { name: 'Phone menu' });
  // What is missing is said, and nothing is added.
  await composer.getByRole('button', { name: 'Add to flow' }).click();
  await expect(composer.getByText('Greeting is required.')).toBeVisible();
  await expect(composer.getByText('At least one key is required.')).toBeVisible();
  await composer.getByLabel('Greeting').fill('Welcome to the Larkfield clinics.');
  await composer.getByLabel('Word for key 1').fill('opening hours');
  await composer.getByLabel('What key 1 says').fill('Monday to Friday.');
  await composer.getByLabel('Word for key 2').fill('front desk');
  await composer.getByRole('button', { name: /What key 2 does/ }).click();
  await signedIn.getByRole('option', { name: 'Call a number' }).click();
  const number = composer.getByLabel('Phone number of key 2');
  await number.fill('020 79-');
  await number.blur();
  await expect(composer.getByText('Not a whole phone number')).toBeVisible();
  await number.fill('+15550100');
  const name = composer.getByLabel('Name of to_front_desk');
  await name.fill('Ring the desk');
  await name.blur();
  await expect(composer.getByLabel('Name of ring_the_desk')).toBeVisible();
  // The canvas shows what will be added.
  const drawn = ['menu_larkfield', 'ring_the_desk'].map((each) => signedIn.locator(`[data-card="${each}"]`));
  for (const card of drawn) await expect(card).toHaveCSS('outline-style', 'dashed');
  await composer.getByRole('button', { name: 'Add to flow' }).click();
  await expect(composer).toHaveCount(0);
  for (const card of drawn) await expect(card).not.toHaveCSS('outline-style', 'dashed');
  await designer.expectCord('Trigger', 'Incoming call', 'menu_larkfield');
  await designer.expectCord('menu_larkfield', 'Timeout', 'no_key');
  await designer.expectCord('key_larkfield', 'No match', 'menu_larkfield');
  await designer.expectUndoable({
    done: () => expect(designer.card('ring_the_desk')).toBeVisible(),
    undone: () => expect(designer.cards()).toHaveCount(1),
  });
  await designer.select('ring_the_desk');
  await expect(designer.field('Connect to')).toHaveText('+15550100');
});

test('Ask goes to the outlet that it was chosen for, with the ways that were chosen', {
  tag: '@journey',
}, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  await signedIn.keyboard.press('a');
  await signedIn.keyboard.type('survey');
  await signedIn.getByRole('option', { name: /^Ask/ }).click();
  const composer = signedIn.getByRole('dialog', { name: 'Ask' });
  await composer.getByRole('textbox', { name: /^Question/ }).fill('How was your visit?');
  await composer.getByRole('textbox', { name: 'Answer 1', exact: true }).fill('good');
  await composer
    .getByRole('radiogroup', { name: 'Anything else' })
    .getByRole('radio', { name: 'Leave open' })
    .click();
  await composer
    .getByRole('radiogroup', { name: 'When nobody replies' })
    .getByRole('radio', { name: 'Go to…' })
    .click();
  await composer.getByRole('button', { name: /Widget to go to/ }).click();
  await signedIn.getByRole('option', { name: 'thank' }).click();
  await expect(composer.getByText('2 widgets, 3 cords')).toBeVisible();
  // The canvas shows where they will be, and nothing is added yet.
  const drawn = (name: string) => signedIn.locator(`[data-card="${name}"]`);
  const dialogRight = ((await composer.boundingBox())?.x ?? 0) + ((await composer.boundingBox())?.width ?? 0);
  for (const name of ['ask_visit', 'answer_visit']) {
    await expect(drawn(name)).toHaveCSS('outline-style', 'dashed');
    await expect.poll(async () => (await drawn(name).boundingBox())?.x).toBeGreaterThanOrEqual(dialogRight);
  }
  const place = async () => drawn('ask_visit').evaluate((card) => card.parentElement?.style.transform);
  const before = await place();
  // A click beside the dialog does not lose what was written.
  await signedIn.mouse.click(dialogRight + 20, 200);
  await composer.getByRole('textbox', { name: /^Question/ }).focus();
  await signedIn.keyboard.press('ControlOrMeta+Enter');
  await designer.expectCord('thank', 'Sent', 'ask_visit');
  await designer.expectCord('ask_visit', 'No reply', 'thank');
  await designer.expectCord('answer_visit', 'No match', null);
  await expect(drawn('ask_visit')).not.toHaveCSS('outline-style', 'dashed');
  expect(await place()).toBe(before);
});
