/** Loading, empty and error state of every list. */

import { expect, test } from '../account-fixtures.ts';
import { storeFlow } from '../stored-flow.ts';

const lists = [
  {
    what: 'flows',
    address: async () => '/flows',
    request: '**/v1/FlowSummaries',
    empty: 'No flows yet',
    failed: 'Could not load flows',
  },
  {
    what: 'executions of all flows',
    address: async () => '/executions',
    request: '**/v1/Executions?*',
    empty: 'No executions yet',
    failed: 'Could not load executions',
  },
  {
    what: 'executions of a flow',
    address: async (api: Parameters<typeof storeFlow>[0]) =>
      `/flows/${(await storeFlow(api, { name: 'Never started' })).sid}/executions`,
    request: '**/Executions?*',
    empty: 'No executions yet',
    failed: 'Could not load executions',
  },
  {
    what: 'tasks',
    address: async () => '/tasks',
    request: '**/v1/Tasks?*',
    empty: 'No open tasks',
    failed: 'Could not load tasks',
  },
];

// The browser reports requests that fail on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

for (const { what, address, request, empty, failed } of lists) {
  test(`the ${what} show loading, empty and error states, and can be retried`, {
    tag: what === 'flows' ? ['@journey'] : [],
  }, async ({ signedIn: page, api }) => {
    const there = await address(api);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(request, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(there, { waitUntil: 'load' });
    await expect(page.getByText('Loading').first()).toBeAttached();
    await expect(page.getByText(empty)).toHaveCount(0);
    release();
    await expect(page.getByText(empty).last()).toBeVisible();
    await expect(page.getByText('Loading')).toHaveCount(0);

    await page.unroute(request);
    await page.route(request, (route) => route.abort());
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect(alert).toContainText('The server is not responding.');
    await page.unroute(request);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(empty).last()).toBeVisible();
    await expect(alert).toBeHidden();
  });
}
