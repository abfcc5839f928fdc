/** Executions in the simulator: kept as tests, run again, and their responses as mocks; and links to test runs. */

import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { Phone } from '../external-systems/phone.ts';
import { expectAccessible } from '../fixtures.ts';
import { webLookup } from '../simulated-flows.ts';
import { smallFlow } from '../small-flow.ts';
import { lineOf, startFlow, storeFlow } from '../stored-flow.ts';

const contact = '+447700900142';
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Test run' });
const threadOf = (page: Page) => panelOf(page).getByRole('log', { name: 'Messages and events' });

test('an execution is kept as a test in two clicks, without the address of its contact', async ({
  api,
  signedIn: page,
}) => {
  const flow = await storeFlow(api, { name: 'Asks', definition: smallFlow() });
  const phone = new Phone(lineOf(flow), contact);
  await phone.sendMessage('Hello');
  await phone.sendMessage('Very well');
  const { executions } = await (await api.get(paths.executions(flow.sid))).json();
  await page.goto(`/flows/${flow.sid}/executions/${executions[0].sid}`);
  await page.getByRole('button', { name: 'Keep as test' }).click();
  await expect(page.getByRole('dialog', { name: 'Keep as test' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog', { name: 'Keep as test' }).getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByText('Test kept.')).toBeVisible();
  const { tests } = await (await api.get(paths.flowTests(flow.sid))).json();
  expect(tests).toHaveLength(1);
  expect(tests[0].test).toContain('send: Very well');
  expect(tests[0].test).not.toContain('7700900142');

  await page.getByRole('link', { name: 'Run again in test' }).click();
  await expect(threadOf(page).getByText('You said Very well.')).toBeVisible();
  await expect(panelOf(page).getByText('Tests passed: 1 of 1.')).toBeVisible();
});

test('a response of an execution becomes the mock of its widget by one click', async ({
  api,
  signedIn: page,
  receiver,
}) => {
  receiver.respondWith('/people/7', { json: { name: 'Sam' } });
  const definition = JSON.parse(JSON.stringify(webLookup()).replaceAll('https://example.com', receiver.url));
  const flow = await storeFlow(api, { name: 'Looks up', definition });
  const response = await api.post(paths.executions(flow.sid), {
    form: { To: contact, From: '+15005550006', Parameters: '{"id": 7}' },
  });
  const { sid } = await response.json();
  await expect
    .poll(async () => (await (await api.get(paths.execution(flow.sid, sid))).json()).status)
    .toBe('ended');
  await page.goto(`/flows/${flow.sid}`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const panel = panelOf(page);
  await panel.getByRole('radio', { name: 'Request' }).click();
  await panel.getByRole('button', { name: 'Start with this request' }).click();
  await panel.getByRole('textbox', { name: 'Body' }).fill('{"name": ');
  await expect(panel.getByText('This is not JSON: it is sent as text.')).toBeVisible();
  await panel.getByRole('button', { name: /^Use the response of .*200 \{"name":"Sam"\}/ }).click();
  await expect(threadOf(page).getByText('Hello Sam')).toBeVisible();
});

test('a request is really sent where its author says so, and its response is kept', async ({
  api,
  signedIn: page,
  receiver,
}) => {
  receiver.respondWith('/people/7', { json: { name: 'Sam' } });
  const definition = JSON.parse(JSON.stringify(webLookup()).replaceAll('https://example.com', receiver.url));
  const flow = await storeFlow(api, { name: 'Looks up', definition });
  await page.goto(`/flows/${flow.sid}`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const panel = panelOf(page);
  await panel.getByRole('radio', { name: 'Request' }).click();
  await panel.getByRole('textbox', { name: 'Parameters' }).fill('{"id": 7}');
  await panel.getByRole('button', { name: 'Start with this request' }).click();
  await panel.getByRole('button', { name: 'Send this request' }).press('Enter');
  await expect(threadOf(page).getByText('Hello Sam')).toBeVisible();
  // The kept response serves the next run, also where the other system has changed its mind.
  receiver.respondWith('/people/7', { json: { name: 'Kim' } });
  await panel.getByRole('button', { name: 'Start over' }).click();
  await panel.getByRole('button', { name: 'Start with this request' }).click();
  await expect(threadOf(page).getByText('Hello Sam')).toBeVisible();
  await panel.getByRole('button', { name: 'Start over' }).click();
  await panel.getByRole('button', { name: 'Remove the response of lookup' }).click();
  const unreachable = JSON.parse(JSON.stringify(definition).replaceAll(receiver.url, 'http://127.0.0.1:9'));
  const other = await storeFlow(api, { name: 'Looks up elsewhere', definition: unreachable });
  await page.goto(`/flows/${other.sid}`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await panel.getByRole('radio', { name: 'Request' }).click();
  await panel.getByRole('button', { name: 'Start with this request' }).click();
  await panel.getByRole('button', { name: 'Send this request' }).click();
  await expect(panel.getByRole('alert')).toContainText('Nothing listens at 127.0.0.1:9');
  await expectAccessible(page);
});

test('a link opens the simulator with the same run, and closing it leaves the address', async ({
  api,
  signedIn: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const flow = await storeFlow(api, { name: 'Asks', definition: smallFlow() });
  await page.goto(`/flows/${flow.sid}`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const message = panelOf(page).getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('Hello');
  await message.press('Enter');
  await expect(threadOf(page).getByText('How are you?')).toBeVisible();
  await message.fill('Fine');
  await message.press('Enter');
  await expect(threadOf(page).getByText('You said Fine.')).toBeVisible();
  await panelOf(page).getByRole('button', { name: 'Copy link to this run' }).click();
  await expect(page).toHaveURL(/test=\./);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/flows');
  await page.goto(link);
  await expect(threadOf(page).getByText('You said Fine.')).toBeVisible();
  await panelOf(page).getByRole('button', { name: 'Close test run' }).click();
  await expect(page).not.toHaveURL(/test=/);
});

test('a failed test opens the simulator at its place', async ({ api, signedIn: page }) => {
  const flow = await storeFlow(api, { name: 'Asks', definition: smallFlow() });
  const yaml = [
    'start: {trigger: incomingMessage, body: Hello}',
    'steps:',
    '  - expect: {waits: ask, sent: [How are you doing?]}',
    '  - send: Fine',
    '  - expect: {ended: true}',
  ];
  await api.post(paths.flowTests(flow.sid), { form: { Name: 'Is thanked', Test: yaml.join('\n') } });
  await page.goto(`/flows/${flow.sid}`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await panelOf(page).getByRole('button', { name: 'Open Is thanked at step 1' }).click();
  await expect(threadOf(page).getByText('How are you?')).toBeVisible();
  await expect(page.getByText('ask waits for a reply')).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open Is thanked at step 1' }).click();
  await expect(page.getByText('ask waits for a reply')).toBeVisible();
});

test.describe('a link to an execution that is gone', () => {
  // The browser reports the 404.
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('says so in the panel', async ({ api, signedIn: page }) => {
    const flow = await storeFlow(api, { name: 'Asks', definition: smallFlow() });
    await page.goto(`/flows/${flow.sid}?test=FN${'0'.repeat(32)}`);
    await expect(panelOf(page).getByRole('alert')).toContainText('Could not open the test run');
    await page.goto(`/flows/${flow.sid}?test=.AAAA`);
    await expect(panelOf(page).getByRole('alert')).toContainText('incomplete or damaged');
  });
});

test('an execution that still waits is run up to there', async ({ api, signedIn: page }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const execution = await startFlow(api, flow, contact);
  await page.goto(`/flows/${flow.sid}?test=${execution.sid}`);
  await expect(page.getByText('remind waits for a reply')).toBeVisible();
});
