/** Watching: a live execution in one browser while the test phone talks to it in another; counts in the designer. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { flowNumber, startFlow, storeFlow } from '../stored-flow.ts';

const steps = (page: Page) => page.getByLabel(/^Step \d+, /);
const contact = '+15005550001';

test('a live execution is watched while the test phone talks to it; scrub; run again', {
  tag: '@journey',
}, async ({ signedIn: page, api, browser }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  await api.post(paths.addresses, { form: { FlowSid: flow.sid, Address: flowNumber } });
  const started = await startFlow(api, flow, contact);
  await page.goto(`/flows/${flow.sid}/executions/${started.sid}`);
  await expect(steps(page)).toHaveCount(1);

  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const talking = await other.newPage();
  const { origin } = new URL(page.url());
  await talking.goto(`${origin}/settings/numbers/test-carrier`);
  const phone = talking.getByRole('region', { name: `Phone of ${contact}` });
  await phone.getByRole('textbox', { name: 'Text message' }).fill('yes');
  await talking.keyboard.press('Enter');
  await expect(phone.getByText('yes', { exact: true })).toBeVisible();

  await expect(page.getByText('Ended', { exact: true }).first()).toBeVisible();
  await expect(steps(page)).not.toHaveCount(1);
  const total = await steps(page).count();
  const player = page.getByRole('region', { name: 'Step player' });
  await player.getByRole('button', { name: 'First step' }).click();
  await expect(page).toHaveURL(/step=1/);
  await expect(player.getByRole('slider')).toHaveValue('1');
  await player.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await expect(player.getByRole('slider')).toHaveValue('2');
  await page.keyboard.press('End');
  await expect(player.getByRole('slider')).toHaveValue(String(total));

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Run again', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run again' });
  await expect(dialog.getByText(contact)).toBeVisible();
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect(page).not.toHaveURL(new RegExp(started.sid));
  await expect(page).toHaveURL(/\/executions\/FN[0-9a-f]{32}$/);
  await expect(steps(page)).toHaveCount(1);
  await expect(phone.getByRole('log', { name: 'Messages' }).getByText('guest')).toHaveCount(2);
  await other.close();
});

test('counts in the designer are shown on request, and a click on one filters the list', async ({
  signedIn: page,
  api,
}) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  for (const last of [1, 2]) await startFlow(api, flow, `+1500555000${last}`);
  await page.goto(`/flows/${flow.sid}`);
  await page.getByRole('button', { name: 'More flow actions' }).click();
  await page.getByRole('menuitem', { name: 'Execution counts' }).click();
  const bar = page.getByRole('region', { name: 'Live view' });
  await expect(bar.getByText('2 waiting now')).toBeVisible();
  await expect(page.getByRole('button', { name: '2 executions wait at remind' })).toBeVisible();
  await bar.getByRole('button', { name: 'Hide counts' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: '2 executions wait at remind' })).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('searchbox', { name: /^Search commands/ })).toBeFocused();
  await page.keyboard.type('Execution counts');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^incomingRequest taken 2 times/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/executions\?.*event=incomingRequest/);
});

test.describe('while the server does not respond', () => {
  // The browser reports the requests that fail.
  test.use({ expectedErrors: [/ERR_FAILED|404/] });

  test('what is shown is said to be old, and that it was deleted', async ({ signedIn: page, api }) => {
    const flow = await storeFlow(api, { name: 'Reminder' });
    const { sid } = await startFlow(api, flow, contact);
    await page.goto(`/flows/${flow.sid}/executions/${sid}`);
    await expect(steps(page)).toHaveCount(1);
    const requests = `**${paths.executionView(flow.sid, sid)}*`;
    await page.route(requests, (route) => route.abort());
    await api.post(paths.execution(flow.sid, sid), { form: { Status: 'ended' } });
    const doubt = page.getByRole('region', { name: 'Steps', exact: true }).getByRole('status');
    await expect(doubt).toContainText('The server is not responding.');
    await expect(steps(page)).toHaveCount(1);
    await api.delete(paths.execution(flow.sid, sid));
    await page.unroute(requests);
    await expect(doubt).toContainText('This execution was deleted.');
    await expect(steps(page)).toHaveCount(1);
  });
});
