/** Settings of sending through the unmodified client library, by what the email has that is then sent. */

import client from '@sendgrid/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';

describe.each(databaseKinds)('settings of sending, %s', (kind) => {
  let mail: SendingServer;
  beforeAll(async () => {
    mail = await openSendingServer(kind);
  }, startTimeoutMs);
  afterAll(() => mail.close());

  const ask = async (method: 'GET' | 'PATCH', url: string, body?: object) =>
    (await client.request({ method, url, ...(body && { body }) }))[1] as Record<string, unknown>;
  const html = '<p>See <a href="https://shop.test/plan">the plan</a></p>';

  /** Sends an email, and returns what its recipient gets. */
  async function sent(more: object = {}): Promise<{ html: string; text: string }> {
    const id = await mail.send('ann@reader.test', { html, text: 'See https://shop.test/plan', ...more });
    const authorization = basicAuthorization(mail.account);
    const list = await fetch(`${mail.url}${paths.outboundEmails}?MessageId=${id}`, {
      headers: { authorization },
    });
    const { mails } = (await list.json()) as { mails: { url: string }[] };
    const view = await fetch(mails[0]?.url ?? '', { headers: { authorization } });
    return (await view.json()) as { html: string; text: string };
  }
  const isTracked = (content: string) => !content.includes('"https://shop.test/plan');
  const hasPixel = (content: string) => content.includes('<img');

  it('are as documented before a change', async () => {
    expect(await ask('GET', emailPaths.trackingSettings)).toMatchObject({
      result: [
        { name: 'click', enabled: true },
        { name: 'google_analytics', enabled: false },
        { name: 'open', enabled: true },
        { name: 'subscription', enabled: false },
      ],
    });
    expect(await ask('GET', emailPaths.mailSettings)).toMatchObject({
      result: [{ name: 'footer', title: 'Footer', enabled: false }],
    });
    expect(await ask('GET', emailPaths.clickTracking)).toEqual({ enabled: true, enable_text: false });
    const before = await sent();
    expect([isTracked(before.html), hasPixel(before.html)]).toEqual([true, true]);
    expect(before.text).toBe('See https://shop.test/plan');
  });

  it('change what is sent, unless the request says otherwise', async () => {
    expect(await ask('PATCH', emailPaths.clickTracking, { enabled: false })).toEqual({
      ...{ enabled: false, enable_text: false },
    });
    expect(await ask('PATCH', emailPaths.openTracking, { enabled: false })).toEqual({ enabled: false });
    const plain = await sent();
    expect([isTracked(plain.html), hasPixel(plain.html)]).toEqual([false, false]);
    const asked = await sent({
      trackingSettings: { clickTracking: { enable: true }, openTracking: { enable: true } },
    });
    expect([isTracked(asked.html), hasPixel(asked.html)]).toEqual([true, true]);

    await ask('PATCH', emailPaths.clickTracking, { enabled: true, enable_text: true });
    expect((await sent()).text).not.toContain('https://shop.test/plan');
  });

  it('add parameters of a campaign, a footer and the link to unsubscribe', async () => {
    await ask('PATCH', emailPaths.clickTracking, { enabled: false });
    await ask('PATCH', emailPaths.analyticsTracking, { enabled: true, utm_source: 'june' });
    expect((await sent()).html).toContain('https://shop.test/plan?utm_source=june');
    await ask('PATCH', emailPaths.analyticsTracking, { enabled: false });

    await ask('PATCH', emailPaths.footer, {
      enabled: true,
      html_content: '<i>Shop</i>',
      plain_content: 'Shop',
    });
    const footed = await sent();
    expect([footed.html, footed.text]).toEqual([
      ...[expect.stringContaining('<i>Shop</i>'), expect.stringMatching(/Shop$/)],
    ]);
    const own = await sent({ mailSettings: { footer: { enable: true, text: 'Own', html: '<i>Own</i>' } } });
    expect(own.html).toContain('<i>Own</i>');
    expect((await sent({ mailSettings: { footer: { enable: false } } })).html).not.toContain('Shop');
    await ask('PATCH', emailPaths.footer, { enabled: false });

    const label = { html_content: '<p><% Leave us %></p>', plain_content: 'Leave: <% %>' };
    expect(await ask('PATCH', emailPaths.subscriptionTracking, { enabled: true, ...label })).toEqual({
      ...{ enabled: true, ...label, replace: '' },
    });
    const left = await sent();
    expect(left.html).toMatch(/<a href="[^"]+">Leave us<\/a>/);
    expect(left.text).toMatch(/Leave: http/);
  });

  it('are those of a region, and refuse what is not built or too long', async () => {
    const patch = async (path: string, body: unknown) => (await mail.call('PATCH', path, body)).status;
    expect(await patch(emailPaths.subscriptionTracking, { landing: '<p>Bye</p>' })).toBe(400);
    expect(await patch(emailPaths.subscriptionTracking, { landing: '', url: '' })).toBe(200);
    expect(await patch(emailPaths.footer, { html_content: 'x'.repeat(20_001) })).toBe(400);
    expect(await patch(emailPaths.openTracking, { enabled: 'yes' })).toBe(400);
    expect(await patch(emailPaths.openTracking, [])).toBe(400);
    const inherited = JSON.parse('{"__proto__": {"enabled": true}, "constructor": 1}') as unknown;
    expect(await patch(emailPaths.openTracking, inherited)).toBe(200);
    expect(JSON.stringify(await ask('GET', emailPaths.openTracking))).toBe('{"enabled":false}');
    const eu = await fetch(`${mail.url}/eu${emailPaths.footer}`, {
      headers: { authorization: basicAuthorization(mail.account) },
    });
    expect(await eu.json()).toEqual({ enabled: false, html_content: '', plain_content: '' });
  });
});
