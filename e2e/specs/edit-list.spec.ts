/** The list of everybody's edits: named in words, live, shown as the flow was then, and restored. */

import type { APIRequestContext, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

const list = (page: Page) => page.getByRole('complementary', { name: 'Edits' });
const rows = (page: Page) => list(page).getByRole('link');

/** Resolves once the server has answered the next edit of the page. */
const editSent = (page: Page) =>
  page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/Edits'),
  );

/** What somebody else does at their page: each text is one edit of the message of `thank`. */
async function type(api: APIRequestContext, sid: string, base: number, ...texts: string[]): Promise<void> {
  const commands = texts.map((text, at) => ({
    id: `robin-${base}-${at}`,
    label: { name: 'changeProperty', widget: 'thank', field: `Message ${text}` },
    operations: [{ kind: 'set', widget: 'thank', path: ['properties', 'body'], to: text }],
  }));
  const data = { Base: `${base}`, Client: 'robin', AuthorName: 'Robin', Commands: JSON.stringify(commands) };
  const response = await api.post(paths.edits(sid), { data });
  expect(response.status(), await response.text()).toBe(200);
}

test('edits are named with author and time, appear at once, and one is restored', async ({
  api,
  signedIn: page,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Edited');
  const designer = new DesignerPage(page);
  await designer.open(sid);
  await designer.select('ask');
  await designer.nameField().fill('ask_name');
  await designer.nameField().press('Enter');
  await expect(designer.card('ask_name')).toBeVisible();
  await designer.field('Message').fill('What is your name?');
  await designer.expectAllSaved();
  await page.getByRole('button', { name: 'Undo steps' }).click();
  await page.getByRole('link', { name: 'Edits of everybody' }).click();
  await expect(rows(page).first()).toContainText('Changed Message of ask_name');
  await expect(rows(page).nth(1)).toContainText('Renamed ask to ask_name');
  await expect(rows(page).nth(1)).toContainText('You');

  const { seq } = await (await api.get(paths.workingCopy(sid))).json();
  await type(api, sid, seq, 'Thanks, Robin');
  await expect(rows(page).first()).toContainText('Changed Message Thanks, Robin of thank');
  await expect(rows(page).first()).toContainText('Robin');
  await expectAccessible(page);

  // By keys: the second row is the typing before Robin's edit.
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current', /page|true/);
  await expect(page.getByRole('heading', { name: `Edit ${seq}`, exact: true })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Changes' })).toContainText('What is your name?');
  await expectAccessible(page);
  const restored = editSent(page);
  await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
  await restored;
  await expect(rows(page).first()).toContainText(`Restored the flow as it was after edit ${seq}`);
  const body = async () => {
    const { definition } = await (await api.get(paths.workingCopy(sid))).json();
    return definition.states.find(({ name }: { name: string }) => name === 'thank').properties.body;
  };
  expect(await body()).not.toContain('Robin');
  // Restoring is an edit as any other.
  const undone = editSent(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await undone;
  await expect(rows(page).first()).toContainText('Undid “Restore the flow');
  expect(await body()).toContain('Robin');
  // A link has the list and what is shown.
  await page.reload();
  await expect(page.getByRole('heading', { name: `Edit ${seq}`, exact: true })).toBeVisible();
  await page.getByRole('radio', { name: /^Revisions/ }).click();
  await expect(page.getByRole('complementary', { name: 'Revisions' })).toBeVisible();
});

test('the publish dialog says who has changed what since the last publish', async ({
  api,
  signedIn: page,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Published');
  await api.get(paths.workingCopy(sid));
  await type(api, sid, 0, 'Before');
  expect((await api.post(paths.flow(sid), { form: { Status: 'published', EditSeq: '1' } })).status()).toBe(
    200,
  );
  const designer = new DesignerPage(page);
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('What is new?');
  await designer.expectAllSaved();
  // After a reload one is the same person still.
  await page.reload();
  const { seq } = await (await api.get(paths.workingCopy(sid))).json();
  await type(api, sid, seq, 'one', 'two');
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish Published' });
  await expect(dialog).toContainText('Edited since revision 2 by');
  await expect(dialog).toContainText('Everything is published, including the edits of others.');
  const authors = dialog.getByRole('listitem');
  await expect(authors.filter({ hasText: /^Robin/ })).toHaveText(
    'Robin (2 changes): Changed Message two of thank · Changed Message one of thank',
  );
  await expect(authors.filter({ hasText: /^You/ })).toHaveText('You (1 change): Changed Message of ask');
  // Somebody goes on while it is open.
  await type(api, sid, seq + 2, 'three');
  await expect(authors.filter({ hasText: /^Robin/ })).toContainText('Robin (3 changes)');
  await dialog.getByRole('link', { name: 'All edits' }).press('Enter');
  await expect(rows(page).first()).toContainText('Changed Message three of thank');
});

test('a long list of edits goes on by keys', async ({ api, signedIn: page }) => {
  const sid = await storeFlow(api, smallFlow(), 'Long');
  for (let base = 0; base < 220; base += 55)
    await type(api, sid, base, ...Array.from({ length: 55 }, (_, at) => `${base + at + 1}`));
  await page.goto(`/flows/${sid}/history?list=edits`);
  await expect(rows(page).first()).toContainText('Message 220 of thank');
  await page.keyboard.press('j');
  await expect(rows(page).first()).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(list(page).getByRole('link', { name: /Message 1 of thank/ })).toBeFocused({
      timeout: 1_000,
    });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Edit 1', exact: true })).toBeVisible();
});
