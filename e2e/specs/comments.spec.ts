/** Comments on a flow: written, answered and resolved by two people, by mouse and by keys, and on a phone. */

import type { Page } from 'playwright/test';
import type { CommentResource } from '#api/flows/comments.ts';
import { paths } from '#api/paths.ts';
import { expect, expectAccessible, setTheme, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { openAs } from '../people.ts';
import { smallFlow } from '../small-flow.ts';

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Comments', exact: true });
const field = (page: Page, name: string) => panelOf(page).getByRole('textbox', { name });

test('two people comment at a widget, mention, answer, rename and resolve, by mouse', {
  tag: '@journey',
}, async ({ api, browser, server, signedIn }) => {
  const sid = await storeFlow(api, smallFlow(), 'Talked about');
  const other = await openAs(browser, server, api, 'Robin Lee');
  const theirs = new DesignerPage(other);
  await theirs.open(sid);
  const mine = new DesignerPage(signedIn);
  await mine.open(sid);
  await expect(signedIn.getByRole('button', { name: '1 other person is here' })).toBeVisible();

  await mine.card('ask').click({ button: 'right', position: { x: 60, y: 20 } });
  await signedIn.getByRole('menuitem', { name: 'Comment on the selection' }).click();
  await field(signedIn, 'New comment on ask').pressSequentially('Too short, @ro');
  await panelOf(signedIn).getByRole('option', { name: 'Robin Lee' }).click();
  await expect(field(signedIn, 'New comment on ask')).toHaveValue('Too short, @Robin Lee ');
  await panelOf(signedIn).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(panelOf(signedIn).locator('mark')).toHaveText('@Robin Lee');

  await other.getByRole('button', { name: /^Unread comment by .* on ask$/ }).click();
  await expect(panelOf(other)).toContainText('Too short');
  await expect(panelOf(other).getByText('Mentions you')).toBeVisible();
  await expect(other.getByRole('button', { name: /^Comment by .* on ask$/ })).toBeVisible();
  await field(other, 'Reply').fill('Longer: https://example.com/guide.');
  await panelOf(other).getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(panelOf(signedIn).getByRole('link', { name: 'https://example.com/guide' })).toBeVisible();

  await theirs.card('ask').click({ position: { x: 60, y: 20 } });
  await other.keyboard.press('F2');
  await expect(theirs.cardName('ask')).toBeFocused();
  await other.keyboard.type('question');
  await other.keyboard.press('Enter');
  await panelOf(other).getByRole('button', { name: 'Close comments' }).click();
  await expect(panelOf(signedIn).getByRole('button', { name: /on question$/ })).toBeVisible();
  await expect(signedIn.getByRole('button', { name: /^Comment by .* on question$/ })).toBeVisible();

  await panelOf(signedIn).getByRole('button', { name: 'Resolve' }).click();
  await expect(panelOf(signedIn).getByRole('radio', { name: /Resolved/ })).toBeChecked();
  await expect(panelOf(signedIn).getByText(/^Resolved by/)).toBeVisible();
  await expect(other.getByRole('button', { name: /^Comment by .* on question$/ })).toHaveCount(0);
  await panelOf(signedIn).getByRole('button', { name: 'Reopen' }).click();
  await other.context().close();
});

test('a place has a pin, and a comment on a deleted widget stays in the panel', async ({ api, signedIn }) => {
  const sid = await storeFlow(api, smallFlow(), 'Changed below the comments');
  const designer = new DesignerPage(signedIn);
  await api.post(paths.flowComments(sid), { form: { Text: 'Why?', AuthorName: 'Ann', Widget: 'ask' } });
  await designer.open(sid);
  const canvas = await designer.canvas.boundingBox();
  await signedIn.mouse.click((canvas?.x ?? 0) + 40, (canvas?.y ?? 0) + 260, { button: 'right' });
  await signedIn.getByRole('menuitem', { name: 'Comment on the selection' }).click();
  await field(signedIn, 'New comment on A place on the canvas').fill('Something is missing here');
  await panelOf(signedIn).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(
    signedIn.getByRole('button', { name: /^Comment by .* on A place on the canvas$/ }),
  ).toBeVisible();
  await expectAccessible(signedIn);

  await signedIn.getByRole('button', { name: 'Unread comment by Ann on ask' }).click();
  await designer.card('ask').click({ position: { x: 60, y: 20 } });
  await signedIn.keyboard.press('Delete');
  await expect(panelOf(signedIn).getByRole('button', { name: 'Ann on ask (deleted)' })).toBeVisible();
  await expect(signedIn.getByRole('button', { name: /^Comment by Ann/ })).toHaveCount(0);
});

test('by keys: write, leave and come back, link, edit, delete', async ({ api, signedIn }) => {
  const sid = await storeFlow(api, smallFlow(), 'Talked about by keys');
  const { page, canvas, open, card } = keyboardOf(signedIn);
  await open(sid);
  await card('thank').focus();
  await page.keyboard.press('m');
  await expect(field(page, 'New comment on thank')).toBeFocused();
  await page.keyboard.type('Say thank');
  await page.reload();
  await expect(card('thank')).toBeVisible();
  await page.keyboard.press('Shift+M');
  await expect(field(page, 'New comment on thank')).toHaveValue('Say thank');
  await field(page, 'New comment on thank').press('End');
  await page.keyboard.type(' you');
  await page.keyboard.press('ControlOrMeta+Enter');
  const thread = panelOf(page).getByRole('button', { name: /on thank$/ });
  await expect(thread).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL(/comment=CM/);
  const link = page.url();
  const listed = async (): Promise<CommentResource[]> =>
    (await (await api.get(paths.flowComments(sid))).json()).comments;
  expect((await listed()).map(({ text, widget }) => [text, widget])).toEqual([['Say thank you', 'thank']]);

  await field(page, 'Reply').focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.type('Not sent yet');
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toHaveCount(0);
  await expect(canvas.locator(':focus')).toHaveCount(1);
  await page.goto(link);
  await expect(field(page, 'Reply')).toHaveValue('Not sent yet');
  await field(page, 'Reply').press('ControlOrMeta+Enter');
  await expect(panelOf(page).getByText('Not sent yet')).toHaveCount(1);
  await expect(field(page, 'Reply')).toHaveValue('');

  await panelOf(page).getByRole('button', { name: 'More actions' }).last().press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await expect(field(page, 'Edit')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Sent');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(panelOf(page).getByText('edited')).toBeVisible();
  await panelOf(page).getByRole('button', { name: 'More actions' }).first().press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(panelOf(page).getByText('No comments yet')).toBeVisible();
  expect(await listed()).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, expectedErrors: [/Failed to load resource/] });

  test('comments are a sheet to read and write, and say when they cannot be loaded', async ({
    api,
    signedIn,
  }) => {
    const sid = await storeFlow(api, smallFlow(), 'Talked about on a phone');
    await api.post(paths.flowComments(sid), {
      form: { Text: 'Hello there', AuthorName: 'Ann', Widget: 'ask' },
    });
    await setTheme(signedIn, 'dark');
    const failing = (url: URL) => url.pathname === paths.flowComments(sid);
    await signedIn.route(failing, (route) => route.abort());
    await signedIn.goto(`/flows/${sid}`);
    await signedIn.getByRole('button', { name: /^Comments/ }).click();
    await expect(panelOf(signedIn).getByText('The comments could not be loaded')).toBeVisible();
    await signedIn.unroute(failing);
    await panelOf(signedIn).getByRole('button', { name: 'Try again' }).click();
    await panelOf(signedIn).getByRole('button', { name: 'Ann on ask' }).click();
    await field(signedIn, 'Reply').fill('Hello back');
    await panelOf(signedIn).getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(panelOf(signedIn).getByText('Hello back')).toHaveCount(1);
    await expectAccessible(signedIn);
    const sheet = await panelOf(signedIn).boundingBox();
    expect(sheet?.width).toBe(390);
  });
});

function keyboardOf(page: Page) {
  const designer = new DesignerPage(page);
  return {
    page,
    canvas: designer.canvas,
    open: (sid: string) => designer.open(sid),
    card: (name: string) => designer.card(name),
  };
}
