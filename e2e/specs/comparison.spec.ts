/** Two revisions compared: on the canvas, as a list, as JSON; by the mouse and by keys. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { connect } from '#flow/edit/connect.ts';
import { removeWidgets } from '#flow/edit/remove-widgets.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, expectAccessible, signIn, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';

/** A message, and one more that is sent after it. */
function twoMessages(): FlowDefinition {
  const greet = addWidget(emptyDefinition(), 'send-message', { x: 80, y: 180 }, 'greet');
  const bye = addWidget(greet.definition, 'send-message', { x: 80, y: 400 }, 'bye');
  const started = connect(bye.definition, { widget: 'Trigger', outlet: 'incomingMessage' }, 'greet');
  const flow = connect(started, { widget: 'greet', outlet: 'sent' }, 'bye');
  return setProperty(setProperty(flow, 'greet', 'body', 'Hello and welcome'), 'bye', 'body', 'Good bye');
}

/** The second message is gone, a request is new, the first message says something else. */
function changed(): FlowDefinition {
  const flow = setProperty(removeWidgets(twoMessages(), ['bye']), 'greet', 'body', 'Hello and good morning');
  const added = addWidget(flow, 'make-http-request', { x: 480, y: 400 }, 'record').definition;
  const request = setProperty(added, 'record', 'url', 'https://crm.example/greeted');
  return connect(request, { widget: 'greet', outlet: 'sent' }, 'record');
}

const changes = (page: Page) => page.getByRole('complementary', { name: 'Changes' });

test.describe('the comparison of two revisions', () => {
  let designer: DesignerPage;
  let sid: string;
  test.beforeEach(async ({ api, signedIn: page }) => {
    designer = new DesignerPage(page);
    sid = await storeFlow(api, twoMessages(), 'Greeting');
    const form = { Status: 'draft', Definition: JSON.stringify(changed()) };
    expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
    await page.goto(`/flows/${sid}/history?compare=1..2`);
  });

  test('marks on the canvas what was added, removed and changed', { tag: '@journey' }, async ({ page }) => {
    await expect(designer.card('record')).toHaveAccessibleName(/added$/);
    await expect(designer.card('greet')).toHaveAccessibleName(/changed$/);
    await expect(designer.card('bye')).toHaveAccessibleName(/removed$/);
    await expect(designer.card('bye')).toContainText('Removed');
    await expect(page.locator('[data-cord="removed greet sent"]')).toBeAttached();
    await expectAccessible(page);
  });

  test('selects in the list what is selected on the canvas, and the other way round', async ({ page }) => {
    await designer.card('bye').click();
    await expect(changes(page).getByRole('button', { name: 'Show bye on the canvas' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await changes(page).getByRole('button', { name: 'Show record on the canvas' }).click();
    await expect(designer.card('record')).toHaveAccessibleName(/selected/);
    await expect(designer.card('bye')).not.toHaveAccessibleName(/selected/);
  });

  test('goes from change to change by the keys n and p and by buttons', async ({ page }) => {
    const shown = (widget: string) =>
      expect(changes(page).getByRole('button', { name: `Show ${widget} on the canvas` })).toHaveAttribute(
        'aria-current',
        'true',
      );
    await page.keyboard.press('n');
    await shown('greet');
    await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await page.keyboard.press('p');
    await shown('bye');
    await page.getByRole('button', { name: 'Next change' }).click();
    await shown('record');
    await page.getByRole('button', { name: 'Next change' }).click();
    await shown('greet');
  });

  test('hides what the legend is told to hide', async ({ page }) => {
    await page.getByRole('button', { name: 'Show Removed: 1' }).click();
    await expect(designer.card('bye')).toHaveCount(0);
    await expect(changes(page).getByRole('button', { name: 'Show bye on the canvas' })).toHaveCount(0);
    await expect(changes(page)).toContainText('1 change is hidden by the legend.');
    await page.getByRole('button', { name: 'Show Removed: 1' }).click();
    await expect(designer.card('bye')).toBeVisible();
  });

  test('has a list with words, connections and settings, and the pointers behind Details', async ({
    page,
  }) => {
    await page.getByRole('radio', { name: 'List' }).click();
    await expect(page).toHaveURL(/view=list/);
    await expect(changes(page).locator('del').first()).toHaveText('Before: welcome');
    await expect(changes(page).locator('ins').first()).toHaveText('After: good morning');
    await expect(changes(page)).toContainText("'Sent' goes to");
    await expect(changes(page)).toContainText('https://crm.example/greeted');
    await expect(changes(page).getByText('#/states/1/properties/body')).toBeHidden();
    await changes(page).getByText('Details').first().click();
    await expect(changes(page).getByText('#/states/1/properties/body')).toBeVisible();
    await expectAccessible(page);
  });

  test('puts one widget back as a new draft, with the connection to it', { tag: '@journey' }, async ({
    api,
    page,
  }) => {
    await changes(page).getByRole('checkbox', { name: "Choose: 'Sent' of greet" }).press('Space');
    await changes(page).getByRole('button', { name: 'Restore…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('greet would lead to bye, which does not exist.');
    await expect(dialog.getByRole('button', { name: 'Restore as draft 3' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Undo this change too' }).click();
    await expect(dialog).toContainText('Adds bye (Send message).');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore as draft 3' }).click();
    await expect(page.getByText('1 change is restored as draft 3.')).toBeVisible();
    const { revision, definition } = await storedFlow(api, sid);
    expect(revision).toBe(3);
    expect(definition.states.map(({ name }) => name).sort()).toEqual(['Trigger', 'bye', 'greet', 'record']);
    const greet = definition.states.find(({ name }) => name === 'greet');
    expect(greet?.properties?.body).toBe('Hello and good morning');
    expect(greet?.transitions?.find(({ event }) => event === 'sent')?.next).toBe('bye');
  });

  test('restores in the working copy, where it is compared and discarded again', async ({ page }) => {
    await changes(page).getByRole('checkbox', { name: 'Choose all changes of bye' }).press('Space');
    await changes(page).getByRole('button', { name: 'Restore…' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: 'Working copy' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore in working copy' }).click();
    await page.getByRole('button', { name: 'Open designer' }).click();
    await expect(designer.card('bye')).toBeVisible();

    await page.getByRole('button', { name: 'More flow actions' }).click();
    await page.getByRole('menuitem', { name: 'Compare with saved revision' }).click();
    await expect(page).toHaveURL(/compare=2\.\.working/);
    await expect(designer.card('bye')).toHaveAccessibleName(/added/);
    await changes(page).getByRole('checkbox', { name: 'Choose all changes of bye' }).press('Space');
    await changes(page).getByRole('button', { name: 'Discard 1 change' }).click();
    await expect(changes(page)).toContainText('No changes.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(designer.card('bye')).toHaveAccessibleName(/added/);
  });

  test('has the JSON of both side by side, which unfolds', async ({ page }) => {
    await page.goto(`/flows/${sid}/history?compare=1..2&view=json`);
    const json = page.getByRole('group', { name: /as JSON/ });
    await expect(json.getByRole('columnheader', { name: 'Revision 2' })).toBeVisible();
    await expect(json.locator('mark').filter({ hasText: 'welcome' })).toBeVisible();
    await expect(json.getByText('"initial_state"')).toHaveCount(0);
    await json
      .getByRole('button', { name: /unchanged lines/ })
      .first()
      .click();
    await expect(json.getByText('"initial_state"').first()).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
    await expectAccessible(page);
  });
});

test('the history of one browser shows the revision that another one saves', async ({
  api,
  browser,
  server,
  signedIn: page,
}) => {
  const sid = await storeFlow(api, twoMessages(), 'Greeting');
  const designer = new DesignerPage(page);
  await designer.open(sid);
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await signIn(other, server);
  await other.goto(`/flows/${sid}/history`);
  const revisions = other.getByRole('complementary', { name: 'Revisions' }).getByRole('link');
  await expect(revisions).toHaveCount(1);
  await designer.select('greet');
  await designer.field('Message').fill('Hello and good evening');
  await designer.saveByKey();
  // Both saves are one author's within a quarter of an hour: one row, with the newer revision.
  await expect(revisions.first()).toContainText('Changes greet (body).', { timeout: 40_000 });
  await expect(other.getByRole('complementary', { name: 'Changes' })).toContainText('good evening');
  await context.close();
});
