/** Saving: every edit reaches the server by itself, and a revision is made of them; what somebody else saves is merged. */

import { paths } from '#api/paths.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, expectKept, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('a draft is saved with a message', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('How was it?');
  await designer.chooseFromMenu('Save with message…');
  const dialog = signedIn.getByRole('dialog');
  await dialog.getByLabel('Revision message').fill('Another question');
  await dialog.getByLabel('Revision message').press('Enter');
  await expect(dialog).toHaveCount(0);
  await designer.expectAllSaved();
  expect(await storedFlow(api, sid)).toMatchObject({
    revision: 2,
    status: 'draft',
    commit_message: 'Another question',
  });
});

test('edits are there after a reload, with what undoes them', { tag: '@journey' }, async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('Still here?');
  await designer.expectAllSaved();
  await expectKept(signedIn, sid);
  await signedIn.reload();
  await expect(designer.card('ask')).toContainText('Still here?');
  await designer.expectUndoable({
    done: () => expect(designer.card('ask')).toContainText('Still here?'),
    undone: () => expect(designer.card('ask')).toContainText('How are you?'),
  });
  expect((await storedFlow(api, sid)).revision).toBe(1);
});

test('what a program saves is merged into what one edits', { tag: '@journey' }, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Reply stored as').fill('mood');
  await designer.expectAllSaved();
  const Definition = JSON.stringify(smallFlow()).replace('How are you?', 'Theirs?');
  const form = { Status: 'draft', Definition, CommitMessage: 'By a program' };
  expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
  await expect(designer.card('ask')).toContainText('Theirs?');
  await designer.saveByKey();
  const stored = await storedFlow(api, sid);
  expect(stored.revision).toBe(3);
  const ask = stored.definition.states.find(({ name }) => name === 'ask');
  expect(ask?.properties).toMatchObject({ body: 'Theirs?', save_response_as: 'mood' });
});

test.describe('while the server is unreachable', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('edits are kept in the browser and sent afterwards', async ({ api, context, signedIn }) => {
    const designer = new DesignerPage(signedIn);
    const sid = await storeFlow(api, smallFlow());
    await designer.open(sid);
    await designer.select('ask');
    await context.setOffline(true);
    await designer.field('Reply stored as').fill('mood');
    await signedIn.keyboard.press('ControlOrMeta+s');
    await expect(signedIn.getByText(/^Not saved\. /).first()).toBeVisible();
    await expect(signedIn.getByText('Offline, 1 change kept in this browser').first()).toBeVisible();
    await context.setOffline(false);
    await designer.expectAllSaved();
    await designer.saveByKey();
    expect((await storedFlow(api, sid)).revision).toBe(2);
  });
});
