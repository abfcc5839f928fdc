/** Operations: system health, data retention and failed jobs. */

import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';

test('system health is shown, and retention is set within the installation’s limit', {
  tag: '@journey',
}, async ({ api, signedIn: page }) => {
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Operations' }).click();
  await expect(page.getByText('Embedded file')).toBeVisible();
  await expect(page.getByText('No failed jobs')).toBeVisible();
  await expect(page.getByText('No data has been old enough to remove yet.')).toBeVisible();
  const days = page.getByRole('textbox', { name: 'Retention period in days' });
  await expect(days).toHaveValue('30');
  await days.fill('31');
  await expect(page.getByText('Enter a number greater than 0 and up to 30.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await days.fill('7.5');
  await page.getByRole('textbox', { name: 'How long the audit log is kept' }).fill('400');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Retention periods saved.')).toBeVisible();
  expect(await (await api.get(paths.retention)).json()).toMatchObject({
    days: 7.5,
    longest_days: 30,
    audit_days: 400,
  });
  await expectAccessible(page);
});

test('a failed job is retried or discarded', { tag: '@journey' }, async ({
  api,
  signedIn: page,
  baseURL,
}) => {
  // No flow makes a job fail for good within the time of a test, so the responses are stubbed.
  const { account_sid } = await (await api.get(paths.operations)).json();
  const job = (key: string) => ({
    key,
    account_sid,
    kind: 'send-events',
    status: 'dead',
    flow_sid: null,
    execution_sid: null,
    problem: `The other side answered 410 to ${key}`,
    attempts: 12,
    date_created: '2026-11-01T00:00:00Z',
    date_due: '2026-11-01T00:00:00Z',
    date_given_up: '2026-11-02T00:00:00Z',
    url: `${baseURL}/v1/Jobs/${key}`,
  });
  const first = `${baseURL}${paths.jobs}`;
  const meta = {
    ...{ key: 'jobs', page: 0, page_size: 50, url: first, first_page_url: first },
    ...{ previous_page_url: null, next_page_url: null },
  };
  let dead = [job('a:1.x'), job('b:2.y')];
  const asked: string[] = [];
  await page.route(`**${paths.jobs}?*`, (route) => route.fulfill({ json: { meta, jobs: dead } }));
  await page.route(`**${paths.jobs}/*`, async (route) => {
    const key = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    asked.push(`${route.request().postData()} ${key}`);
    dead = dead.filter((each) => each.key !== key);
    await route.fulfill({ json: job(key) });
  });
  await page.goto('/settings/operations');
  const rows = page.getByRole('list', { name: 'Failed jobs' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await rows.first().getByRole('button', { name: 'Retry send-events' }).click();
  await expect(page.getByText('Job queued to run again.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole('button', { name: 'Discard send-events' }).click();
  await expect(page.getByText('No failed jobs')).toBeVisible();
  expect(asked).toEqual(['Action=retry a:1.x', 'Action=discard b:2.y']);
});
