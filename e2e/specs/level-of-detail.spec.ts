/** What cards show at each scale, on a fresh page: names in two lines, labels of branches from 50 %, a tooltip below. */

import { addWidget } from '#flow/edit/add-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

const name = 'ask_for_the_preferred_date';

test('names take two lines, labels go below 50 %, and cards stay mounted while they are zoomed', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  const added = addWidget(smallFlow(), 'send-message', { x: 440, y: 180 }, name);
  const definition = setProperty(added.definition, name, 'body', 'Which date?');
  await designer.open(await storeFlow(api, definition));
  const card = designer.card(name);
  const label = card.getByText('Sent', { exact: true });
  const scale = signedIn.getByRole('button', { name: /% *, Zoom to 100%|Zoom to 100%/ });
  const isSame = await card.evaluateHandle((element) => element);
  await signedIn.keyboard.press('Shift+Digit0');
  await expect(scale).toHaveText('100%');
  await expect(label).toBeVisible();

  for (const percent of ['80%', '64%']) {
    await signedIn.getByRole('button', { name: 'Zoom out' }).click();
    await expect(scale).toHaveText(percent);
  }
  await expect(label).toBeVisible();
  const text = card.getByText(name, { exact: true });
  // Two lines hold the whole name.
  const isWhole = () => text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1);
  await expect.poll(isWhole).toBe(true);
  await signedIn.keyboard.press('Escape');
  await expect(card).toHaveAttribute('title', name);

  for (const percent of ['51%', '41%']) {
    await signedIn.getByRole('button', { name: 'Zoom out' }).click();
    await expect(scale).toHaveText(percent);
  }
  await expect(label).toBeHidden();
  await expect.poll(isWhole).toBe(true);
  for (let clicks = 0; clicks < 4; clicks += 1)
    await signedIn.getByRole('button', { name: 'Zoom in' }).click();
  await expect(label).toBeVisible();
  expect(await isSame.evaluate((element) => element.isConnected)).toBe(true);
});
