/** Typing in the fields of a widget: no input is lost or goes to another field. */

import { builtFile } from '../built-file.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('a field that is replaced by its code editor keeps the focus and the input', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await signedIn.route(`**${builtFile('src/app/inspector/code/template-editor.tsx')}`, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await asked.promise;
  const message = designer.field('Message');
  await message.fill('Good morning!');
  await message.press('Home');
  for (let letter = 0; letter < 'Good'.length; letter += 1) await signedIn.keyboard.press('Shift+ArrowRight');
  held.resolve();
  await expect(message.getByText('Good')).toBeVisible();
  await signedIn.keyboard.type('Nice');
  await expect(message).toHaveText('Nice morning!');
  await expect(message).toBeFocused();
  await expect(designer.cards()).toHaveCount(4);
  await designer.saveByKey();
  expect((await storedFlow(api, sid)).definition.states[1]?.properties).toMatchObject({
    body: 'Nice morning!',
  });
});

test('no key press is lost while the editor loads', { tag: '@journey' }, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('ask');
  await designer.field('Message').click();
  await signedIn.keyboard.press('ControlOrMeta+a');
  const text = 'A message that is typed at once, from its first letter to its last.';
  await signedIn.keyboard.type(text);
  await expect(designer.field('Message')).toHaveText(text);
  await expect(designer.card('ask')).toContainText('A message that is typed');
  // Nor is a key of the field one of the canvas, on which it would duplicate the widget.
  await signedIn.keyboard.press('ControlOrMeta+d');
  await signedIn.keyboard.type(' And more.');
  await expect(designer.field('Message')).toHaveText(`${text} And more.`);
  await expect(designer.cards()).toHaveCount(4);
});

test('two braces suggest the variables available at the widget', { tag: ['@journey', '@variants'] }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  await designer.field('Message').click();
  await signedIn.keyboard.press('ControlOrMeta+End');
  await signedIn.keyboard.type(' {{ask.inbound.B');
  await expect(designer.settings.getByRole('option', { name: /Body/ }).first()).toBeVisible();
  await signedIn.keyboard.press('Tab');
  await expect(designer.field('Message')).toHaveText(
    'You said {{widgets.ask.inbound.Body}}. {{widgets.ask.inbound.Body}}',
  );
  await expect(designer.field('Message')).toBeFocused();
});

test('a variable is inserted when typed before its list opens', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('thank');
  const message = designer.field('Message');
  await expect(message).toHaveAttribute('contenteditable');
  for (const key of ['Tab', 'Enter']) {
    await message.click();
    await signedIn.keyboard.press('ControlOrMeta+a');
    await signedIn.keyboard.type('{{ask.inbound.Bod');
    await signedIn.keyboard.press(key);
    await signedIn.keyboard.type('!');
    await expect(message).toHaveText('{{widgets.ask.inbound.Body}}!');
  }
});

test('typing in one field is one undo step', { tag: '@journey' }, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('ask');
  await designer.field('Reply stored as').fill('mood');
  await designer.field('Wait for a reply').fill('5');
  await designer.undo();
  await expect(designer.field('Wait for a reply')).not.toHaveValue('5');
  await expect(designer.field('Reply stored as')).toHaveValue('mood');
  await designer.undo();
  await expect(designer.field('Reply stored as')).toHaveValue('');
  await expect(signedIn.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
});
