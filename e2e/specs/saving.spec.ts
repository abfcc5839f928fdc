/** Where the work is: on the server by saving, on this device until then, and never on top of what was not seen. */

import { paths } from '#api/paths.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('a draft is saved with a message', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('How was it?');
  await designer.chooseFromMenu('Save with a message…');
  const dialog = signedIn.getByRole('dialog');
  await dialog.getByLabel('What changed').fill('Another question');
  await dialog.getByLabel('What changed').press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(signedIn.getByText(/^Saved/).first()).toBeVisible();
  expect(await storedFlow(api, sid)).toMatchObject({
    revision: 2,
    status: 'draft',
    commit_message: 'Another question',
  });
});

test('unsaved work is there again after a reload, with its undo', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('Still here?');
  await expect(signedIn.getByText('1 change only on this device')).toBeVisible();
  await signedIn.reload();
  await expect(signedIn.getByText(/1 unsaved change from .* was taken up again/)).toBeVisible();
  await expect(designer.card('ask')).toContainText('Still here?');
  await designer.expectUndoable({
    done: () => expect(designer.card('ask')).toContainText('Still here?'),
    undone: () => expect(designer.card('ask')).toContainText('How are you?'),
  });
  expect((await storedFlow(api, sid)).revision).toBe(1);
});

test('a newer revision stops saving until it was looked at', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('Mine');
  const theirs = { ...smallFlow(), description: 'Theirs' };
  const form = { Status: 'draft', Definition: JSON.stringify(theirs), CommitMessage: 'By somebody else' };
  expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
  await signedIn.keyboard.press('ControlOrMeta+s');
  await expect(signedIn.getByText('Not saved, revision 2 exists').first()).toBeVisible();
  expect((await storedFlow(api, sid)).definition.description).toBe('Theirs');
  await signedIn.getByRole('button', { name: 'Look at revision 2' }).click();
  const dialog = signedIn.getByRole('dialog');
  await expect(dialog.getByText(/By somebody else/)).toBeVisible();
  await expect(dialog.getByText('You have 1 unsaved change')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save mine as 3' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(signedIn.getByText(/^Saved/).first()).toBeVisible();
  const stored = await storedFlow(api, sid);
  expect(stored.revision).toBe(3);
  expect(stored.definition.states[1]?.properties).toMatchObject({ body: 'Mine' });
});

test('what the server has can be taken instead, and undo brings the own work back', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('Mine');
  const Definition = JSON.stringify(smallFlow()).replace('How are you?', 'Theirs');
  await api.post(paths.flow(sid), { form: { Status: 'draft', Definition } });
  await signedIn.keyboard.press('ControlOrMeta+s');
  await signedIn.getByRole('button', { name: 'Discard mine' }).click();
  await designer.expectUndoable({
    done: () => expect(designer.card('ask')).toContainText('Theirs'),
    undone: () => expect(designer.card('ask')).toContainText('Mine'),
  });
});

test.describe('while the server is silent', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('work is kept on this device and saved afterwards', async ({ api, context, signedIn }) => {
    const designer = new DesignerPage(signedIn);
    const sid = await storeFlow(api, smallFlow());
    await designer.open(sid);
    await designer.select('ask');
    await context.setOffline(true);
    await designer.field('Reply stored as').fill('mood');
    await signedIn.keyboard.press('ControlOrMeta+s');
    await expect(signedIn.getByText(/^Not saved: /).first()).toBeVisible();
    await expect(signedIn.getByText('1 change only on this device')).toBeVisible();
    await context.setOffline(false);
    await designer.saveByKey();
    expect((await storedFlow(api, sid)).revision).toBe(2);
  });
});
