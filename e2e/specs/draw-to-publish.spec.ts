/** From an empty flow to a published one: drawn, tried, kept as tests, broken, repaired, published. */

import type { Page } from 'playwright/test';
import { emptyDefinition } from '#flow/definition.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';

// Camera moves are instant, so that a drag finds its target where it is.
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Test run' });
const threadOf = (page: Page) => panelOf(page).getByRole('log', { name: 'Messages and events' });
const testsOf = (page: Page) => panelOf(page).getByRole('region', { name: 'Tests' });

async function openTestRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(panelOf(page)).toBeVisible();
}

async function closeTestRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close test run' }).click();
  await expect(panelOf(page)).toHaveCount(0);
}

async function say(page: Page, text: string): Promise<void> {
  await panelOf(page).getByRole('textbox', { name: 'Message', exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

async function keepAs(page: Page, name: string): Promise<void> {
  await testsOf(page).getByRole('textbox', { name: 'Keep this run as a test' }).fill(name);
  await testsOf(page).getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(testsOf(page).getByText(name, { exact: true })).toBeVisible();
}

/** Drags a widget of that type to a free outlet, and writes its text into the field. */
async function dropAt(designer: DesignerPage, type: string, [card, outlet]: [string, string], text: string) {
  const jack = designer.jack(card, outlet);
  await designer.library.getByRole('button', { name: type, exact: true }).hover();
  await designer.page.mouse.down();
  // The browser takes a drop only after a second event over the target.
  await jack.hover();
  await jack.hover();
  await designer.page.mouse.up();
  const field = designer.field(type === 'Send message' ? 'Message' : 'Say');
  await expect(field).toBeFocused();
  await field.fill(text);
}

/** The flow cannot be published unnoticed with a failing test; it is repaired, and published. */
async function repairAndPublish(designer: DesignerPage, repair: () => Promise<void>): Promise<void> {
  const { page } = designer;
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Tests passed: 1 of 2.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await closeTestRun(page);
  await repair();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog.getByText('Tests passed: 2 of 2.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published as revision 2.')).toBeVisible();
}

test('a flow of messages is drawn, tried, kept as tests, broken, repaired and published', {
  tag: ['@journey', '@variants'],
}, async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  const sid = await storeFlow(api, emptyDefinition());
  await designer.open(sid);
  await page.getByRole('button', { name: /^Incoming message/ }).click();
  await expect(designer.field('Message')).toBeFocused();
  await page.keyboard.type('Will you come?');
  await designer.jack('send_and_wait_for_reply_1', 'Reply').click();
  await page.getByRole('option', { name: 'Split based on' }).click();
  await expect(designer.field('Add answers')).toBeFocused();
  await page.keyboard.type('yes, no');
  await page.keyboard.press('Enter');
  await dropAt(designer, 'Send message', ['split_based_on_1', 'is yes'], 'See you there.');
  await dropAt(designer, 'Send message', ['split_based_on_1', 'is no'], 'What a pity.');

  await openTestRun(page);
  await say(page, 'Hello');
  await expect(threadOf(page).getByText('Will you come?')).toBeVisible();
  await say(page, 'yes');
  await expect(threadOf(page).getByText('See you there.')).toBeVisible();
  await keepAs(page, 'Comes');
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(threadOf(page).getByText('See you there.')).toHaveCount(0);
  await say(page, 'no');
  await expect(threadOf(page).getByText('What a pity.')).toBeVisible();
  await keepAs(page, 'Does not come');
  await expect(testsOf(page).getByText('Tests passed: 2 of 2.')).toBeVisible();

  await closeTestRun(page);
  await designer.select('send_message_1');
  await designer.field('Message').fill('See you');
  await openTestRun(page);
  await expect(testsOf(page).getByText(/to hear ‘See you there\.’.*heard ‘See you’/)).toBeVisible();
  await expect(testsOf(page).getByRole('button', { name: 'send_message_1', exact: true })).toBeVisible();
  await repairAndPublish(designer, async () => {
    await designer.select('send_message_1');
    await designer.field('Message').fill('See you there.');
  });
  expect((await storedFlow(api, sid)).status).toBe('published');
});

test('a call with keypad and silence is drawn, tried, kept, broken, repaired and published', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  const sid = await storeFlow(api, emptyDefinition());
  await designer.open(sid);
  await page.getByRole('button', { name: /^Incoming call/ }).click();
  await expect(designer.field('Say')).toBeFocused();
  await page.keyboard.type('Press 1 for sales.');
  await dropAt(designer, 'Say / play', ['gather_input_on_call_1', 'Keypress'], 'Sales speaking.');
  await dropAt(designer, 'Say / play', ['gather_input_on_call_1', 'Timeout'], 'Goodbye.');

  await openTestRun(page);
  const panel = panelOf(page);
  await panel.getByRole('radio', { name: 'Call' }).click();
  await panel.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(threadOf(page).getByText('Press 1 for sales.')).toBeVisible();
  await panel.getByRole('button', { name: 'Press 1', exact: true }).click();
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(threadOf(page).getByText('Sales speaking.')).toBeVisible();
  await keepAs(page, 'Presses 1');
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(threadOf(page).getByText('Sales speaking.')).toHaveCount(0);
  await panel.getByRole('button', { name: 'No input' }).click();
  await expect(threadOf(page).getByText('Goodbye.')).toBeVisible();
  await keepAs(page, 'Says nothing');
  await expect(testsOf(page).getByText('Tests passed: 2 of 2.')).toBeVisible();

  await closeTestRun(page);
  await designer.select('say_play_2');
  await page.keyboard.press('Delete');
  await expect(designer.card('say_play_2')).toHaveCount(0);
  await openTestRun(page);
  await expect(testsOf(page).getByText('Tests passed: 1 of 2.')).toBeVisible();
  await repairAndPublish(designer, () => designer.undo());
  expect((await storedFlow(api, sid)).status).toBe('published');
});
