/** What cards, notes and groups show at each scale, on a fresh page. */

import { changeGroup, groupWidgets } from '#flow/annotations/groups.ts';
import { putNote } from '#flow/annotations/notes.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';
import { findSmallTexts } from '../small-texts.ts';

const name = 'ask_for_the_preferred_date';

test('below 70 % cards have their name and first words, no labels, and stay mounted while they are zoomed', async ({
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
  await expect(card.getByText('Send message')).toBeVisible();

  for (const percent of ['80%', '64%', '51%', '41%']) {
    await signedIn.getByRole('button', { name: 'Zoom out' }).click();
    await expect(scale).toHaveText(percent);
  }
  await expect(label).toBeHidden();
  await expect(card.getByText('Send message')).toHaveCount(0);
  await expect(card.getByText(name)).toBeVisible();
  await expect(card.getByText('Which date?')).toBeVisible();
  await expect(designer.card('Trigger').getByText('Incoming message').first()).toBeVisible();
  await signedIn.keyboard.press('Escape');
  // What is cut or left out is in the tooltip, and read out.
  await expect(card).toHaveAttribute('title', name);
  await expect(card.getByTitle('Sent, free')).toBeAttached();
  for (let clicks = 0; clicks < 4; clicks += 1)
    await signedIn.getByRole('button', { name: 'Zoom in' }).click();
  await expect(label).toBeVisible();
  expect(await isSame.evaluate((element) => element.isConnected)).toBe(true);
});

test('notes and groups have no text below 10 px at any scale', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const grouped = groupWidgets(smallFlow(), 'open', ['spare'], 'Later');
  const covered = changeGroup(groupWidgets(grouped, 'closed', ['thank'], 'Thanks'), 'closed', {
    collapsed: true,
  });
  const text = '# To do\n\nAsk `when`, and **then**:\n\n* once\n* again';
  const note = { x: 440, y: 160, width: 240, height: 160, color: 'yellow', text } as const;
  await designer.open(await storeFlow(api, putNote(covered, 'note', note)));
  await expect(signedIn.getByText('To do')).toBeVisible();
  await signedIn.keyboard.press('Shift+Digit0');
  for (const percent of ['100%', '80%', '64%', '51%', '41%', '33%', '26%', '21%', '17%']) {
    await expect(signedIn.getByRole('button', { name: 'Zoom to 100%' })).toHaveText(percent);
    await expect.poll(() => findSmallTexts(signedIn), { message: `at ${percent}` }).toEqual([]);
    await signedIn.getByRole('button', { name: 'Zoom out' }).click();
  }
});
