/** Generated tests, each kept or dropped by its author, and what tests cover on the canvas. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible, setTheme } from '../fixtures.ts';
import { smallFlow } from '../small-flow.ts';
import { storeFlow } from '../stored-flow.ts';

const testsOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Test run' }).getByRole('region', { name: 'Tests' });

for (const theme of ['light', 'dark'] as const) {
  test(`tests are generated, kept or dropped, and drawn on the canvas (${theme})`, async ({
    api,
    signedIn: page,
  }) => {
    await setTheme(page, theme);
    const flow = await storeFlow(api, { name: 'Asks', definition: smallFlow() });
    await page.goto(`/flows/${flow.sid}`);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const tests = testsOf(page);
    await tests.getByRole('button', { name: 'Generate tests' }).click();
    const proposals = tests.getByRole('region', { name: 'Proposed tests' });
    await expect(proposals.getByText(/proposed tests\. They expect/)).toBeVisible();
    const count = await proposals.getByRole('listitem').count();
    expect(count).toBeGreaterThan(2);
    await proposals.getByRole('button', { name: /^Drop ask: No reply/ }).click();
    await expect(proposals.getByRole('listitem')).toHaveCount(count - 1);
    await proposals.getByRole('button', { name: /^Keep all/ }).click();
    await expect(proposals.getByRole('listitem')).toHaveCount(0);
    await proposals.getByRole('button', { name: 'Close' }).click();
    await expect(tests.getByText(`Tests passed: ${count - 1} of ${count - 1}.`)).toBeVisible();
    const kept = await (await api.get(paths.flowTests(flow.sid))).json();
    expect(kept.tests).toHaveLength(count - 1);

    await tests.getByText('Show coverage on the canvas').click();
    const mark = (name: RegExp) => page.getByRole('application').getByRole('img', { name });
    await expect(mark(/^Reply of ask: covered by /)).toBeVisible();
    await expect(mark(/^No reply of ask: not covered$/)).toBeVisible();
    await tests.getByText('Coverage by branch').click();
    await expect(tests.getByRole('button', { name: 'ask: No reply' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close test run' }).click();
    await expect(mark(/not covered$/)).toHaveCount(0);
  });
}

test('tests are exported with the flow, and kept again where the file is imported', async ({
  api,
  signedIn: page,
}) => {
  const flow = await storeFlow(api, { name: 'Asks', definition: smallFlow() });
  const other = await storeFlow(api, { name: 'A copy', definition: smallFlow() });
  const yaml = 'start: {trigger: incomingMessage, body: Hello}\nsteps: [expect: {waits: ask}]\n';
  await api.post(paths.flowTests(flow.sid), { form: { Name: 'Asks first', Test: yaml } });
  await page.goto(`/flows/${flow.sid}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More flow actions' }).click();
  await page.getByRole('menuitem', { name: 'Export with tests' }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(await readFile(file, 'utf8')).tests).toEqual([{ name: 'Asks first', test: yaml }]);

  await page.goto(`/flows/${other.sid}`);
  await expect(page.getByRole('application')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('1 test kept.')).toBeAttached();
  const { tests } = await (await api.get(paths.flowTests(other.sid))).json();
  expect(tests).toMatchObject([{ name: 'Asks first', test: yaml }]);
});
