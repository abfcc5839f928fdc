/** Extracting a selection into a subflow and inlining it back: by mouse and by keys, each one undo. */

import { paths } from '#api/paths.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('by mouse: a card becomes a subflow with a preview, and comes back', { tag: '@journey' }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow(), 'Visit'));
  await designer.card('ask').click({ button: 'right', position: { x: 60, y: 20 } });
  await signedIn.getByRole('menuitem', { name: 'Extract into a subflow…' }).click();
  const dialog = signedIn.getByRole('dialog', { name: 'Extract into a subflow' });
  await expect(dialog.getByRole('textbox', { name: 'Name of the subflow' })).toBeFocused();
  await expect(dialog).toContainText('widgets.ask.inbound.Body');
  await expectAccessible(signedIn);
  await signedIn.keyboard.press('ControlOrMeta+a');
  await signedIn.keyboard.type('Ask how it goes');
  await dialog.getByRole('button', { name: 'Extract' }).click();
  await designer.expectUndoable({
    done: async () => {
      await designer.expectCord('Trigger', 'Incoming message', 'ask_how_it_goes');
      await designer.expectCord('ask_how_it_goes_exit', 'is thank', 'thank');
      await expect(designer.card('ask')).toHaveCount(0);
    },
    undone: () => designer.expectCord('ask', 'Reply', 'thank'),
  });
  const { flows } = await (await api.get(paths.flows)).json();
  const child = flows.find((flow: { friendly_name: string }) => flow.friendly_name === 'Ask how it goes');
  expect(await storedFlow(api, child.sid)).toMatchObject({ status: 'published' });

  // The card says its name, not its SID.
  await expect(designer.card('ask_how_it_goes')).toContainText('Flow “Ask how it goes”');
  await designer.card('ask_how_it_goes').click({ button: 'right', position: { x: 60, y: 20 } });
  await signedIn.getByRole('menuitem', { name: 'Inline the subflow…' }).click();
  const inline = signedIn.getByRole('dialog', { name: 'Inline the subflow' });
  await expect(inline).toContainText('2 widgets of the flow Ask how it goes');
  await expectAccessible(signedIn);
  await inline.getByRole('button', { name: 'Inline' }).click();
  await designer.expectUndoable({
    done: async () => {
      await designer.expectCord('Trigger', 'Incoming message', 'ask');
      await expect(designer.card('ask_how_it_goes')).toHaveCount(0);
    },
    undone: () => designer.expectCord('Trigger', 'Incoming message', 'ask_how_it_goes'),
  });
});

test('by keys: the palette extracts, and says what stands against it', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow(), 'Visit'));
  const { keyboard } = signedIn;
  const dialog = signedIn.getByRole('dialog', { name: 'Extract into a subflow' });
  const extract = async () => {
    await keyboard.press('ControlOrMeta+k');
    await expect(signedIn.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
    await keyboard.type('extract');
    await keyboard.press('Enter');
    await expect(dialog).toBeVisible();
  };
  await designer.select('Trigger');
  await extract();
  await expect(dialog.getByRole('alert')).toContainText('Select one or more widgets other than the trigger.');
  await keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await designer.select('thank');
  await extract();
  await expect(dialog.getByRole('textbox', { name: 'Name of the subflow' })).toHaveValue('Visit: thank');
  await keyboard.press('Enter');
  await designer.expectCord('ask', 'Reply', 'visit_thank');
  await expect(designer.nameField()).toHaveValue('visit_thank');
  await keyboard.press('ControlOrMeta+z');
  await designer.expectCord('ask', 'Reply', 'thank');
});
