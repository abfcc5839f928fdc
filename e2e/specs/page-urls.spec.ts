/** Invalid, shortened and unknown page URLs: invalid parts are ignored. */

import { expect, test } from '../account-fixtures.ts';
import { startFlow, storeFlow } from '../stored-flow.ts';

test('invalid URL parameters are ignored', async ({ signedIn: page, api }) => {
  const flow = await storeFlow(api, { name: 'Reminder' });
  const execution = await startFlow(api, flow, '+15005556001');
  for (const search of ['?show=zzz&sort=7', '?q={"a":1}', '?q[]=1&new=7', '?show=%00', '?%']) {
    await page.goto(`/flows${search}`);
    await expect(page.getByRole('link', { name: 'Reminder', exact: true }), search).toBeVisible();
  }
  for (const search of ['?step=abc', '?step=-3', '?step=1e9', '?view=7&show=zzz', '?step={"a":1}']) {
    await page.goto(`/flows/${flow.sid}/executions/${execution.sid}${search}`);
    await expect(page.getByLabel(/^Step 1, /), search).toHaveAttribute('aria-current', 'step');
    await expect(page.getByRole('heading', { name: 'Context after step 1' }), search).toBeVisible();
  }
  await page.goto('/tasks?show=everything');
  await expect(page.getByText('No open tasks')).toBeVisible();
});

test('an unknown URL shows a link to the flows', async ({ signedIn: page }) => {
  await page.goto('/flows/FW1/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found' }).first()).toBeAttached();
  await page.getByRole('link', { name: 'Go to flows' }).click();
  await expect(page.getByText('No flows yet')).toBeVisible();
});
