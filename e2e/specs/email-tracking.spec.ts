/** Open, click and unsubscribe tracking of an email from the client library; a receiver verifies each event. */

import client from '@sendgrid/client';
import { EventWebhook, EventWebhookHeader } from '@sendgrid/eventwebhook';
import mail from '@sendgrid/mail';
import type { APIRequestContext } from 'playwright/test';
import { eventKinds } from '#api/email/event-webhooks.ts';
import type { OutboundEmailDetails, OutboundEmailPage } from '#api/email/outbound.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import type { HttpReceiver, ReceivedRequest } from '../external-systems/http-receiver.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';

type Json = Record<string, unknown>;

const post = async (api: APIRequestContext, path: string, data: object): Promise<Json> => {
  const response = await api.post(path, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as Json;
};

/** Creates a signed webhook for all events; returns its public key. */
async function listenSigned(api: APIRequestContext, receiver: HttpReceiver): Promise<string> {
  const kinds = Object.fromEntries(eventKinds.map((kind) => [kind, true]));
  const url = `${receiver.url}/events`;
  const { id } = await post(api, emailPaths.eventWebhooks, { url, enabled: true, ...kinds });
  const response = await api.patch(emailPaths.signedEventWebhook(String(id)), { data: { enabled: true } });
  return ((await response.json()) as { public_key: string }).public_key;
}

/** The events of a post whose signature is verified with that key. */
function believed({ body, headers }: ReceivedRequest, key: string): Json[] {
  const verifier = new EventWebhook();
  const signature = headers[EventWebhookHeader.SIGNATURE().toLowerCase()] ?? '';
  const timestamp = headers[EventWebhookHeader.TIMESTAMP().toLowerCase()] ?? '';
  const isRight = verifier.verifySignature(verifier.convertPublicKeyToECDSA(key), body, signature, timestamp);
  return isRight ? (JSON.parse(body) as Json[]) : [];
}

test('open, click and unsubscribe events reach a receiver that verifies them', { tag: '@journey' }, async ({
  api,
  page,
  server,
  receiver,
}) => {
  const key = await listenSigned(api, receiver);
  const { api_key } = await post(api, emailPaths.keys, { name: 'Shop' });
  const group = await post(api, emailPaths.groups, { name: 'News', description: 'Once a week' });
  client.setApiKey(String(api_key));
  client.setDefaultRequest('baseUrl', `${server.url}/`);
  mail.setClient(client);
  receiver.respondWith('/shop', { text: 'The shop' });

  const [response] = await mail.send({
    from: { email: 'shop@sender.test', name: 'Shop' },
    to: 'kim@reader.test',
    subject: 'Autumn',
    text: 'Look at this',
    html: `<html><body><p>Look at <a href="${receiver.url}/shop?from=mail">the shop</a></p></body></html>`,
    customArgs: { order: '7' },
    asm: { groupId: Number(group.id), groupsToDisplay: [Number(group.id)] },
  });
  expect(response.statusCode).toBe(202);

  const find = async () => {
    const list = (await (await api.get(paths.outboundEmails)).json()) as OutboundEmailPage;
    return list.mails.find(({ subject, status }) => subject === 'Autumn' && status === 'delivered');
  };
  await expect.poll(find).toBeDefined();
  const sid = (await find())?.sid ?? '';
  const view = (await (await api.get(paths.outboundEmail(sid))).json()) as OutboundEmailDetails;

  await page.setContent(view.html ?? '');
  await page.getByRole('link', { name: 'the shop' }).click();
  await expect(page.getByText('The shop')).toBeVisible();
  expect(page.url()).toBe(`${receiver.url}/shop?from=mail`);

  const leave = view.headers.find(({ name }) => name === 'List-Unsubscribe')?.value.slice(1, -1) ?? '';
  await page.goto(leave);
  await expect(page.getByRole('heading', { name: 'Your mail' })).toBeVisible();
  await page.getByRole('button', { name: 'Unsubscribe News' }).click();
  await expect(page.getByRole('status')).toHaveText('Your choice is kept.');
  await page.getByRole('button', { name: 'Subscribe again News' }).click();
  await page.getByRole('button', { name: 'Unsubscribe All mail' }).click();
  await expect(page.getByRole('button', { name: 'Subscribe again All mail' })).toBeVisible();

  const deliveredEvents = () => {
    const posts = receiver.requests.filter(({ path }) => path === '/events');
    return posts.flatMap((each) => believed(each, key));
  };
  const kinds = ['processed', 'delivered', 'open', 'click', 'group_unsubscribe', 'group_resubscribe'];
  const all = [...kinds, 'unsubscribe'].sort();
  await expect
    .poll(
      () =>
        deliveredEvents()
          .map(({ event }) => String(event))
          .sort(),
      { timeout: 20_000 },
    )
    .toEqual(all);
  for (const event of deliveredEvents())
    expect(event).toMatchObject({ email: 'kim@reader.test', order: '7' });
  expect(deliveredEvents().find(({ event }) => event === 'click')).toMatchObject({
    url: `${receiver.url}/shop?from=mail`,
    url_offset: { index: 0, type: 'html' },
  });
});

test('the subscription page works in both themes, on a phone and without JavaScript', async ({
  api,
  browser,
  server,
}) => {
  const group = await post(api, emailPaths.groups, { name: 'Offers', description: 'Now and then' });
  const response = await api.post(emailPaths.sendEmail, {
    data: {
      personalizations: [{ to: [{ email: 'lee@reader.test' }] }],
      from: { email: 'shop@sender.test' },
      subject: 'Small',
      content: [{ type: 'text/plain', value: '<%asm_preferences_raw_url%>' }],
      asm: { group_id: group.id },
    },
  });
  expect(response.status()).toBe(202);
  const list = (await (await api.get(paths.outboundEmails)).json()) as OutboundEmailPage;
  const sid = list.mails.find(({ subject }) => subject === 'Small')?.sid ?? '';
  const { text } = (await (await api.get(paths.outboundEmail(sid))).json()) as OutboundEmailDetails;
  expect(text).toContain(`${server.url}/e/subscriptions?t=`);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const context = await browser.newContext({ colorScheme, viewport });
      const page = await context.newPage();
      await page.goto(text ?? '');
      await expectAccessible(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
      await page.screenshot({ path: `test-results/subscriptions-${colorScheme}-${viewport.width}.png` });
      await context.close();
    }
  }
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(text ?? '');
  await page.getByRole('button', { name: 'Unsubscribe Offers' }).click();
  await expect(page.getByRole('button', { name: 'Subscribe again Offers' })).toBeVisible();
  await context.close();
});
