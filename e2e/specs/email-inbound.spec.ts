/** Inbound email: received by SMTP, posted to a webhook with its attachments, counted, and shown. */

import { randomBytes } from 'node:crypto';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Page } from 'playwright/test';
import { expect, test as withAccount } from '../account-fixtures.ts';
import { ParseWebhookReceiver } from '../external-systems/parse-webhook-receiver.ts';
import { expectAccessible } from '../fixtures.ts';

type Inbound = {
  webhookReceiver: ParseWebhookReceiver;
  /** A host name that no other test uses on this server. */
  hostname: string;
  /** Sends an email by SMTP; rejects when the server does. */
  sendMail(mail: SendMailOptions): Promise<unknown>;
};

const test = withAccount.extend<Inbound>({
  webhookReceiver: async ({ playwright: _ }, use) => {
    const receiver = await ParseWebhookReceiver.start();
    await use(receiver);
    await receiver.stop();
  },
  hostname: async ({ account }, use) => use(`${account.sid.slice(2, 12)}.receiver.example`),
  sendMail: async ({ server: { smtpPort } }, use) => {
    if (smtpPort === null) throw new Error('The server takes no mail.');
    const transport = createTransport({ host: '127.0.0.1', port: smtpPort });
    await use((mail) => transport.sendMail(mail));
    transport.close();
  },
});

/** For some seconds the announcement of a busy button refers to the button, which was removed with its form. */
const announced = ['role-img-alt'];

/** The page polls every 5 s, and a DNS lookup may take as long. */
const shown = { timeout: 15_000 };

const arrived = (page: Page) =>
  page.getByRole('list', { name: 'Received emails', exact: true }).getByRole('listitem');

/** The table behind the chart, whose last row is today. */
const today = (page: Page) =>
  page.getByRole('figure').getByRole('table', { includeHidden: true }).getByRole('row').last();

async function addHost(page: Page, hostname: string, url: string): Promise<void> {
  await page.goto('/settings/email');
  await page.getByRole('link', { name: 'Inbound', exact: true }).click();
  await expect(page.getByText('No host names yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add host name' }).click();
  await page.getByRole('textbox', { name: 'Host name' }).fill(hostname);
  await page.getByRole('textbox', { name: 'Post email to' }).fill(url);
  await page.getByRole('button', { name: 'Add host name' }).click();
  const hosts = page.getByRole('list', { name: 'Host names' }).getByRole('listitem');
  await expect(hosts.first()).toContainText(hostname);
  await expect(hosts.first()).toContainText(url);
}

test('an email reaches the receiver with its attachment and shows in the chart', { tag: '@journey' }, async ({
  signedIn: page,
  webhookReceiver,
  hostname,
  sendMail,
}) => {
  await addHost(page, hostname, webhookReceiver.url);
  const attached = randomBytes(100_000);
  await sendMail({
    from: 'Front desk <desk@sender.example>',
    to: `orders@${hostname}`,
    subject: 'Bestellung für Montag',
    text: 'Two boxes, please.',
    html: '<p>Two <b>boxes</b>, please.</p>',
    attachments: [{ filename: 'Maße.bin', content: attached }],
  });
  expect(await webhookReceiver.waitForEmails(1)).toHaveLength(1);
  const [mail] = webhookReceiver.emails;
  expect(mail?.fields).toMatchObject({
    from: 'Front desk <desk@sender.example>',
    to: `orders@${hostname}`,
    subject: 'Bestellung für Montag',
    text: expect.stringContaining('Two boxes, please.'),
    html: expect.stringContaining('<b>boxes</b>'),
    sender_ip: '127.0.0.1',
    attachments: '1',
  });
  expect(JSON.parse(mail?.fields.envelope ?? '')).toEqual({
    from: 'desk@sender.example',
    to: [`orders@${hostname}`],
  });
  const file = mail?.files.attachment1;
  expect(file?.name).toBe('Maße.bin');
  expect(file?.bytes.equals(attached), 'the attachment, byte for byte').toBe(true);

  await expect(arrived(page)).toHaveCount(1, shown);
  await expect(arrived(page).first()).toContainText('Posted', shown);
  await expect(arrived(page).first()).toContainText('desk@sender.example');
  await expect(arrived(page).first()).toContainText('1 attempt');
  await expectAccessible(page, announced);

  await page.goto('/settings/email');
  const day = String(new Date().getUTCDate());
  await expect(today(page).getByRole('rowheader', { includeHidden: true })).toContainText(day);
  await expect(today(page).getByRole('cell', { includeHidden: true })).toHaveText('1');
  await page.getByRole('button', { name: 'Show table' }).click();
  const newest = page.getByRole('region', { name: 'Inbound parse' }).getByRole('row').nth(1);
  await expect(newest.getByRole('cell').nth(0)).toContainText(day);
  await expect(newest.getByRole('cell').nth(1)).toHaveText('1');
});

test('a rejected email is shown with its attempt, and a test post shows when the receiver works', async ({
  signedIn: page,
  webhookReceiver,
  hostname,
  sendMail,
}) => {
  await addHost(page, hostname, webhookReceiver.url);
  webhookReceiver.status = 500;
  await sendMail({ from: 'desk@sender.example', to: `orders@${hostname}`, subject: 'Late', text: 'Late.' });
  expect(await webhookReceiver.waitForEmails(1)).toHaveLength(1);
  const late = arrived(page).filter({ hasText: `orders@${hostname}` });
  await expect(late).toContainText('Waiting', shown);
  await expect(late).toContainText('1 attempt', shown);
  await expect(late).toContainText('500');
  await expect(late).toContainText('Retry in');
  await page.getByRole('radio', { name: 'Failed' }).click();
  await expect(page.getByText('No failed emails')).toBeVisible();
  await page.getByRole('radio', { name: 'Waiting' }).click();
  await expect(late).toBeVisible();
  await page.getByRole('radio', { name: 'All' }).click();

  await page.getByRole('button', { name: `Check ${hostname}` }).click();
  const checks = page.getByRole('list', { name: `Checks of ${hostname}` }).getByRole('listitem');
  await expect(checks.filter({ hasText: 'SMTP port' })).toContainText('Passed', shown);
  await expect(checks.filter({ hasText: 'Webhook URL' })).toContainText('Failed');

  webhookReceiver.status = 200;
  await page.getByRole('button', { name: 'Send test email' }).click();
  expect(await webhookReceiver.waitForEmails(2)).toHaveLength(2);
  expect(webhookReceiver.emails[1]?.fields.to).toBe(`test@${hostname}`);
  await expect(
    arrived(page)
      .filter({ hasText: `test@${hostname}` })
      .first(),
  ).toContainText('Posted', shown);
  // The checklist polls while the email is in transit.
  await expect(checks.filter({ hasText: 'Webhook URL' })).toContainText('The receiver answered 200', shown);
  await expectAccessible(page, announced);
});
