/** The executions of a flow: start, search, live updates, stepping, ending and deleting; on a phone too. */

import type { Locator, Page } from 'playwright/test';
import { maskAddress } from '#api/masking/mask-address.ts';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { Phone } from '../external-systems/phone.ts';
import { flowNumber, lineOf, startFlow, storeFlow } from '../stored-flow.ts';

const list = (page: Page) => page.getByRole('complementary', { name: 'Executions' });
const rows = (page: Page) => list(page).getByRole('listitem');
const steps = (page: Page) => page.getByLabel(/^Step \d+, /);
const contact = (index: number) => `+1500555${String(3000 + index)}`;

test.describe('the start dialog', () => {
  // The browser reports the rejected requests.
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('shows errors at their fields, and starts once they are fixed', { tag: '@journey' }, async ({
    signedIn: page,
    api,
  }) => {
    const flow = await storeFlow(api, { name: 'Reminder' });
    await page.goto(`/flows/${flow.sid}/executions`);
    await page.getByRole('button', { name: 'Start' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Start execution' });
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
    const submit = dialog.getByRole('button', { name: 'Start execution' });

    await submit.click();
    await expect(field('To')).toHaveAccessibleDescription(/To is required/);
    await expect(field('From')).toHaveAccessibleDescription(/From is required/);
    await field('To').fill(contact(1));
    await field('From').fill(flowNumber);
    await field('Parameters').fill('{\n  "name": guest\n}');
    await submit.click();
    await expect(field('Parameters')).toHaveAccessibleDescription(/not valid JSON: check line 2/);
    await field('Parameters').fill('[1]');
    await expect(field('Parameters')).toHaveAccessibleDescription(/must be one JSON object/);
    await field('Parameters').fill('{"name": "guest"}');
    await submit.click();
    await expect(page).toHaveURL(/\/executions\/FN[0-9a-f]{32}$/);
    await expect(steps(page)).toHaveCount(1);
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/executions$/);
    await expect(rows(page)).toHaveCount(1);
  });

  test('links to the conflicting execution', async ({ signedIn: page, api }) => {
    const flow = await storeFlow(api, { name: 'Reminder' });
    const other = await storeFlow(api, { name: 'Another flow' });
    const inTheWay = await startFlow(api, other, contact(2));
    await page.goto(`/flows/${flow.sid}/executions?start=true`);
    const dialog = page.getByRole('dialog', { name: 'Start execution' });
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(contact(2));
    await dialog.getByRole('textbox', { name: 'From' }).fill(flowNumber);
    await dialog.getByRole('button', { name: 'Start execution' }).click();
    await expect(dialog.getByRole('alert')).toContainText('already has an active execution');
    await dialog.getByRole('link', { name: 'Open that execution' }).click();
    await expect(page).toHaveURL(new RegExp(`/flows/${other.sid}/executions/${inTheWay.sid}$`));
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(steps(page)).toHaveCount(1);
  });

  test('explains that a draft cannot be started', async ({ signedIn: page, api }) => {
    const flow = await storeFlow(api, { name: 'Draft', status: 'draft' });
    await page.goto(`/flows/${flow.sid}/executions?start=true`);
    const dialog = page.getByRole('dialog', { name: 'Start execution' });
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(contact(3));
    await dialog.getByRole('textbox', { name: 'From' }).fill(flowNumber);
    await dialog.getByRole('button', { name: 'Start execution' }).click();
    await expect(dialog.getByRole('alert')).toContainText('no published revision');
  });
});

test('a long list is paged, filtered by status and searched', async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const started = await Promise.all(
    Array.from({ length: 57 }, (_, index) => startFlow(api, flow, contact(100 + index))),
  );
  for (const { sid } of started.slice(0, 3)) {
    await api.post(paths.execution(flow.sid, sid), { form: { Status: 'ended' } });
  }
  await page.goto(`/flows/${flow.sid}/executions`);
  await expect(rows(page)).toHaveCount(50);
  await list(page).getByRole('button', { name: 'Load more' }).click();
  await expect(rows(page)).toHaveCount(57);
  await expect(list(page).getByRole('button', { name: 'Load more' })).toBeHidden();

  await list(page).getByRole('radio', { name: 'Ended' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await list(page).getByRole('searchbox').fill(contact(101));
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('link').click();
  await expect(page).toHaveURL(/show=ended/);
  await expect(page.getByRole('heading', { name: contact(101) })).toBeVisible();
  await list(page).getByRole('searchbox').fill('nobody');
  await expect(list(page).getByText('No executions found.')).toBeVisible();
});

test('a running execution updates without reloading, and its steps can be stepped through', {
  tag: '@journey',
}, async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const execution = await startFlow(api, flow, contact(4));
  await page.goto(`/flows/${flow.sid}/executions/${execution.sid}`);
  await expect(steps(page)).toHaveCount(1);
  await expect(page.getByText('Waiting at remind for a reply')).toBeVisible();

  const phone = new Phone(lineOf(flow), contact(4));
  await phone.sendMessage('perhaps');
  await expect(steps(page)).toHaveCount(3);
  await expect(page.getByText('Waiting at ask_again')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Context after step 3' })).toBeVisible();

  await page.getByLabel(/^Step 2, /).click();
  await expect(page).toHaveURL(/step=2/);
  await expect(page.getByRole('heading', { name: 'Context after step 2' })).toBeVisible();
  await phone.sendMessage('yes');
  await expect(steps(page)).toHaveCount(6);
  await expect(page.getByText('Ended', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Context after step 2' })).toBeVisible();

  await page.reload();
  await expect(page.getByLabel(/^Step 2, /)).toHaveAttribute('aria-current', 'step');
  const player = page.getByRole('region', { name: 'Step player' });
  await player.getByRole('button', { name: 'Next step' }).click();
  await expect(page).toHaveURL(/step=3/);
  await player.getByRole('button', { name: 'First step' }).click();
  await expect(page).toHaveURL(/step=1/);
  await expect(player.getByRole('button', { name: 'Previous step' })).toBeDisabled();
  await player.getByRole('slider').focus();
  await page.keyboard.press('End');
  await expect(page).not.toHaveURL(/step=/);
  await expect(page.getByLabel(/^Step 6, /)).toHaveAttribute('aria-current', 'step');
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/step=5/);
  await player.getByRole('button', { name: 'Speed 1×' }).click();
  await page.getByRole('menuitem', { name: '4×' }).click();
  await player.getByRole('button', { name: 'First step' }).click();
  await player.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByLabel(/^Step 6, /)).toHaveAttribute('aria-current', 'step');
  // At the end it begins again.
  await player.getByRole('button', { name: 'Play' }).click();
  await expect(page).toHaveURL(/step=/);
});

test('an execution is ended and then deleted, with undo', { tag: '@journey' }, async ({
  signedIn: page,
  api,
}) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const execution = await startFlow(api, flow, contact(5));
  const status = async () => (await api.get(paths.execution(flow.sid, execution.sid))).status();
  await page.goto(`/flows/${flow.sid}/executions/${execution.sid}`);
  await page.getByRole('button', { name: 'End execution' }).click();
  await expect(page.getByRole('button', { name: 'End execution' })).toBeHidden();
  await expect(page.getByText('Waiting at')).toBeHidden();

  const remove = async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText('The execution will be deleted when this message closes.')).toBeVisible();
    await expect(page).toHaveURL(/\/executions$/);
    await expect(rows(page)).toHaveCount(0);
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await rows(page).getByRole('link').click();
  await expect(steps(page).first()).toBeVisible();
  await remove();
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await deleted;
  expect(await status()).toBe(404);
  await expect(page.getByText('No executions yet').first()).toBeVisible();
});

for (const width of [1440, 390]) {
  test(`the widget that an execution waits at is readable when it opens, ${width} wide`, async ({
    signedIn: page,
    api,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const flow = await storeFlow(api, { name: 'Reminder' });
    const execution = await startFlow(api, flow, contact(6));
    await new Phone(lineOf(flow), contact(6)).sendMessage('perhaps');
    await page.goto(`/flows/${flow.sid}/executions/${execution.sid}`);
    const canvas = page.getByRole('application').or(page.locator('.flow-canvas')).first();
    const card = canvas.getByText('ask_again', { exact: true }).first();
    await expect(card).toBeInViewport({ ratio: 0.99 });
    const height = async () => (await card.boundingBox())?.height ?? 0;
    await expect.poll(height).toBeGreaterThan(10);
  });
}

test.describe('the URL of an execution', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('that does not exist shows an error beside the list', async ({ signedIn: page, api }) => {
    const flow = await storeFlow(api, { name: 'Reminder' });
    await startFlow(api, flow, contact(7));
    await page.goto(`/flows/${flow.sid}/executions/FN${'0'.repeat(32)}`);
    await expect(page.getByText('Execution not found')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await page.goto(`/flows/FW${'0'.repeat(32)}/executions`);
    await expect(page.getByText('Could not load executions')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the list, an execution and its parts are shown one at a time', async ({ signedIn: page, api }) => {
    const flow = await storeFlow(api, { name: 'Reminder' });
    await startFlow(api, flow, contact(9));
    await page.goto(`/flows/${flow.sid}/executions`);
    await rows(page).getByRole('link').click();
    await expect(list(page)).toBeHidden();
    await expect(steps(page)).toHaveCount(1);
    await page.getByRole('tab', { name: 'Context' }).click();
    await expect(page).toHaveURL(/view=context/);
    await expect(page.getByRole('heading', { name: 'Context after step 1' })).toBeVisible();
    await page.getByRole('tab', { name: 'Details' }).click();
    await expect(page.getByRole('tabpanel').getByText('Reminder')).toBeVisible();
    await expect(page.getByText('Active', { exact: true }).first()).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { name: contact(9), level: 1 })).toBeInViewport({ ratio: 1 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, 'nothing stands out at the side').toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'End execution' }).click();
    await expect(page.getByText('Ended', { exact: true }).first()).toBeInViewport({ ratio: 1 });
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).getByRole('link')).toBeVisible();
  });
});

test('in a window between a phone and a desk nothing lies on anything else', async ({
  signedIn: page,
  api,
}) => {
  const name = 'Reminders of appointments in every branch office';
  const flow = await storeFlow(api, { name });
  const execution = await startFlow(api, flow, contact(10));
  await new Phone(lineOf(flow), contact(10)).sendMessage('perhaps');
  const heading = page.getByRole('heading', { name: contact(10), level: 1 });
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: Number.NaN, width: Number.NaN };
  for (const width of [720, 1000, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/flows/${flow.sid}/executions/${execution.sid}`);
    await expect(steps(page)).toHaveCount(3);
    await expect(heading).toBeInViewport({ ratio: 1 });
    await expect(async () => {
      const above = await boxOf(heading);
      const status = await boxOf(page.locator('.facts'));
      const button = await boxOf(page.getByRole('button', { name: 'Start execution' }));
      expect(above.x + above.width).toBeLessThanOrEqual(status.x);
      expect(status.x + status.width).toBeLessThanOrEqual(button.x);
      expect((await boxOf(page.locator('.track'))).width, 'room to drag in').toBeGreaterThan(120);
    }).toPass();
  }
  await page.setViewportSize({ width: 720, height: 900 });
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.goto('/executions');
  await expect(page.getByText(maskAddress(contact(10)))).toBeInViewport({ ratio: 1 });
});

test('the conversation stands beside the path, and goes on live', { tag: '@journey' }, async ({
  signedIn: page,
  api,
}) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const execution = await startFlow(api, flow, contact(7));
  await page.goto(`/flows/${flow.sid}/executions/${execution.sid}`);
  const choice = page.getByRole('radio', { name: 'Conversation' });
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/view=conversation/);
  const talk = page.getByRole('region', { name: 'Conversation' });
  await expect(talk.getByRole('listitem')).toHaveCount(1);
  await new Phone(lineOf(flow), contact(7)).sendMessage('perhaps');
  await expect(talk.getByText('perhaps')).toBeVisible();
  await expect(talk.getByRole('listitem')).toHaveCount(3);
  await page.reload();
  await expect(talk.getByText('perhaps')).toBeVisible();
});
