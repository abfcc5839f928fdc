/** Widgets are found by the words that people have, from a fresh page. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('library, quick-add and palette find by intent, and say how that is done which no widget does', {
  tag: '@journey',
}, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  // Typed and entered at once, before the search by intent can be there.
  await designer.library.getByRole('searchbox').click();
  await signedIn.keyboard.type('durchstellen');
  await signedIn.keyboard.press('Enter');
  await expect(designer.card('connect_call_to_1')).toBeVisible();

  await designer.select('thank');
  await signedIn.keyboard.press('a');
  await signedIn.keyboard.type('hang up');
  const list = signedIn.getByRole('dialog', { name: 'Add a widget' });
  await expect(list.getByRole('note')).toContainText('A call ends where its last cord ends.');
  await signedIn.keyboard.press('Enter');
  await expect(list).toBeVisible();
  await list.getByRole('button', { name: 'Leave open' }).click();
  await expect(list).toHaveCount(0);
  await designer.expectCord('thank', 'Sent', null);

  await signedIn.keyboard.press('ControlOrMeta+k');
  await expect(signedIn.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
  const palette = signedIn.getByRole('dialog');
  await signedIn.keyboard.type('business hours');
  await expect(palette.getByRole('note')).toContainText('{{ "now" | date: "%H:%M" }}');
  await expect(palette.getByRole('option').first()).toContainText('Split based on');
});
