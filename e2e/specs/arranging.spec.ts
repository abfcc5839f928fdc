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
  // What nothing leads to stands at the side.
  const place = async (card: string) => {
    const box = await designer.card(card).boundingBox();
    return { left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0), top: box?.y ?? 0 };
  };
  const [spare, trigger, ask] = [await place('spare'), await place('Trigger'), await place('ask')];
  expect(spare.left).toBeGreaterThan(Math.max(trigger.right, ask.right));
  expect(spare.top).toBeGreaterThanOrEqual(trigger.top);
  await signedIn.getByRole('button', { name: 'Put back' }).click();
  await expect(undo).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  await arrange.click();
  await signedIn.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(notice).toHaveCount(0);
  await expect(undo).toBeEnabled();
  await designer.card('ask').focus();
  await signedIn.keyboard.press('Home');
  await expect(designer.card('Trigger')).toBeFocused();
});
