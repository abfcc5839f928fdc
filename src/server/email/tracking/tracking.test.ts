import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { receiveReport } from '../feedback/service.ts';
import type { OutboundRow } from '../messages/store.ts';
import { buildMimeMessage } from '../sending/compose.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { createTrackingLinks } from './signed-links.ts';

describe.each(databaseKinds)('tracking links, %s', (kind) => {
  let mail: SendingServer;
  beforeAll(async () => {
    mail = await openSendingServer(kind);
  }, startTimeoutMs);
  afterAll(() => mail.close());

  const sent = ['processed', 'delivered'];
  const html =
    '<html><body><p>Hi</p><a class="b" href="https://shop.test/a?x=1&amp;y=2">Shop</a></body></html>';
  const makeGroup = async (name: string) => {
    const response = await mail.call('POST', emailPaths.groups, { name, description: 'Weekly' });
    return ((await response.json()) as { id: number }).id;
  };

  /** The mail as its reader has it. */
  const message = async (id: string) => {
    const { parts, headers, subject } = await buildMimeMessage(mail.host, await mail.stored(id));
    const page = parts.find(({ type }) => type === 'text/html')?.value ?? '';
    const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    );
    return { page, links, headers, subject, text: parts[0]?.value ?? '' };
  };
  const get = (url: string, agent = 'Reader/1.0') =>
    fetch(url, { redirect: 'manual', headers: { 'user-agent': agent } });
  const post = (url: string, body: BodyInit) => fetch(url, { method: 'POST', body, redirect: 'manual' });

  it('record opens and clicks, and redirect to the target', async () => {
    const id = await mail.send('kim@reader.test', { html, customArgs: { order: '7' } });
    await mail.waitForEvents(id, sent);
    const [click = '', open = ''] = (await message(id)).links;
    expect((await fetch(open, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(click, { method: 'HEAD', redirect: 'manual' })).status).toBe(302);
    const picture = await get(open);
    expect(picture.headers.get('content-type')).toBe('image/gif');
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const led = await get(click);
    expect(led.headers.get('location')).toBe('https://shop.test/a?x=1&y=2');
    const [, , opened, clicked] = await mail.waitForEvents(id, [...sent, 'open', 'click']);
    const reader = { useragent: 'Reader/1.0', ip: '127.0.0.1', order: '7', email: 'kim@reader.test' };
    expect(opened).toMatchObject({ ...reader, sg_machine_open: false, sg_content_type: 'html' });
    const target = { url: 'https://shop.test/a?x=1&y=2', url_offset: { index: 0, type: 'html' } };
    expect(clicked).toMatchObject({ ...reader, ...target });
  });

  it('of earlier versions, which do not name the shard, are followed', async () => {
    const id = await mail.send('kim@reader.test', { html });
    await mail.waitForEvents(id, sent);
    const message = await mail.stored(id);
    const { shard: _, ...before } = message.row;
    const links = await createTrackingLinks(mail.host, { ...message, row: before as OutboundRow });
    expect((await get(links.open)).status).toBe(200);
    await mail.waitForEvents(id, [...sent, 'open']);
  });

  /** Makes nonsense of all that is large of a message: what reads it fails. */
  const spoil = (id: string) =>
    mail.host.database.write(async (tx) => {
      await tx.updateTable('outbound_mails').set({ shared: 'spoilt' }).where('id', '=', id).execute();
      const parts = tx.updateTable('outbound_personalizations').set({ value: 'spoilt' });
      await parts.where('mail', '=', id).execute();
    });

  it('and reports need nothing of the message but what its first event has', async () => {
    const group = await makeGroup('Large emails');
    const more = {
      html,
      asm: { groupId: group },
      categories: ['a', 'b'],
      customArgs: { order: '7', type: 'x' },
    };
    const id = await mail.send('large@reader.test', more);
    const [first] = await mail.waitForEvents(id, sent);
    const { links, headers } = await message(id);
    const [click = ''] = links;
    const open = links.find((each) => each.includes(paths.trackingPixel)) ?? '';
    const { fields } = await mail.stored(id);
    expect(fields).toMatchObject({ order: '7', category: ['a', 'b'], asm_group_id: group });
    expect(first).toMatchObject(fields);
    await spoil(id);
    await expect(mail.stored(id)).rejects.toThrow();
    expect((await get(open)).status).toBe(200);
    expect((await get(click)).status).toBe(302);
    const address = headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    expect((await get(address)).status).toBe(200);
    expect((await post(address, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }))).status).toBe(200);
    const abuse = ['Feedback-Type: abuse', 'Source-IP: 192.0.2.1'];
    await receiveReport(mail.host, chunksOf(reportOf(id, 'feedback-report', abuse)), null);
    const failed = ['Reporting-MTA: dns; mx.test', '', 'Action: failed', 'Status: 5.1.1'];
    await receiveReport(mail.host, chunksOf(reportOf(id, 'delivery-status', failed)), null);
    const kinds = ['open', 'click', 'group_unsubscribe', 'spamreport', 'bounce'];
    for (const event of (await mail.waitForEvents(id, [...sent, ...kinds])).slice(2))
      expect(event).toMatchObject(fields);
    const authorization = basicAuthorization(mail.account);
    const listed = await mail.call(
      'GET',
      `${paths.outboundEmails}?MessageId=${id}`,
      undefined,
      authorization,
    );
    expect(await listed.json()).toMatchObject({ mails: [{ to: 'large@reader.test', status: 'bounced' }] });
  });

  it('of an email whose events were erased have their fields from the email, once', async () => {
    const id = await mail.send('kim@reader.test', { html, customArgs: { order: '8' } });
    await mail.waitForEvents(id, sent);
    const [click = '', open = ''] = (await message(id)).links;
    await mail.host.database.write((tx) =>
      tx.deleteFrom('mail_events').where('message', '=', `${id}.0`).execute(),
    );
    expect((await get(open)).status).toBe(200);
    await spoil(id);
    expect((await get(click)).status).toBe(302);
    const events = await mail.waitForEvents(id, ['open', 'click']);
    expect(events.map(({ order, url }) => [order, url])).toEqual([
      ['8', undefined],
      ['8', 'https://shop.test/a?x=1&y=2'],
    ]);
  });

  it('are rejected when modified', async () => {
    const id = await mail.send('kim@reader.test', { html });
    await mail.waitForEvents(id, sent);
    const [click = '', open = ''] = (await message(id)).links;
    const forged = Buffer.from(JSON.stringify({ kind: 'click', url: 'https://evil.test' })).toString(
      'base64url',
    );
    const mac = click.split('.').at(-1);
    const bad = [
      click.replace(/t=[^.]+/, `t=${forged}`),
      click.replace('/click', '/subscriptions'),
      open.replace('/open.gif', '/click'),
      click.replace(/\.[\w-]+$/, ''),
      `${click}.${mac}`,
      `${mail.url}/e/click`,
      `${mail.url}/e/click?t=.`,
    ];
    for (const url of bad) expect((await get(url)).status, url).toBe(404);
    expect((await get(open.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(404);
    expect((await mail.events(id)).map(({ event }) => event)).toEqual(sent);
  });

  it('change subscriptions by POST only', async () => {
    const [news, offers] = [await makeGroup('News & more'), await makeGroup('Offers')];
    const asm = { groupId: news, groupsToDisplay: [news, offers] };
    const id = await mail.send('lee@reader.test', { html, asm });
    await mail.waitForEvents(id, sent);
    const { headers, links } = await message(id);
    const address = headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    expect(links).toContain(address);
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const page = await (await get(address)).text();
    expect(page).toContain('lee@reader.test');
    expect(page).toContain('News &amp; more');
    expect((await mail.events(id)).map(({ event }) => event)).toEqual(sent);

    const change = (value: string) => post(address, new URLSearchParams({ Change: value }));
    expect((await change(`leave:${offers}`)).status).toBe(303);
    expect((await change(`leave:${offers}`)).status).toBe(303);
    expect((await change(`join:${offers}`)).status).toBe(303);
    expect((await change('leave:all')).status).toBe(303);
    expect((await change('leave:999')).status).toBe(404);
    const kinds = [...sent, 'group_unsubscribe', 'group_resubscribe', 'unsubscribe'];
    const [, , left] = await mail.waitForEvents(id, kinds);
    expect(left).toMatchObject({ asm_group_id: offers, email: 'lee@reader.test', ip: '127.0.0.1' });
    expect(left?.url).toBe(address.split('?')[0]);
    const [drop] = await mail.waitForEvents(await mail.send('lee@reader.test'), ['dropped']);
    expect(drop).toMatchObject({ reason: 'Unsubscribed Address' });
    // Only the bypass of unsubscribes reaches who has unsubscribed.
    const bypassing = (list: string) =>
      mail.send('lee@reader.test', { mailSettings: { [`bypass${list}Management`]: { enable: true } } });
    await mail.waitForEvents(await bypassing('Spam'), ['dropped']);
    await mail.waitForEvents(await bypassing('Bounce'), ['dropped']);
    await mail.waitForEvents(await bypassing('Unsubscribe'), sent);
    expect((await change('join:all')).status).toBe(303);
    await mail.waitForEvents(await mail.send('lee@reader.test'), sent);
  });

  it('support one-click unsubscribe, in both form encodings', async () => {
    const tracking = { trackingSettings: { subscriptionTracking: { enable: true } } };
    for (const [to, body] of [
      ['one@reader.test', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
      ['two@reader.test', form()],
    ] as const) {
      const id = await mail.send(to, { html, ...tracking });
      await mail.waitForEvents(id, sent);
      const address = (await message(id)).headers['List-Unsubscribe']?.slice(1, -1) ?? '';
      expect((await post(address, body)).status).toBe(200);
      await mail.waitForEvents(id, [...sent, 'unsubscribe']);
    }
  });
});

/** A report about a message, in a part of that type (RFC 5965, RFC 3464). */
async function* chunksOf(bytes: Buffer) {
  yield { bytes: new Uint8Array(bytes), isLast: true };
}

function reportOf(id: string, type: string, lines: readonly string[]): Buffer {
  return Buffer.from(
    [
      ...[
        'MIME-Version: 1.0',
        `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
        '',
        '--b',
      ],
      ...[`Content-Type: message/${type}`, '', ...lines, '', '--b', 'Content-Type: text/rfc822-headers', ''],
      ...[`Message-ID: <${id}.0@sender.test>`, '', '--b--', ''],
    ].join('\r\n'),
  );
}

function form(): FormData {
  const data = new FormData();
  data.set('List-Unsubscribe', 'One-Click');
  return data;
}
