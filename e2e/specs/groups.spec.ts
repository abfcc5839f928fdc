/** Groups on the canvas: by keys and by mouse, in the definition, and after an undo. */

import { groupWidgets } from '#flow/annotations/groups.ts';
import { putNote } from '#flow/annotations/notes.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('a selection is grouped, named, moved, collapsed and ungrouped by keys', {
  tag: ['@journey', '@variants'],
}, async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+g');
  const title = page.getByRole('textbox', { name: 'Title of the group' });
  await expect(title).toBeFocused();
  await page.keyboard.type('Greeting');
  await page.keyboard.press('Enter');
  const group = page.getByRole('group', { name: 'Group: Greeting, 4 widgets' });
  await expect(group).toBeFocused();

  const place = async () => Math.round((await designer.card('Trigger').boundingBox())?.x ?? 0);
  const before = await place();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(place).toBe(before + 100);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(place).toBe(before);

  await page.keyboard.press('Escape');
  await group.press(' ');
  await expect(group.getByRole('button', { name: 'Expand group' })).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByTestId('rf__wrapper').getByText('4 widgets')).toBeVisible();
  await expectAccessible(page);
  await expect(group).toBeFocused();
  await page.keyboard.press(' ');
  await expect(group.getByRole('button', { name: 'Collapse group' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(group).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(group).toHaveCount(0);
  await expect(designer.cards()).toHaveCount(4);
});

test('a group is dragged with its widgets, and is there in a second browser', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  const flow = await storeFlow(api, smallFlow());
  await designer.open(flow);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+g');
  await page.getByRole('textbox', { name: 'Title of the group' }).fill('All of it');
  await page.keyboard.press('Enter');
  const group = page.getByRole('group', { name: 'Group: All of it, 4 widgets' });
  const header = await group.getByText('All of it').boundingBox();
  const start = await designer.card('Trigger').boundingBox();
  if (header === null || start === null) throw new Error('The group is not drawn.');
  const from = { x: header.x + 10, y: header.y + 8 };
  await designer.drag(from, { x: from.x + 80, y: from.y + 40 });
  await expect
    .poll(async () => Math.round((await designer.card('Trigger').boundingBox())?.x ?? 0))
    .toBeGreaterThan(start.x + 50);
  await expect(group).toBeVisible();
  await expect(page.getByText('All changes saved').first()).toBeVisible();

  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('searchbox', { name: 'Search in this flow' }).fill('all of');
  await page.getByRole('region', { name: 'Notes and groups' }).getByRole('button').click();
  await expect(page.getByText('4 widgets selected').first()).toBeVisible();

  const second = await page.context().newPage();
  await new DesignerPage(second).open(flow);
  await expect(second.getByRole('group', { name: 'Group: All of it, 4 widgets' })).toBeVisible();
  await second.close();
});

test('a group and a note in it move along live while it is dragged, and are duplicated in one edit', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, withGroupAndNote()));
  const group = page.getByRole('group', { name: 'Group: Replies, 2 widgets' });
  const note = page.getByRole('note', { name: 'Note: Be kind' });
  await expect(note).toBeVisible();
  await page.keyboard.press('Shift+Digit1');
  await expect(note).toBeInViewport({ ratio: 1 });

  const xOf = async (locator: typeof note) => (await locator.boundingBox())?.x ?? 0;
  const [noteAt, cardAt] = [await xOf(note), await xOf(designer.card('thank'))];
  const header = await group.getByText('Replies').boundingBox();
  if (header === null) throw new Error('The group is not drawn.');
  await page.mouse.move(header.x + 10, header.y + 8);
  await page.mouse.down();
  await page.mouse.move(header.x + 50, header.y + 8);
  await page.mouse.move(header.x + 110, header.y + 8);
  await expect.poll(() => xOf(note)).toBeGreaterThan(noteAt + 50);
  await expect.poll(() => xOf(designer.card('thank'))).toBeGreaterThan(cardAt + 50);
  await page.keyboard.press('Escape');
  await expect.poll(() => xOf(note)).toBe(noteAt);
  await page.mouse.up();

  await group.getByText('Replies').click();
  await expect(group).toBeFocused();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(group).toHaveCount(2);
  await expect(note).toHaveCount(2);
  await expect(designer.card('thank_2')).toBeVisible();
  await expect(designer.card('spare_2')).toBeVisible();
  await expect(page.getByText('2 widgets selected').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(group).toHaveCount(1);
  await expect(note).toHaveCount(1);
  await expect(designer.card('thank_2')).toHaveCount(0);
});

/** A frame around `thank` and `spare`, and a note between the two. */
function withGroupAndNote(): FlowDefinition {
  const grouped = groupWidgets(smallFlow(), 'g', ['thank', 'spare'], 'Replies');
  const place = { x: 340, y: 420, width: 90, height: 60 };
  return putNote(grouped, 'n', { ...place, color: 'yellow', text: 'Be kind' });
}
