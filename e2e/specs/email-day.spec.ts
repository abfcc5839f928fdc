/** A day with email: what was sent and received is found, followed, sent again and posted again, all on the page. */

import client from '@sendgrid/client';
import mail from '@sendgrid/mail';
import { createTransport } from 'nodemailer';
import type { APIRequestContext } from 'playwright/test';
import type { OutboundEmailDetails } from '#api/email/outbound.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { expect, test } from '../account-fixtures.ts';
import { ParseWebhookReceiver } from '../external-systems/parse-webhook-receiver.ts';
import { expectAccessible } from '../fixtures.ts';

/** The page polls every 5 s. */
const shown = { timeout: 20_000 };

/** For some seconds the announcement of a busy button refers to the button, which was removed with its form. */
const announced = ['role-img-alt'];

const post = async (api: APIRequestContext, path: string, data: object) => {
  const response = await api.post(path, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as Record<string, unknown>;
};

/** An active template with the link to a shop; its id. */
async function addTemplate(api: APIRequestContext, shop: string): Promise<string> {
  const template = await post(api, emailPaths.templates, { name: 'Order', generation: 'dynamic' });
  const html_content = `<p>Order {{number}} is <a href="${shop}">ready</a>.</p>`;
  const version = { name: 'First', subject: 'Order {{number}}', html_content, active: 1 };
  await post(api, `${emailPaths.templates}/${template.id}/versions`, version);
  return String(template.id);
}

test('a templated email is found by its recipient, grows its events while it is open, and is sent again', {
  tag: '@journey',
}, async ({ api, server, receiver, signedIn: page }) => {
  receiver.respondWith('/shop', { text: 'The shop' });
  const templateId = await addTemplate(api, `${receiver.url}/shop`);
  const { api_key } = await post(api, emailPaths.keys, { name: 'Shop' });
  client.setApiKey(String(api_key));
  client.setDefaultRequest('baseUrl', `${server.url}/`);
  mail.setClient(client);
  for (const to of ['kim@reader.test', 'bob@reader.test']) {
    const dynamicTemplateData = { number: to.length };
    const [response] = await mail.send({ from: 'desk@shop.test', to, templateId, dynamicTemplateData });
    expect(response.statusCode).toBe(202);
  }

  await page.goto('/email/sent');
  const list = page.getByRole('list', { name: 'Sent email' });
  await expect(list.getByRole('listitem')).toHaveCount(2, shown);
  await page.getByRole('searchbox').fill('kim@reader.test');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('link', { name: /kim@reader.test/ }).click();
  const events = page.getByRole('list', { name: 'Events', exact: true });
  await expect(events).toContainText('Delivered', shown);
  await expect(events).not.toContainText('Opened');

  const sid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { html } = (await (await api.get(paths.outboundEmail(sid))).json()) as OutboundEmailDetails;
  const [, pixel = ''] = /<img[^>]+src="([^"]+)"/.exec(html ?? '') ?? [];
  const [, link = ''] = /<a[^>]+href="([^"]+)"/.exec(html ?? '') ?? [];
  expect((await fetch(pixel.replaceAll('&amp;', '&'))).status).toBe(200);
  await expect(events).toContainText('Opened', shown);
  await expect(events).not.toContainText('Clicked');
  expect((await fetch(link.replaceAll('&amp;', '&'))).url).toBe(`${receiver.url}/shop`);
  await expect(events).toContainText('Clicked', shown);
  await expect(events).toContainText(`${receiver.url}/shop`);
  expect(new URL(page.url()).pathname).toContain(sid);
  await expectAccessible(page, announced);

  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page).not.toHaveURL(new RegExp(sid));
  await expect(page.getByRole('heading', { name: 'Order 15' })).toBeVisible();
  await expect(events).toContainText('Delivered', shown);
  await expect(events).not.toContainText('Opened');
  await page.getByRole('searchbox').fill('kim@reader.test');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(2, shown);
});

test('a received email is found by its subject, and posted again after the receiver was down', {
  tag: '@journey',
}, async ({ api, account, server, signedIn: page }) => {
  const webhook = await ParseWebhookReceiver.start();
  const hosts = ['a', 'b'].map((letter) => `${letter}${account.sid.slice(2, 12)}.receiver.example`);
  for (const hostname of hosts) await post(api, emailPaths.parseSettings, { hostname, url: webhook.url });
  const transport = createTransport({ host: '127.0.0.1', port: server.smtpPort ?? 0 });
  const send = (host: string, subject: string) =>
    transport.sendMail({ from: 'ann@sender.example', to: `orders@${host}`, subject, text: 'Two boxes.' });
  try {
    await send(hosts[0] ?? '', 'Sent before');
    expect(await webhook.waitForEmails(1)).toHaveLength(1);
    webhook.status = 503;
    await send(hosts[1] ?? '', 'Bestellung für Montag');
    expect(await webhook.waitForEmails(2)).toHaveLength(2);

    await page.goto('/email/received');
    const list = page.getByRole('list', { name: 'Received emails' });
    await expect(list.getByRole('listitem')).toHaveCount(2, shown);
    await page.getByRole('button', { name: /Host name/ }).click();
    await page.getByRole('option', { name: hosts[0] ?? '' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list).toContainText('Sent before');
    await page.getByRole('button', { name: /Host name/ }).click();
    await page.getByRole('option', { name: 'All host names' }).click();
    await page.getByRole('searchbox').fill('montag bestellung');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await list.getByRole('link', { name: 'Open' }).click();
    const attempts = page.getByRole('list', { name: 'Posts to the webhook' });
    await expect(attempts).toContainText('503');
    const one = page.getByRole('region', { name: 'Received email', exact: true });
    await expect(one).toContainText('Waiting');

    webhook.status = 200;
    await page.getByRole('button', { name: 'Post again' }).click();
    expect(await webhook.waitForEmails(3)).toHaveLength(3);
    await expect(one).toContainText('Posted', shown);
    await expect(attempts.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, announced);
    await page.getByRole('button', { name: 'Post again' }).click();
    expect(await webhook.waitForEmails(4)).toHaveLength(4);
    await expect(attempts.getByRole('listitem')).toHaveCount(3, shown);
    expect(webhook.emails.slice(1).map(({ fields }) => fields.subject)).toEqual(
      Array(3).fill('Bestellung für Montag'),
    );
  } finally {
    transport.close();
    await webhook.stop();
  }
});

const inTwoHours = () => Math.floor(Date.now() / 1000) + 7_200;

test.describe('scheduled sends', () => {
  // What is no batch is refused.
  test.use({ expectedErrors: [/400 \(Bad Request\)/] });

  test('a batch of scheduled emails is paused, cancelled, and goes on', { tag: '@journey' }, async ({
    api,
    signedIn: page,
  }) => {
    const { batch_id } = await post(api, emailPaths.batches, {});
    await page.goto('/email/sent');
    await page.getByRole('link', { name: 'Scheduled sends' }).click();
    await expect(page.getByText('No email waits for its time')).toBeVisible();
    await page.getByRole('button', { name: 'Pause or cancel a batch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Batch ID' }).fill('not-a-batch');
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(dialog).toContainText('is not the id of a batch');
    await dialog.getByRole('textbox', { name: 'Batch ID' }).fill(String(batch_id));
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
    const batches = page.getByRole('list', { name: 'Paused and cancelled batches' });
    await expect(batches.getByRole('listitem')).toContainText('Paused');
    await expectAccessible(page, announced);
    await batches.getByRole('button', { name: /^Cancel the batch/ }).click();
    await expect(batches.getByRole('listitem')).toContainText('Cancelled');
    await batches.getByRole('button', { name: /^Go on with/ }).click();
    await expect(page.getByText('No batch is paused or cancelled')).toBeVisible();
  });

  test('an email that waits is listed with its batch, held, and opened', async ({ api, signedIn: page }) => {
    const { batch_id } = await post(api, emailPaths.batches, {});
    const data = {
      ...{ from: { email: 'desk@host.test' }, subject: 'Plan for Monday', batch_id },
      ...{ personalizations: [{ to: [{ email: 'bob@reader.test' }] }], send_at: inTwoHours() },
      content: [{ type: 'text/plain', value: 'The plan' }],
    };
    expect((await api.post(emailPaths.sendEmail, { data })).status()).toBe(202);
    await page.goto('/email/scheduled');
    const row = page.getByRole('list', { name: 'Emails that wait for their time' }).getByRole('listitem');
    await expect(row).toContainText('Plan for Monday');
    await expect(row).toContainText(String(batch_id));
    await row.getByRole('button', { name: /^Pause or cancel the batch/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Batch ID' })).toHaveValue(String(batch_id));
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(row).toContainText('Paused');
    await expectAccessible(page, announced);
    await row.getByRole('link', { name: 'bob@reader.test' }).click();
    await expect(page).toHaveURL(/\/email\/sent\/EM/);
    await expect(page.getByText('The plan')).toBeVisible();
  });
});
