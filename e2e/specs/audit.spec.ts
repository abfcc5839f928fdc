/** The audit log: it tells who edited and who published, is verified, and says where a row was tampered with. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { APIRequestContext, PlaywrightWorkerArgs } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';
import { storeFlow } from '../stored-flow.ts';

const password = 'violet harbour ladder 7';

type Person = { request: APIRequestContext; sid: string };
type Invited = {
  api: APIRequestContext;
  server: { url: string };
  playwright: PlaywrightWorkerArgs['playwright'];
};

/** A person who has joined by an invitation and is signed in. */
async function joinAs({ api, server, playwright }: Invited, name: string, role: string): Promise<Person> {
  const email = `${name.toLowerCase().replace(' ', '.')}.${Date.now()}@people.example`;
  const invited = await api.post(paths.invitations, { form: { Email: email, Role: role } });
  const { link } = await invited.json();
  const request = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { origin: server.url },
  });
  const form = { Token: new URL(link).hash.slice(1), Name: name, Password: password };
  const joined = await request.post(paths.personLinkUse, { form });
  expect(joined.status(), await joined.text()).toBe(200);
  return { request, sid: (await joined.json()).person.sid };
}

test('tells who edited and who published, in order, and where its chain broke', { tag: '@journey' }, async ({
  signedIn: page,
  account,
  api,
  playwright,
  server,
}) => {
  const flow = await storeFlow(api, { name: 'Reminder', status: 'draft' });
  const author = await joinAs({ api, server, playwright }, 'Nora Lind', 'author');
  const publisher = await joinAs({ api, server, playwright }, 'Per Holm', 'publisher');
  const saving = { Status: 'draft', FriendlyName: 'Reminder of a visit' };
  expect((await author.request.post(paths.flow(flow.sid), { form: saving })).status()).toBe(200);
  const publishing = { form: { Status: 'published' } };
  expect((await author.request.post(paths.flow(flow.sid), publishing)).status()).toBe(403);
  expect((await publisher.request.post(paths.flow(flow.sid), publishing)).status()).toBe(200);

  await page.goto(`/settings/audit?object=${flow.sid}`);
  const events = page.getByRole('region', { name: 'Events' }).getByRole('link');
  await expect(events).toHaveText([
    /Per Holm published Reminder of a visit/,
    /Nora Lind saved Reminder of a visit/,
    /The account created the flow Reminder/,
  ]);
  await expect(page.getByText(/^Chain verified, \d+ events$/)).toBeVisible();

  await events.first().click();
  const detail = page.getByRole('complementary', { name: 'Event' });
  await expect(detail.getByRole('row', { name: /^Published revision/ })).toContainText('3');
  await expect(detail.getByText('Per Holm, Publisher')).toBeVisible();
  await expect(detail.getByText('Verified', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await detail.getByRole('button', { name: 'Older event' }).click();
  await expect(page).toHaveURL(/event=AE/);
  await expect(detail.getByRole('row', { name: /^Name/ })).toContainText('Reminder of a visit');

  // Filters are links; the days are those of the person who looks, the last one included.
  const today = await page.evaluate(() => new Intl.DateTimeFormat('sv').format());
  await page.goto(`/settings/audit?object=${flow.sid}&to=${today}`);
  await expect(events).toHaveCount(3);
  await page.goto(`/settings/audit?who=${author.sid}`);
  await expect(events.first()).toContainText('Nora Lind saved');
  await page.getByRole('searchbox', { name: /Search/ }).fill('nobody of that name');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No events match')).toBeVisible();

  const database = new DatabaseSync(join(server.dataDir, 'patchbay.db'), { timeout: 5_000 });
  database
    .prepare(
      `update audit_events set actor_name = 'Somebody' where account = ? and actor_sid = ? and operation = 'UpdateFlow'`,
    )
    .run(account.sid, author.sid);
  database.close();
  await page.goto('/settings/audit');
  await expect(page.getByText(/^Chain broken at \d+$/)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(/Event \d+ was changed after it was written/);
  await page.getByRole('alert').getByRole('button', { name: 'Event' }).click();
  await expect(detail.getByText('Does not match')).toBeVisible();
  await expect(detail.getByText(/^computed/)).toBeVisible();
  await expectAccessible(page);

  // Each break is named, and what stands in a row stops no page.
  const damaged = new DatabaseSync(join(server.dataDir, 'patchbay.db'), { timeout: 5_000 });
  const set = (sequence: number, cells: string) =>
    damaged
      .prepare(`update audit_events set ${cells} where account = ? and sequence = ?`)
      .run(account.sid, sequence);
  set(1, 'at = 9223372036854775807');
  set(2, `actor_role = 'nobody', changes = x'00ff'`);
  set(3, 'sequence = 1000');
  damaged.close();
  await page.goto('/settings/audit');
  await expect(page.getByText('Chain broken at 1', { exact: true })).toBeVisible();
  const broken = page.getByRole('alert');
  await expect(broken.getByRole('listitem').filter({ visible: true })).toHaveText([
    /Event 1 was changed/,
    /Event 2 was changed/,
    /Event 3 is missing/,
  ]);
  await broken.getByText(/^\d more$/).click();
  await expect(broken.getByText('Event 1,000 is no part of the chain')).toBeVisible();
  await broken.getByRole('listitem').nth(1).getByRole('button', { name: 'Event' }).click();
  await expect(detail.getByText('Does not match')).toBeVisible();
  await expect(page.getByText(/^Head of the chain: event \d+/)).toBeVisible();
  await expectAccessible(page);

  const file = await author.request.get(paths.auditEventsLines);
  expect(file.status()).toBe(403);
  const lines = (await (await page.request.get(paths.auditEventsLines)).text()).trim().split('\n');
  expect(lines.length).toBeGreaterThan(6);
  await Promise.all([author.request.dispose(), publisher.request.dispose()]);
});

test('says which role shows it', async ({ api, server, playwright, browser }) => {
  const viewer = await joinAs({ api, server, playwright }, 'Vera Moll', 'viewer');
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: await viewer.request.storageState(),
  });
  const page = await context.newPage();
  await page.goto('/settings/audit');
  await expect(page.getByText('Your role does not show this')).toBeVisible();
  await context.close();
  await viewer.request.dispose();
});
