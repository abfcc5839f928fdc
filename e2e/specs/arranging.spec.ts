/** Arranging from the toolbar, with the result to look at before it is kept, and the way back to the start. */

import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('the toolbar arranges the flow, and one button puts all cards back', { tag: '@journey' }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  const undo = signedIn.getByRole('button', { name: 'Undo: Arrange widgets' });
  const arrange = signedIn.getByRole('button', { name: 'Arrange widgets', exact: true });
  const notice = signedIn.getByText('All widgets were arranged.');
  await arrange.click();
  await expect(undo).toBeEnabled();
  await expect(notice).toBeVisible();
  // What nothing leads to stands at the side.
  const isAtTheSide = async () => {
    const [spare, trigger, ask] = await designer.canvas.evaluate(boxesAtRest, ['spare', 'Trigger', 'ask']);
    if (!spare || !trigger || !ask) return null;
    return {
      rightOfAll: spare.left > Math.max(trigger.right, ask.right),
      belowTop: spare.top >= trigger.top,
    };
  };
  await expect.poll(isAtTheSide).toEqual({ rightOfAll: true, belowTop: true });
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

/** Runs in the page. The boxes of cards in px, all of one frame, once none has moved for ten frames. */
async function boxesAtRest(
  canvas: Element,
  names: readonly string[],
): Promise<{ left: number; right: number; top: number }[]> {
  const boxes = () =>
    names.flatMap((name) => {
      const box = canvas.querySelector(`[data-card][aria-label^="${name}, "]`)?.getBoundingClientRect();
      return box === undefined ? [] : [{ left: box.left, right: box.right, top: box.top }];
    });
  let last = boxes();
  for (let unmoved = 0; unmoved < 10; ) {
    await new Promise(requestAnimationFrame);
    const now = boxes();
    unmoved = JSON.stringify(now) === JSON.stringify(last) ? unmoved + 1 : 0;
    last = now;
  }
  return last;
}
