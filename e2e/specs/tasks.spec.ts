/** Tasks: a task of a flow appears, is completed, and the execution continues. */

import type { Page } from 'playwright/test';
import { expect, test } from '../account-fixtures.ts';
import { Phone } from '../external-systems/phone.ts';
import { lineOf, sampleDefinition, storeFlow } from '../stored-flow.ts';

test('a task appears live, and completing it continues the call', { tag: '@journey' }, async ({
  signedIn: page,
  api,
}) => {
  const flow = await storeFlow(api, {
    name: 'After hours',
    definition: sampleDefinition('after-hours-calls'),
  });
  await page.clock.install();
  await page.goto('/tasks');
  await expect(page.getByText('No open tasks')).toBeVisible();

  const call = await new Phone(lineOf(flow), '+15005554001').call();
  // During opening hours the call is connected first, and nobody answers.
  if (call.state === 'dialing') await call.endDial('no-answer');
  await call.pressKeys('1');
  expect(call.state).toBe('queued');
  const task = page.getByRole('article');
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(task).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(task).toContainText('+15005554001');
  await task.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('Task marked as done. Its flow continues.')).toBeVisible();
  await expect(page.getByText('No open tasks')).toBeVisible();
  // The test carrier is told nothing: the caller gets what follows when they leave the queue.
  await call.leaveQueue('redirected');
  expect(call.prompts.at(-1)).toBe('Goodbye.');
  expect(call.state).toBe('over');

  await show(page, 'Done');
  await expect(task).toHaveCount(1);
  await expect(task.getByRole('button', { name: 'Mark as done' })).toBeHidden();
  await page.reload();
  await expect(task).toHaveCount(1);
  await task.getByRole('link', { name: 'Open execution' }).click();
  await expect(page.getByRole('heading', { name: '+15005554001' })).toBeVisible();
  await expect(page.getByText('Ended', { exact: true }).first()).toBeVisible();
});

async function show(page: Page, which: string): Promise<void> {
  await page
    .getByRole('group', { name: 'Filter tasks' })
    .or(page.getByRole('radiogroup'))
    .getByText(which)
    .click();
}
