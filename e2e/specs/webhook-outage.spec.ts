/** The receiver of an event webhook breaks for a while: who looks after email is told, and nothing is lost once it works again. */

import type { EventWebhook } from '#api/email/event-webhooks.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { systemTime } from '#server/platform/service-runtime.ts';
import { expect, test } from '../alert-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';
import type { RunningServer } from '../server.ts';

const shown = { timeout: 30_000 };
const minute = 60_000;
/** For some seconds the announcement of a busy button refers to the button, which was removed with its form. */
const announced = ['role-img-alt'];

async function inDatabase<T>({ dataDir }: RunningServer, work: (db: Queries) => Promise<T>): Promise<T> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const database = await openDatabase(config, 'shared', systemTime());
  try {
    return await database.write(work);
  } finally {
    await database.close();
  }
}

/** The outage so far becomes longer: no test waits for days. */
const age = (server: RunningServer, ms: number) =>
  inDatabase(server, (db) =>
    db
      .updateTable('event_lanes')
      .set((eb) => ({ failing_since: eb('failing_since', '-', ms), due_at: 0 }))
      .where('failing_since', 'is not', null)
      .execute(),
  );

test('a webhook fails, is told, is paused, and delivers everything in order once it is resumed', async ({
  api,
  server,
  receiver,
  signedIn: page,
}) => {
  const made = await api.post(emailPaths.eventWebhooks, {
    data: { url: `${receiver.url}/events`, friendly_name: 'Shop', processed: true, delivered: true },
  });
  const { id } = (await made.json()) as EventWebhook;
  const sink = { Destination: `${receiver.url}/sink`, Kinds: 'audit.event' };
  expect((await api.post(paths.sinks, { form: sink })).status()).toBe(201);
  const Targets = JSON.stringify([{ kind: 'webhook', to: `${receiver.url}/chat` }]);
  const ruled = await api.post(paths.alertRule('every'), { form: { Targets } });
  expect(ruled.ok(), await ruled.text()).toBe(true);
  let sent = 0;
  const send = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      sent += 1;
      const response = await api.post(emailPaths.sendEmail, {
        data: {
          from: { email: 'desk@shop.test' },
          personalizations: [{ to: [{ email: `reader${sent}@reader.test` }] }],
          subject: `Order ${sent}`,
          content: [{ type: 'text/plain', value: 'Ready.' }],
        },
      });
      expect(response.status(), await response.text()).toBe(202);
    }
  };
  const bodiesAt = (path: string) =>
    receiver.requests.filter((request) => request.path === path).map(({ body }) => body);
  /** The ids of the events that were acknowledged, and those of all, in their order. */
  let refused = 0;
  const taken = () =>
    bodiesAt('/events')
      .slice(refused)
      .flatMap((body) => (JSON.parse(body) as { sg_event_id: string }[]).map((each) => each.sg_event_id));
  const all = () =>
    inDatabase(server, async (db) => {
      const rows = await db.selectFrom('mail_events').select('id').orderBy('seq').execute();
      return rows.map((row) => row.id);
    });

  await send(1);
  await receiver.waitUntil(() => taken().length >= 2);
  expect(taken()).toHaveLength(2);
  await page.goto('/settings/email');
  const health = page.getByRole('list', { name: 'Webhooks at a glance' }).getByRole('listitem');
  await expect(health).toContainText('Healthy');
  await expect(health).toContainText('No failures in 24 hours');

  const before = taken();
  receiver.respondWith('/events', { status: 503 });
  await send(3);
  await expect(health).toContainText('Failing since', shown);
  await expect(health).toContainText(/6 events waiting/, shown);
  await expect(page.getByRole('status').filter({ hasText: 'has been failing' })).toHaveCount(0);
  await age(server, 20 * minute);
  await page.getByRole('link', { name: 'Sent email' }).first().click();
  const banner = page.getByRole('status').filter({ hasText: 'The webhook Shop has been failing since' });
  await expect(banner).toBeVisible(shown);
  await expect(page.getByRole('link', { name: 'Alerts' })).toHaveAccessibleDescription('1 open', {
    timeout: 60_000,
  });
  await receiver.waitForText('/chat', 'Webhook does not answer');

  await send(2);
  await age(server, 3 * 24 * 60 * minute);
  await expect(page.getByRole('status').filter({ hasText: 'failed for three days' })).toBeVisible(shown);
  await receiver.waitForText('/sink', 'EventWebhookPaused');
  await expectAccessible(page, announced);
  await page.getByRole('link', { name: 'Show webhook' }).click();
  await expect(health).toContainText('Paused since');
  await expect(health).toContainText(/10 events waiting/, shown);
  await expectAccessible(page, announced);

  receiver.respondWith('/events', { status: 200 });
  refused = bodiesAt('/events').length;
  await health.getByRole('button', { name: 'Resume' }).click();
  await expect(health).toContainText('Healthy', shown);
  await expect(health).toContainText('No events waiting', shown);
  await expect(page.getByRole('status').filter({ hasText: 'Shop' })).toHaveCount(0);
  expect([...before, ...taken()]).toEqual(await all());
  expect(new URL(page.url()).searchParams.get('webhook')).toBe(id);

  await page.getByRole('link', { name: 'View all' }).first().click();
  await page.getByRole('searchbox').fill('reader3@reader.test');
  await page.keyboard.press('Enter');
  const deliveries = page.getByRole('list', { name: 'Deliveries' });
  await expect(deliveries).toContainText('200', shown);
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  const details = page.getByRole('region', { name: /^Details of/ });
  await expect(details).toContainText('reader3@reader.test');
  await expect(details).toContainText('content-type: application/json');
  await expect(details).toContainText('"event": "delivered"');
  await expectAccessible(page, announced);
  await page.getByRole('searchbox').fill('stranger@reader.test');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No deliveries for this address')).toBeVisible();
  await receiver.waitForText('/chat', 'Well again');
});
