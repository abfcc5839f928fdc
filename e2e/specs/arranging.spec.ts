/** Arranging from the toolbar, with the result to look at before it is kept, and the way back to the start. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the toolbar arranges the flow, and one button puts all cards back', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  const undo = signedIn.getByRole('button', { name: 'Undo: Arrange widgets' });
  const arrange = signedIn.getByRole('button', { name: 'Arrange widgets', exact: true });
  const notice = signedIn.getByText('All widgets were arranged.');
  await arrange.click();
  await expect(undo).toBeEnabled();
  await expect(notice).toBeVisible();
  await signedIn.getByRole('button', { name: 'Put back' }).click();
  await expect(undo).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  await arrange.click();
  await signedIn.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(notice).toHaveCount(0);
  await expect(undo).toBeEnabled();
  await signedIn.keyboard.press('Home');
  await expect(designer.card('Trigger')).toBeFocused();
});
