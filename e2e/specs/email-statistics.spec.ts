/** Who asks what became of sent email: chart, table, CSV and comparison say the same. */

import { readFile } from 'node:fs/promises';
import { emailPaths } from '#api/email/paths.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';

test('statistics of sent email agree in chart, table, CSV and comparison', { tag: '@journey' }, async ({
  api,
  signedIn: page,
}) => {
  for (const [to, category] of [
    ['a@mailbox.test', 'news'],
    ['b@mailbox.test', 'news'],
    ['c@mailbox.test', 'bills'],
  ] as const) {
    const response = await api.post(emailPaths.sendEmail, {
      data: {
        personalizations: [{ to: [{ email: to }] }],
        ...{ from: { email: 'desk@clinic.example' }, subject: 'Hello', categories: [category] },
        content: [{ type: 'text/plain', value: 'Hello' }],
      },
    });
    expect(response.status()).toBe(202);
  }
  const today = new Date().toISOString().slice(0, 10);
  const counted = async () => {
    const entries = await (await api.get(`${emailPaths.stats}?start_date=${today}`)).json();
    return entries[0].stats[0].metrics.delivered;
  };
  await expect.poll(counted, { timeout: 15_000 }).toBeGreaterThanOrEqual(3);
  await page.goto('/email/sent');
  await page.getByRole('link', { name: 'Statistics' }).click();
  const compared = page.getByRole('table', { name: 'Compared with the period before' });
  const delivered = compared.getByRole('row', { name: /^Delivered/ });
  const choose = async (label: RegExp, option: string) => {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose(/Category/, 'news');
  await expect(delivered.getByRole('cell').nth(1)).toHaveText('2');
  await expect(delivered.getByRole('cell').nth(3)).toHaveText('–');
  const chart = page.getByRole('figure', { name: 'Delivered over time' });
  await expect(chart.getByRole('row').last().getByRole('cell')).toHaveText('2');
  await choose(/Metric/, 'Requests');
  const requests = page.getByRole('figure', { name: 'Requests over time' });
  await expect(requests.getByRole('row').last().getByRole('cell')).toHaveText('2');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show table' }).click();
  const first = page.getByRole('table', { name: 'Over time', exact: true }).getByRole('row').nth(1);
  await expect(first.getByRole('cell').nth(1)).toHaveText('2');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^date,requests,processed,delivered,/);
  expect(lines.at(-1)).toMatch(new RegExp(`^${today},2,2,2,`));
  await page.getByRole('button', { name: 'Show chart' }).click();
  await choose(/Mailbox provider/, 'Others');
  const ofOthers = await api.get(`${emailPaths.providerStats}?start_date=${today}&mailbox_providers=Other`);
  const [{ stats }] = await ofOthers.json();
  expect(stats[0].metrics.delivered).toBeGreaterThanOrEqual(3);
  await expect(delivered.getByRole('cell').nth(1)).toHaveText(String(stats[0].metrics.delivered));
  await choose(/Mailbox provider/, 'Zoho');
  await expect(page.getByText('No email in these days')).toBeVisible();
  await expect(delivered.getByRole('cell').nth(1)).toHaveText('0');
  await expectAccessible(page);
});
