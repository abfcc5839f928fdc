/** A flow fails: the alert opens, goes to a webhook, is acknowledged, and ends once the flow works again. */

import { paths } from '#api/paths.ts';
import { expect, test } from '../alert-fixtures.ts';
import { signIn } from '../fixtures.ts';

const lookupAt = (url: string) => ({
  description: 'Looks something up',
  initial_state: 'Trigger',
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      properties: {},
      transitions: ['incomingMessage', 'incomingCall', 'incomingRequest', 'incomingParent'].map((event) => ({
        event,
        ...(event === 'incomingRequest' && { next: 'find' }),
      })),
    },
    {
      name: 'find',
      type: 'make-http-request',
      properties: { method: 'GET', url, content_type: 'application/json;charset=utf-8' },
      transitions: [{ event: 'success' }, { event: 'failed' }],
    },
  ],
});

test('a flow that fails opens an alert, which is acknowledged, and ends when it works again', {
  tag: '@journey',
}, async ({ api, page, server, receiver }) => {
  const publish = async (sid: string, url: string) => {
    const Definition = JSON.stringify(lookupAt(url));
    const form = { FriendlyName: 'Opening hours', Status: 'published', Definition, CommitMessage: 'Lookup' };
    const response = await api.post(sid === '' ? paths.flows : paths.flow(sid), { form });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()).sid as string;
  };
  const start = async (sid: string, count: number, first: number) => {
    for (let index = 0; index < count; index += 1) {
      const form = { To: `+1500555${first + index}`, From: '+15005550006' };
      expect((await api.post(paths.executions(sid), { form })).status()).toBe(201);
    }
  };
  // Nothing listens on the port of the discard protocol.
  const sid = await publish('', 'http://127.0.0.1:9/');
  await signIn(page, server);
  await page.goto('/alerts');
  await expect(page.getByRole('heading', { level: 1, name: 'All is well.' })).toBeVisible();

  // Where alerts go.
  await page.getByRole('button', { name: 'Where alerts go' }).click();
  const panel = page.getByRole('complementary', { name: 'Where alerts go' });
  await panel.getByRole('button', { name: 'Add email, webhook or flow' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add target' });
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/chat`);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await panel.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText('Rule saved.')).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();

  await start(sid, 5, 1000);
  const open = page.getByRole('list', { name: 'Open' }).getByRole('listitem');
  await expect(open).toHaveCount(1);
  await expect(open).toContainText('Failures above usual');
  await expect(open).toContainText('5 of 5 executions failed within the hour');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not acknowledged yet/, {
    timeout: 40_000,
  });
  await receiver.waitForText('/chat', 'Opening hours');

  await expect(page.getByRole('link', { name: 'Alerts' })).toHaveAccessibleDescription('1 open');
  await expect(page.locator('.nav-dot')).toBeVisible();
  await open.getByRole('button', { name: 'Acknowledge: Opening hours' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One thing is not well.');

  // Silenced until a date, and not any more.
  await open.getByRole('button', { name: 'Silence', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Until a date…' }).click();
  const date = page.getByRole('dialog', { name: 'Silence until a date' });
  await date.getByRole('button', { name: 'Silence', exact: true }).click();
  await expect(date.getByText('Enter a time within the next year.')).toBeVisible();
  const inTwoDays = new Date(Date.now() + 48 * 3_600_000);
  await date.getByLabel('Until').fill(`${inTwoDays.toISOString().slice(0, 10)}T12:00`);
  await date.getByRole('button', { name: 'Silence', exact: true }).click();
  await page.getByRole('tab', { name: 'Silenced' }).click();
  const silenced = page.getByRole('list', { name: 'Silenced' }).getByRole('listitem');
  await expect(silenced).toContainText('Silenced until');
  await silenced.getByRole('button', { name: 'End silence' }).click();
  await page.getByRole('tab', { name: 'Open' }).click();
  await expect(open).toHaveCount(1);

  // One failure in ten is allowed, and 45 of 50 succeed.
  await open.getByRole('button', { name: 'Rule: Failures above usual' }).click();
  const rule = page.getByRole('complementary', { name: 'Failures above usual' });
  await rule.getByRole('textbox').fill('10');
  await rule.getByRole('button', { name: 'Save rule' }).click();
  await rule.getByRole('button', { name: 'Close' }).click();
  await publish(sid, `${receiver.url}/hours`);
  await start(sid, 45, 2000);
  await expect(page.getByText('No open alerts')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Acknowledged');
  await receiver.waitForText('/chat', 'Well again');
});
