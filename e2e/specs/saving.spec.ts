/** Saving: unsaved work is stored in the browser, saved work on the server, and a newer revision is never overwritten unseen. */

import { paths } from '#api/paths.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
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
  await expect(signedIn.getByText(/^Saved/).first()).toBeVisible();
  expect(await storedFlow(api, sid)).toMatchObject({
    revision: 2,
    status: 'draft',
    commit_message: 'Another question',
  });
});

test('unsaved work is restored after a reload, with its undo history', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await designer.select('ask');
  await designer.field('Message').fill('Still here?');
  await expect(signedIn.getByText('1 unsaved change (stored in this browser)')).toBeVisible();
  await signedIn.reload();
  await expect(signedIn.getByText(/Restored 1 unsaved change from /)).toBeVisible();
  await expect(designer.card('ask')).toContainText('Still here?');
  await designer.expectUndoable({
    done: () => expect(designer.card('ask')).toContainText('Still here?'),
    undone: () => expect(designer.card('ask')).toContainText('How are you?'),
  });
  expect((await storedFlow(api, sid)).revision).toBe(1);
});

test.describe('beside another save', () => {
  // The browser reports the refused save.
  test.use({ expectedErrors: [/409 \(Conflict\)/] });

  test('a newer revision blocks saving until it was compared', async ({ api, signedIn }) => {
    const designer = new DesignerPage(signedIn);
    const sid = await storeFlow(api, smallFlow());
    await designer.open(sid);
    await designer.select('ask');
    await designer.field('Message').fill('Mine');
    const theirs = { ...smallFlow(), description: 'Theirs' };
    const form = { Status: 'draft', Definition: JSON.stringify(theirs), CommitMessage: 'By somebody else' };
    expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
    await signedIn.keyboard.press('ControlOrMeta+s');
    await expect(signedIn.getByText('Not saved: revision 2 is newer').first()).toBeVisible();
    expect((await storedFlow(api, sid)).definition.description).toBe('Theirs');
    await signedIn.getByRole('button', { name: 'Compare with revision 2' }).click();
    const dialog = signedIn.getByRole('dialog');
    await expect(dialog.getByText(/By somebody else/)).toBeVisible();
    await expect(dialog.getByText('Your 1 unsaved change')).toBeVisible();
    await expect(dialog.getByText('2 changes merge cleanly')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save merged as 3' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(signedIn.getByText(/^Saved/).first()).toBeVisible();
    const stored = await storedFlow(api, sid);
    expect(stored.revision).toBe(3);
    expect(stored.definition.states[1]?.properties).toMatchObject({ body: 'Mine' });
    expect(stored.definition.description).toBe('Theirs');
  });

  test('what both changed is chosen, by keys too, and the rest is merged', async ({ api, signedIn }) => {
    const designer = new DesignerPage(signedIn);
    const sid = await storeFlow(api, smallFlow());
    await designer.open(sid);
    await designer.select('ask');
    await designer.field('Message').fill('What do you think?');
    const theirs = setProperty(
      setProperty(smallFlow(), 'ask', 'body', 'Are you well?'),
      'ask',
      'timeout',
      '60',
    );
    await api.post(paths.flow(sid), { form: { Status: 'draft', Definition: JSON.stringify(theirs) } });
    await signedIn.keyboard.press('ControlOrMeta+s');
    await signedIn.getByRole('button', { name: 'Compare with revision 2' }).click();
    const dialog = signedIn.getByRole('dialog');
    await expect(dialog.getByText('1 needs your choice')).toBeVisible();
    const save = dialog.getByRole('button', { name: 'Save merged as 3' });
    await expect(save).toBeDisabled();
    await expectAccessible(signedIn);
    const choice = dialog.getByRole('radiogroup', { name: 'ask, Message' });
    await choice.getByRole('radio', { name: /Yours/ }).focus();
    await signedIn.keyboard.press('Space');
    await signedIn.keyboard.press('ArrowRight');
    await expect(choice.getByRole('radio', { name: /Revision 2/ })).toBeChecked();
    await signedIn.keyboard.press('ArrowLeft');
    await save.click();
    await expect(dialog).toHaveCount(0);
    const stored = await storedFlow(api, sid);
    expect(stored.revision).toBe(3);
    const ask = stored.definition.states.find(({ name }) => name === 'ask');
    expect(ask?.properties).toMatchObject({ body: 'What do you think?', timeout: '60' });
  });

  test('changes can be discarded for a newer revision, and undo restores them', async ({ api, signedIn }) => {
    const designer = new DesignerPage(signedIn);
    const sid = await storeFlow(api, smallFlow());
    await designer.open(sid);
    await designer.select('ask');
    await designer.field('Message').fill('Mine');
    const Definition = JSON.stringify(smallFlow()).replace('How are you?', 'Theirs');
    await api.post(paths.flow(sid), { form: { Status: 'draft', Definition } });
    await signedIn.keyboard.press('ControlOrMeta+s');
    await signedIn.getByRole('button', { name: 'Discard my changes' }).click();
    await designer.expectUndoable({
      done: () => expect(designer.card('ask')).toContainText('Theirs'),
      undone: () => expect(designer.card('ask')).toContainText('Mine'),
    });
  });
});

test.describe('while the server is unreachable', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('work is stored in the browser and saved afterwards', async ({ api, context, signedIn }) => {
    const designer = new DesignerPage(signedIn);
    const sid = await storeFlow(api, smallFlow());
    await designer.open(sid);
    await designer.select('ask');
    await context.setOffline(true);
    await designer.field('Reply stored as').fill('mood');
    await signedIn.keyboard.press('ControlOrMeta+s');
    await expect(signedIn.getByText(/^Not saved\. /).first()).toBeVisible();
    await expect(signedIn.getByText('1 unsaved change (stored in this browser)')).toBeVisible();
    await context.setOffline(false);
    await designer.saveByKey();
    expect((await storedFlow(api, sid)).revision).toBe(2);
  });
});
