/** Test runs in the designer: messages, a call and a request, on the working copy, with nothing sent and no execution. */

import type { APIRequestContext, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible, setTheme } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { voiceMenu, webLookup } from '../simulated-flows.ts';
import { smallFlow } from '../small-flow.ts';

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Test run' });
const threadOf = (page: Page) => panelOf(page).getByRole('log', { name: 'Messages and events' });

async function say(page: Page, text: string): Promise<void> {
  await panelOf(page).getByRole('textbox', { name: 'Message', exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

async function expectNoExecutions(api: APIRequestContext, sid: string): Promise<void> {
  const { executions } = await (await api.get(paths.executions(sid))).json();
  expect(executions).toEqual([]);
}

test('a conversation by message, stepped back and answered differently', {
  tag: ['@journey', '@variants'],
}, async ({ api, signedIn: page }) => {
  const sid = await storeFlow(api, smallFlow());
  const designer = new DesignerPage(page);
  await designer.open(sid);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await say(page, 'Hello');
  await expect(threadOf(page).getByText('How are you?')).toBeVisible();
  await expect(page.getByText('ask waits for a reply')).toBeVisible();
  await say(page, 'Fine');
  await expect(threadOf(page).getByText('You said Fine.')).toBeVisible();
  await expect(page.getByText('The flow has ended')).toBeVisible();
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(threadOf(page).getByText('You said Fine.')).toHaveCount(0);
  await say(page, 'Well');
  await expect(threadOf(page).getByText('You said Well.')).toBeVisible();
  await expectNoExecutions(api, sid);
});

test('an edit during the run counts from the next step', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await page.keyboard.press('ControlOrMeta+Enter');
  await say(page, 'Hello');
  await expect(threadOf(page).getByText('How are you?')).toBeVisible();
  await designer.select('thank');
  await designer.field('Message').fill('Noted: {{widgets.ask.inbound.Body}}');
  await say(page, 'Fine');
  await expect(threadOf(page).getByText('Noted: Fine')).toBeVisible();
});

test('library, search and settings are used beside a test run, which goes on', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await page.keyboard.press('ControlOrMeta+Enter');
  await say(page, 'Hello');
  await expect(threadOf(page).getByText('How are you?')).toBeVisible();
  await designer.canvas.focus();
  await page.keyboard.press('ControlOrMeta+f');
  const search = page.getByRole('searchbox', { name: 'Search in this flow' });
  await expect(search).toBeFocused();
  await page.keyboard.type('thank');
  await expect(page.getByRole('complementary', { name: 'Search' })).toContainText('thank');
  await expect(panelOf(page)).toBeVisible();
  // The first empties the search.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  const widgets = page.getByRole('button', { name: 'Widgets', exact: true });
  await widgets.click();
  await expect(designer.library).toBeHidden();
  await widgets.click();
  await designer.library.getByRole('button', { name: 'Set variables' }).click();
  await expect(designer.nameField()).toHaveValue('set_variables_1');
  await expect(panelOf(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close settings' }).click();
  await expect(designer.settings).toBeHidden();
  await page.getByRole('button', { name: 'Fit flow' }).click();
  await designer.select('thank');
  await expect(threadOf(page).getByText('How are you?')).toBeVisible();
  // Where both have no room the settings lie over the phone.
  await page.setViewportSize({ width: 1200, height: 640 });
  await expect(panelOf(page)).toBeHidden();
  await page.getByRole('button', { name: 'Close settings' }).click();
  await say(page, 'Fine');
  await expect(page.getByText('The flow has ended')).toBeVisible();
});

test('a call with keys, silence and hanging up', { tag: '@journey' }, async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  const sid = await storeFlow(api, voiceMenu());
  await designer.open(sid);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const panel = panelOf(page);
  await panel.getByRole('radio', { name: 'Call' }).click();
  await panel.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(threadOf(page).getByText('Press 1 for sales.')).toBeVisible();
  await panel.getByRole('button', { name: 'No input' }).click();
  await expect(threadOf(page).getByText('Press 1 for sales.')).toHaveCount(2);
  await panel.getByRole('button', { name: 'No input' }).click();
  await expect(threadOf(page).getByText('Press 1 for sales.')).toHaveCount(3);
  for (const height of [900, 600]) {
    await page.setViewportSize({ width: 1440, height });
    await expect(threadOf(page).getByText('Press 1 for sales.').last()).toBeInViewport({ ratio: 1 });
    for (const key of [/^Press [0-9*#]$/, 'Hang up'])
      for (const button of await panel.getByRole('button', { name: key }).all())
        await expect(button).toBeInViewport({ ratio: 1 });
  }
  await panel.getByRole('button', { name: 'Press 1', exact: true }).click();
  await expect(threadOf(page).getByText('Sales speaking.')).toBeVisible();
  await expect(threadOf(page).getByText(/^choose: .*1/)).toBeVisible();
  await page.getByRole('button', { name: 'Step back' }).click();
  await panel.getByRole('button', { name: 'Hang up' }).click();
  await expect(threadOf(page).getByText('The contact hung up')).toBeVisible();
  await expectNoExecutions(api, sid);
});

test('a request to another system stops and asks, and its response is kept', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, webLookup()));
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const panel = panelOf(page);
  await panel.getByRole('radio', { name: 'Request' }).click();
  await panel.getByRole('textbox', { name: 'Parameters' }).fill('{"id": ');
  await panel.getByRole('button', { name: 'Start with this request' }).click();
  await expect(panel.getByText('This is not a JSON object.')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Parameters' }).fill('{"id": 7}');
  await panel.getByRole('button', { name: 'Start with this request' }).click();
  await expect(panel.getByRole('heading', { name: 'lookup needs a response' })).toBeVisible();
  await expect(panel.getByText('GET https://example.com/people/7')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Body' }).fill('{"name": "Sam"}');
  await panel.getByRole('button', { name: 'Continue' }).click();
  await expect(threadOf(page).getByText('Hello Sam')).toBeVisible();
  await panel.getByRole('button', { name: 'Start over' }).click();
  await panel.getByRole('button', { name: 'Start with this request' }).click();
  await expect(threadOf(page).getByText('Hello Sam')).toBeVisible();
});

test('a run is kept as a test, which fails at its place after an edit', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  const sid = await storeFlow(api, smallFlow());
  await designer.open(sid);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await say(page, 'Hello');
  await say(page, 'Fine');
  const tests = panelOf(page).getByRole('region', { name: 'Tests' });
  await tests.getByRole('textbox', { name: 'Keep this run as a test' }).fill('Is thanked');
  await tests.getByRole('button', { name: 'Keep' }).click();
  await expect(tests.getByText('Tests passed: 1 of 1.')).toBeVisible();
  const kept = await (await api.get(paths.flowTests(sid))).json();
  expect(kept.tests).toMatchObject([{ name: 'Is thanked' }]);
  await page.getByRole('button', { name: 'Close test run' }).click();
  await designer.select('thank');
  await designer.field('Message').fill('Noted.');
  const sentence =
    'After ‘Fine’ the contact was to hear ‘You said Fine.’, but heard ‘Noted.’: the flow ended at thank.';
  // Counted and listed before anybody tests or publishes.
  await expect(page.getByRole('button', { name: 'Test, 1 test fails' })).toContainText('1');
  const problems = page.getByRole('region', { name: 'Problems' });
  await problems.getByRole('button', { name: 'Expand problems' }).click();
  await problems.getByText(`Is thanked: ${sentence}`).click();
  await problems.getByRole('button', { name: 'Collapse problems' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(tests.getByText('Tests passed: 0 of 1.')).toBeVisible();
  await expect(tests.getByText(sentence)).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Tests passed: 0 of 1.')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Is thanked')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('1 test fails. Publish all the same?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish anyway' })).toBeVisible();
  await page.keyboard.press('Escape');
  await tests.getByRole('button', { name: 'thank', exact: true }).click();
  await expect(designer.card('thank')).toBeVisible();
  await tests.getByRole('button', { name: 'Delete test Is thanked' }).click();
  await expect(tests.getByText('Is thanked')).toHaveCount(0);
});

for (const theme of ['light', 'dark'] as const) {
  test(`the test run is accessible in the ${theme} theme`, async ({ api, signedIn: page }) => {
    await setTheme(page, theme);
    const designer = new DesignerPage(page);
    await designer.open(await storeFlow(api, voiceMenu()));
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(panelOf(page)).toBeVisible();
    await expectAccessible(page);
    await panelOf(page).getByRole('radio', { name: 'Call' }).click();
    await panelOf(page).getByRole('button', { name: 'Call', exact: true }).click();
    await expect(threadOf(page).getByText('Press 1 for sales.')).toBeVisible();
    await expectAccessible(page);
  });
}
