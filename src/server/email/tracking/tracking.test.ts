import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { parseOutboundMessage } from '../messages/message.ts';
import {
  findOutboundMessage,
  findOutboundMessageById,
  listRecipients,
  type OutboundRow,
} from '../messages/store.ts';
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
    const owner = { account: mail.account.account_sid, region: 'global' } as const;
    const { rows } = await listRecipients(mail.host.database.read, owner, { size: 50, from: null });
    const found = rows.find((each) => each.mail === id);
    const row = found && (await findOutboundMessage(mail.host.database.read, found));
    if (row === undefined) throw new Error('There is no such mail.');
    const { parts, headers, subject } = await buildMimeMessage(mail.host, parseOutboundMessage(row));
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
    const row = await findOutboundMessageById(mail.host.database.read, { mail: id, number: 0 });
    if (row === undefined) throw new Error('There is no such mail.');
    const { shard: _, ...before } = row;
    const links = await createTrackingLinks(mail.host, parseOutboundMessage(before as OutboundRow));
    expect((await get(links.open)).status).toBe(200);
    await mail.waitForEvents(id, [...sent, 'open']);
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

function form(): FormData {
  const data = new FormData();
  data.set('List-Unsubscribe', 'One-Click');
  return data;
}
