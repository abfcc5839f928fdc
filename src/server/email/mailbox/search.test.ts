/** The search of sent emails, one email with its posts, and sending again, through the routes. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventDeliveryPage } from '#api/email/deliveries.ts';
import { deliveryPaths } from '#api/email/delivery-paths.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { removeExpiredData } from '../../retention/service.ts';
import { EventReceiver } from '../../testing/event-receiver.ts';
import { plainAndEncrypted, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { startEventDelivery } from '../events/delivery/deliver.ts';
import { listRecipients } from '../messages/store.ts';
import { termOf } from '../search/terms.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';

type Found = {
  mails: { sid: string; to: string; subject: string; status: string; message_id: string }[];
  searched_to: string | null;
  meta: { next_page_url: string | null };
};

describe.each(plainAndEncrypted)('the search of sent emails, %s, %s', (kind, stored, settings) => {
  let mail: SendingServer;
  let receiver: EventReceiver;
  let delivery: ReturnType<typeof startEventDelivery>;
  beforeAll(async () => {
    mail = await openSendingServer(kind, settings);
    receiver = await new EventReceiver().start();
    delivery = startEventDelivery(mail.host, { agent: mail.agent });
  }, startTimeoutMs);
  afterAll(async () => {
    await delivery.stop();
    await receiver.stop();
    await mail.close();
  });

  const ask = (method: string, path: string, form?: Record<string, string>) =>
    fetch(mail.url + path, {
      method,
      headers: { authorization: basicAuthorization(mail.account) },
      ...(form && { body: new URLSearchParams(form) }),
    });
  const search = async (query: Record<string, string>) => {
    const response = await ask('GET', `${paths.outboundEmails}?${new URLSearchParams(query)}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Found;
  };
  const recipients = async (query: Record<string, string>) => (await search(query)).mails.map(({ to }) => to);

  it('finds by address, words, message id, category, template, status and days, and any of them together', async () => {
    const { id: template } = (await (
      await mail.call('POST', emailPaths.templates, { name: 'Visit', generation: 'dynamic' })
    ).json()) as { id: string };
    const content = { name: 'First', subject: 'See you {{day}}', html_content: '<p>{{day}}</p>' };
    await mail.call('POST', emailPaths.templateVersions(template), content);
    const first = await mail.send('ann@reader.test', { subject: 'Your invoice 20418', categories: ['bill'] });
    await mail.send('ben@reader.test', { subject: 'Your appointment', categories: ['bill', 'visit'] });
    const data = { templateId: template, dynamicTemplateData: { day: 'Wednesday' } };
    await mail.send('cyn@other.test', { ...data, subject: undefined, text: undefined });
    await mail.waitForEvents(await mail.send('bounce@mailbox.test', { subject: 'Invoice' }), [
      ...['processed', 'bounce'],
    ]);

    const { rows } = await sql`select '=' || subject as cell from outbound_recipients`.execute(
      mail.host.database.read,
    );
    expect(JSON.stringify(rows).includes('invoice 20418')).toBe(stored === 'plain');
    expect(await recipients({ Search: 'ANN@reader.test' })).toEqual(['ann@reader.test']);
    expect(await recipients({ Search: 'reader' })).toEqual(['ben@reader.test', 'ann@reader.test']);
    expect(await recipients({ Search: 'your reader 20418' })).toEqual(['ann@reader.test']);
    expect(await recipients({ Search: 'shop@sender.test invoice' })).toEqual([
      ...['bounce@mailbox.test', 'ann@reader.test'],
    ]);
    expect(await recipients({ Search: 'wednesday', Template: template })).toEqual(['cyn@other.test']);
    expect(await recipients({ Category: 'bill' })).toEqual(['ben@reader.test', 'ann@reader.test']);
    expect(await recipients({ Category: 'bill', Search: 'appointment' })).toEqual(['ben@reader.test']);
    expect(await recipients({ Search: 'invoice', Status: 'bounced' })).toEqual(['bounce@mailbox.test']);
    for (const id of [first, `${first}.0`, `<${first}.0@sender.test>`]) {
      expect(await recipients({ MessageId: id })).toEqual(['ann@reader.test']);
    }
    expect(await recipients({ MessageId: `${first}.1` })).toEqual([]);
    expect(await recipients({ MessageId: 'x' })).toEqual([]);
    const now = new Date(mail.host.clock.now() + 1_000).toISOString();
    expect(await recipients({ Search: 'invoice', DateFrom: now })).toEqual([]);
    expect((await recipients({ Search: 'invoice', DateTo: now })).length).toBe(2);
    expect(await recipients({ Search: '%_*"' })).not.toEqual([]);
    expect(await recipients({ Search: 'invoice', Region: 'eu' })).toEqual([]);
  });

  it('pages through what it finds, in both directions', async () => {
    for (let at = 0; at < 5; at += 1) await mail.send(`page${at}@reader.test`, { subject: 'Paged' });
    const first = await search({ Search: 'paged', PageSize: '2' });
    expect(first.mails.map(({ to }) => to)).toEqual(['page4@reader.test', 'page3@reader.test']);
    const page = async (url: string | null) => {
      const { pathname, search: query } = new URL(url ?? '');
      return (await (await ask('GET', pathname + query)).json()) as Found & {
        meta: { previous_page_url: string | null };
      };
    };
    const second = await page(first.meta.next_page_url);
    expect(second.mails.map(({ to }) => to)).toEqual(['page2@reader.test', 'page1@reader.test']);
    const third = await page(second.meta.next_page_url);
    expect(third.mails.map(({ to }) => to)).toEqual(['page0@reader.test']);
    expect(third.meta.next_page_url).toBeNull();
    // By SID: the status of an email may have changed meanwhile.
    const sids = ({ mails }: Found) => mails.map(({ sid }) => sid);
    expect(sids(await page(third.meta.previous_page_url))).toEqual(sids(second));
  });

  it('ends a page where it has looked at enough emails, and goes on from there', async () => {
    const owner = { account: mail.account.account_sid, region: 'global' } as const;
    const terms = [termOf({ ...owner, direction: 'sent' }, 'word', 'paged')];
    const filter = { ...owner, terms, status: 'bounced' } as const;
    const { read } = mail.host.database;
    const begun = await listRecipients(read, filter, { size: 10, from: null }, 3);
    expect(begun).toMatchObject({ rows: [], older: true, searchedTo: expect.stringMatching(/^EM/) });
    const from = { direction: 'older', position: begun.searchedTo ?? '' } as const;
    const ended = await listRecipients(read, filter, { size: 10, from }, 3);
    expect(ended).toMatchObject({ rows: [], older: false, searchedTo: null });
  });

  it('shows one email with the posts of its events, posts them again, and sends it again', async () => {
    const kinds = { processed: true, delivered: true };
    expect((await mail.call('POST', emailPaths.eventWebhooks, { url: receiver.url, ...kinds })).ok).toBe(
      true,
    );
    const files = [{ content: 'aGk=', filename: 'a.txt' }];
    const id = await mail.send('again@reader.test', {
      subject: 'Once more',
      attachments: files,
      categories: ['c'],
    });
    await mail.waitForEvents(id, ['processed', 'delivered']);
    const { mails } = await search({ MessageId: id });
    const sid = mails[0]?.sid ?? '';
    const view = async (of: string) =>
      (await ask('GET', paths.outboundEmail(of))).json() as Promise<Record<string, unknown>>;
    await expect
      .poll(async () =>
        ((await view(sid)).posts as { event_ids: string[] }[]).flatMap((post) => post.event_ids),
      )
      .toHaveLength(2);
    expect(await view(sid)).toMatchObject({ categories: ['c'], template: null });

    const [{ webhook_id }] = (await view(sid)).posts as [{ webhook_id: string }];
    await mail.send('kim@reader.test');
    const deliveriesTo = async (Recipient: string) => {
      const query = new URLSearchParams({ WebhookId: webhook_id, Recipient });
      const response = await ask('GET', `${deliveryPaths.eventDeliveries}?${query}`);
      return ((await response.json()) as EventDeliveryPage).deliveries;
    };
    await expect.poll(async () => (await deliveriesTo('kim@reader.test')).length).toBeGreaterThan(0);
    const [delivery] = await deliveriesTo('Again@reader.test');
    const answer = await ask('GET', deliveryPaths.eventDeliveryEvents(delivery?.id ?? ''));
    const { events, is_complete } = (await answer.json()) as { events: object[]; is_complete: boolean };
    expect(is_complete).toBe(true);
    expect(events).toContainEqual(expect.objectContaining({ email: 'again@reader.test', category: 'c' }));
    const text = JSON.stringify(events);
    const posted = receiver.posts.find(({ body }) => JSON.stringify(JSON.parse(body)) === text);
    expect(posted, 'a post of exactly these events').toBeDefined();
    expect(await deliveriesTo('nobody@reader.test')).toEqual([]);
    // Two of each email.
    await expect.poll(() => receiver.events().length).toBe(4);
    const before = receiver.events().length;
    expect((await ask('POST', paths.outboundEmail(sid), { Action: 'post_events' })).status).toBe(200);
    await expect.poll(() => receiver.events().length).toBe(before + 2);

    const again = await ask('POST', paths.outboundEmail(sid), { Action: 'send' });
    expect(again.status).toBe(200);
    const sent = (await again.json()) as { sid: string; message_id: string };
    expect(sent).toMatchObject({ to: 'again@reader.test', subject: 'Once more', categories: ['c'] });
    expect(sent.message_id).not.toBe(id);
    await mail.waitForEvents(sent.message_id, ['processed', 'delivered']);
    expect(await view(sent.sid)).toMatchObject({
      attachments: [{ filename: 'a.txt', size: 2 }],
      text: 'Hello there',
    });
    expect((await recipients({ Search: 'once more' })).length).toBe(2);
    expect((await ask('POST', paths.outboundEmail(`EM${'0'.repeat(32)}`), { Action: 'send' })).status).toBe(
      404,
    );
    expect((await ask('POST', paths.outboundEmail(sid), { Action: 'forget' })).status).toBe(400);
  });

  it('sends again what was scheduled, at once, and only to that recipient; suppressions hold', async () => {
    const later = Math.floor(mail.host.clock.now() / 1000) + 3_600;
    const id = await mail.send('one@reader.test', { cc: 'two@reader.test', sendAt: later });
    const { mails } = await search({ MessageId: `${id}.1` });
    const sent = (await (
      await ask('POST', paths.outboundEmail(mails[0]?.sid ?? ''), { Action: 'send' })
    ).json()) as { message_id: string };
    await mail.waitForEvents(sent.message_id, ['processed', 'delivered']);
    expect(await recipients({ MessageId: sent.message_id })).toEqual(['two@reader.test']);
    const [bounced] = (await search({ Search: 'bounce@mailbox.test' })).mails;
    const dropped = await ask('POST', paths.outboundEmail(bounced?.sid ?? ''), { Action: 'send' });
    expect(await dropped.json()).toMatchObject({ status: 'dropped', response: 'Bounced Address' });
  });

  it('forgets the terms with the emails', async () => {
    mail.advanceClock(31 * 86_400_000);
    await removeExpiredData(mail.host, async () => {});
    const { rows } = await sql<{ n: number }>`select count(*) as n from email_terms`.execute(
      mail.host.database.read,
    );
    expect(Number(rows[0]?.n)).toBe(0);
  });
});
