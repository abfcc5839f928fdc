/** The history of a flow: its revisions, comparing, restoring, publishing and rolling back. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { connect } from '#flow/edit/connect.ts';
import { removeWidgets } from '#flow/edit/remove-widgets.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { startFlow } from '../stored-flow.ts';

/** Asks by message and waits, for each execution that is started by request. */
function asking(): FlowDefinition {
  const { definition, id } = addWidget(
    emptyDefinition(),
    'send-and-wait-for-reply',
    { x: 80, y: 180 },
    'ask',
  );
  return setProperty(
    connect(definition, { widget: 'Trigger', outlet: 'incomingRequest' }, id),
    'ask',
    'body',
    'How are you?',
  );
}

const changes = (page: Page) => page.getByRole('complementary', { name: 'Changes' });
const group = (page: Page, widget: string) =>
  changes(page)
    .locator('section')
    .filter({ has: page.getByRole('button', { name: `Show ${widget} on the canvas` }) });
const list = (page: Page) => page.getByRole('complementary', { name: 'Revisions' });

test('a flow is edited, compared, restored, published and rolled back', { tag: '@journey' }, async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  const sid = await storeFlow(api, emptyDefinition(), 'Survey');
  const save = async (definition: FlowDefinition, CommitMessage?: string, Status = 'draft') => {
    const form = {
      Status,
      Definition: JSON.stringify(definition),
      ...(CommitMessage !== undefined && { CommitMessage }),
    };
    expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
  };

  await test.step('saved three times', async () => {
    await save(asking(), 'Ask how they are', 'published');
    await designer.open(sid);
    for (const text of ['How was it?', 'How was your visit?']) {
      await designer.select('ask');
      await designer.field('Message').fill(text);
      await designer.saveByKey();
    }
    // The page must know it too: what it leaves behind would be an unsaved change.
    await expect(page.getByText('Saved as revision 4.')).toBeAttached();
    expect((await storedFlow(api, sid)).revision).toBe(4);
  });

  await test.step('the history lists the revisions, by keys too', async () => {
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page).toHaveURL(new RegExp(`/flows/${sid}/history`));
    // Two saves of one author within 15 minutes are one row.
    await expect(list(page).getByRole('link')).toHaveCount(3);
    await list(page).getByRole('button', { name: '1 earlier save' }).click();
    await expect(list(page).getByRole('link')).toHaveCount(4);
    await expect(list(page).getByRole('link', { name: /Ask how they are/ })).toContainText('Published');
    await expect(list(page).getByRole('link').first()).toContainText('Changes ask (body).');
    await expect(changes(page)).toContainText('your visit');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(list(page).getByRole('link').nth(2)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/revision=2/);
    await expect(group(page, 'ask')).toContainText('Added');
    // Marked on the canvas as well, without comparing.
    await expect(designer.card('ask')).toHaveAccessibleName(/added$/);
  });

  await test.step('two of them are compared, by a link', async () => {
    await page.getByRole('button', { name: 'Compare with…' }).click();
    await page.getByRole('menuitem', { name: 'Revision 4' }).click();
    await expect(page).toHaveURL(/compare=2\.\.4/);
    // Word by word: "How are you?" and "How was your visit?".
    await expect(changes(page).locator('del')).toHaveText('Before: are you');
    await expect(changes(page).locator('ins')).toHaveText('After: was your visit');
    await changes(page).getByRole('button', { name: 'Show ask on the canvas' }).click();
    await expect(designer.card('ask')).toBeVisible();
    await page.reload();
    await expect(changes(page).locator('ins')).toHaveText('After: was your visit');
  });

  await test.step('one is restored', async () => {
    await list(page).getByRole('button', { name: '1 earlier save' }).click();
    await list(page).getByRole('link').nth(1).click();
    await page.getByRole('button', { name: 'Restore 3…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore revision 3' });
    await expect(dialog).toContainText('Message of ask is now "How was it?"');
    await page.keyboard.press('Escape');
    expect((await storedFlow(api, sid)).revision).toBe(4);
    await page.getByRole('button', { name: 'Restore 3…' }).click();
    await dialog.getByRole('button', { name: 'Restore as draft 5' }).click();
    await expect(page.getByText('Revision 3 is restored as draft 5.')).toBeVisible();
    await expect(list(page).getByRole('link').first()).toContainText('Restore revision 3');
    const { states } = (await storedFlow(api, sid)).definition;
    expect(states.find(({ name }) => name === 'ask')?.properties).toMatchObject({ body: 'How was it?' });
  });

  await test.step('publishing shows who waits at a removed widget', async () => {
    await startFlow(api, { sid }, '+15005557001');
    await startFlow(api, { sid }, '+15005557002');
    await save(removeWidgets(asking(), ['ask']), 'Stop asking');
    await designer.open(sid);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Removes ask (Send & wait for reply).');
    await expect(dialog).toContainText('2 executions are active.');
    await expect(dialog).toContainText('2 wait at ask, which is removed, and finish on their revision.');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Published as revision 7.')).toBeVisible();
  });

  await test.step('rolling back publishes the earlier content, and the history tells it', async () => {
    await page.goto(`/flows/${sid}/history?revision=2`);
    await page.getByRole('button', { name: 'Roll back' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Adds ask (Send & wait for reply).');
    await expect(dialog).toContainText('2 executions are active.');
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await expect(page.getByText('Revision 2 is published again as revision 8.')).toBeVisible();
    const newest = list(page).getByRole('link').first();
    await expect(newest).toContainText('Roll back to revision 2');
    await expect(newest).toContainText('Published');
    const stored = await storedFlow(api, sid);
    expect(stored).toMatchObject({ revision: 8, status: 'published' });
    expect(stored.definition.states.map(({ name }) => name)).toContain('ask');
  });
});

test('only layout changed: it is hidden until it is asked for', async ({ api, signedIn: page }) => {
  const sid = await storeFlow(api, asking(), 'Moved');
  const moved = setProperty(asking(), 'ask', 'offset', { x: 400, y: 300 });
  const form = { Status: 'draft', Definition: JSON.stringify(moved) };
  expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
  await page.goto(`/flows/${sid}/history?compare=1..2`);
  await expect(changes(page)).toContainText('No change in behaviour.');
  await expect(changes(page)).toContainText('1 layout change is hidden.');
  await page.getByText('Layout', { exact: true }).click();
  await expect(changes(page)).toContainText('Moves ask.');
});

test.describe('a revision that does not exist', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('is said to be missing', async ({ api, signedIn: page }) => {
    const sid = await storeFlow(api, asking(), 'Short');
    await page.goto(`/flows/${sid}/history?revision=99`);
    await expect(page.getByText('Revision not found')).toBeVisible();
  });
});
