/** Statistics of sent emails: each event is counted once, in all and by category, and the periods are as those of inbound parse. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmailMetrics } from '#api/email/email-stats.ts';
import { emailPaths } from '#api/email/paths.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { createTrackingLinks } from '../tracking/signed-links.ts';
import { countEmails, maxCountedCategories } from './sent-service.ts';
import { listCategories } from './sent-store.ts';

type Entry = { date: string; stats: { name?: string; metrics: EmailMetrics }[] };

describe.each(databaseKinds)('statistics of sent emails, %s', (kind) => {
  let mail: SendingServer;
  beforeAll(async () => {
    mail = await openSendingServer(kind);
  }, startTimeoutMs);
  afterAll(() => mail.close());

  const dayAt = (days = 0) => new Date(mail.host.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
  const ask = async <T>(path: string): Promise<T> => (await (await mail.call('GET', path)).json()) as T;
  const today = async (path: string) =>
    (await ask<Entry[]>(`${path}${path.includes('?') ? '&' : '?'}start_date=${dayAt()}`))[0];
  /** Those that are not 0. */
  const counted = (metrics: EmailMetrics | undefined) =>
    Object.fromEntries(Object.entries(metrics ?? {}).filter(([, total]) => total > 0));

  it('count what happened to each email once, in all and by its categories', async () => {
    const id = await mail.send('ann@reader.test', {
      categories: ['news', 'autumn'],
      html: '<p>Hi</p>',
    });
    await mail.waitForEvents(id, ['processed', 'delivered']);
    const links = await createTrackingLinks(mail.host, await mail.stored(id));
    for (const link of [links.open, links.open, links.click('https://shop.example/', 0, 'html')]) {
      await fetch(link, { redirect: 'manual' });
    }
    await mail.waitForEvents(id, ['processed', 'delivered', 'open', 'open', 'click']);
    await mail.waitForEvents(await mail.send('bounce@mailbox.test', { categories: ['news'] }), [
      ...['processed', 'bounce'],
    ]);
    await mail.waitForEvents(await mail.send('bounce@mailbox.test'), ['dropped']);
    await mail.waitForEvents(await mail.send('blocked@mailbox.test'), ['processed', 'bounce']);
    await mail.waitForEvents(await mail.send('nobody@-broken-'), ['dropped']);
    await mail.waitForEvents(await mail.send('spam@mailbox.test'), ['processed', 'delivered', 'spamreport']);

    const all = { requests: 6, processed: 4, delivered: 2, bounces: 1, blocks: 1, bounce_drops: 1 };
    const seen = {
      invalid_emails: 1,
      spam_reports: 1,
      opens: 2,
      unique_opens: 1,
      clicks: 1,
      unique_clicks: 1,
    };
    expect(counted((await today(emailPaths.stats))?.stats[0]?.metrics)).toEqual({ ...all, ...seen });
    const byCategory = await today(
      `${emailPaths.categoryStats}?categories=autumn&categories=news&categories=none`,
    );
    expect(byCategory?.stats.map(({ name, metrics }) => [name, counted(metrics)])).toEqual([
      [
        'autumn',
        { requests: 1, processed: 1, delivered: 1, opens: 2, unique_opens: 1, clicks: 1, unique_clicks: 1 },
      ],
      [
        'news',
        {
          ...{ requests: 2, processed: 2, delivered: 1, bounces: 1 },
          ...{ opens: 2, unique_opens: 1, clicks: 1, unique_clicks: 1 },
        },
      ],
      ['none', {}],
    ]);
    const sums = await ask<Entry>(`${emailPaths.categorySums}?start_date=${dayAt()}&sort_by_metric=requests`);
    expect(sums.stats.map(({ name, metrics }) => [name, metrics.requests])).toEqual([
      ['news', 2],
      ['autumn', 1],
    ]);
    expect(await ask(emailPaths.categories)).toEqual([{ category: 'autumn' }, { category: 'news' }]);
    expect(await ask(`${emailPaths.categories}?category=ne`)).toEqual([{ category: 'news' }]);
  });

  it('count each email for the mailbox provider of its recipient', async () => {
    for (const to of [
      'a@GMail.com',
      'b@gmail.com',
      'c@hotmail.co.uk',
      'd@own.test',
      'e@gmail.com.evil.test',
    ]) {
      await mail.waitForEvents(await mail.send(to, { categories: ['\u0001Gmail'] }), [
        'processed',
        'delivered',
      ]);
    }
    const named = async (query = '') => {
      const entry = await today(`${emailPaths.providerStats}${query}`);
      return entry?.stats.map(({ name, metrics }) => [name, counted(metrics)]);
    };
    const delivered = (total: number) => ({ requests: total, processed: total, delivered: total });
    const [gmail, microsoft, other] = (await named()) ?? [];
    expect([gmail, microsoft, other?.[0]]).toEqual([
      ['Gmail', delivered(2)],
      ['Microsoft', delivered(1)],
      'Other',
    ]);
    expect(await named('?mailbox_providers=Yahoo&mailbox_providers=Gmail')).toEqual([
      ['Yahoo', {}],
      ['Gmail', delivered(2)],
    ]);
    const sums = await ask<Entry>(`${emailPaths.categorySums}?start_date=${dayAt()}`);
    expect(sums.stats.filter(({ name }) => !/^\w+$/.test(name ?? ''))).toEqual([]);
    const unknown = await mail.call(
      'GET',
      `${emailPaths.providerStats}?start_date=${dayAt()}&mailbox_providers=x`,
    );
    expect(unknown.status).toBe(400);
  });

  it('have an entry for each period, and are of one region', async () => {
    const days = await ask<Entry[]>(`${emailPaths.stats}?start_date=${dayAt(-2)}`);
    expect(days.map(({ date, stats }) => [date, stats[0]?.metrics.requests])).toEqual([
      ...[dayAt(-2), dayAt(-1)].map((date) => [date, 0]),
      [dayAt(), 11],
    ]);
    const months = await ask<Entry[]>(`${emailPaths.stats}?start_date=${dayAt()}&aggregated_by=month`);
    expect(months).toMatchObject([
      { date: `${dayAt().slice(0, 8)}01`, stats: [{ metrics: { requests: 11 } }] },
    ]);
    const paged = await ask<Entry[]>(`${emailPaths.stats}?start_date=${dayAt(-2)}&limit=1&offset=2`);
    expect(paged.map(({ date }) => date)).toEqual([dayAt()]);
  });

  it.each([
    ['?', 'start_date'],
    ['?start_date=2026-02-30', 'start_date'],
    ['?start_date=2026-02-02&end_date=2026-02-01', 'end_date'],
    ['?start_date=1000-01-01', 'start_date'],
    ['?start_date=2026-02-02&aggregated_by=year', 'aggregated_by'],
  ])('refuse %s with its field', async (query, field) => {
    const response = await mail.call('GET', emailPaths.stats + query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field }] });
  });

  it('are the same over many years, whatever was counted long ago', async () => {
    const owner = { account: mail.account.account_sid, region: 'global' } as const;
    const past = [0, -1, -99, -100, -101, -250, -1_000];
    const dayMs = 86_400_000;
    await mail.host.database.write(async (tx) => {
      for (const days of past)
        await countEmails(tx, { ...owner, now: mail.host.clock.now() + days * dayMs, seed: 1 }, [
          { metric: 'requests', categories: ['old', 'older'], email: 'ann@gmail.com' },
        ]);
    });
    for (const path of [
      `${emailPaths.stats}?`,
      `${emailPaths.categoryStats}?categories=none&categories=old&`,
      `${emailPaths.providerStats}?`,
    ]) {
      const entries = await ask<Entry[]>(`${path}start_date=${dayAt(-1_500)}`);
      expect(entries).toHaveLength(1_501);
      const days = entries.flatMap(({ date, stats }) =>
        stats.some(({ metrics }) => metrics.requests > 0) ? [date] : [],
      );
      expect(days).toEqual(past.map(dayAt).toReversed());
    }
    expect(
      await ask<Entry[]>(`${emailPaths.stats}?start_date=${dayAt(1)}&end_date=${dayAt(2)}`),
    ).toMatchObject([{ stats: [{ metrics: { requests: 0 } }] }, { stats: [{ metrics: { requests: 0 } }] }]);
  });

  it.each([
    ['?categories=a&categories=b&start_date=1980-01-01', 'start_date'],
    ['?categories=a&categories=b&start_date=1980-01-01&limit=20000', 'limit'],
  ])('refuse %s, as each category has an entry of each day', async (query, field) => {
    const response = await mail.call('GET', emailPaths.categoryStats + query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field }] });
  });

  it('count no more categories than they have room for', async () => {
    const many = Array.from(
      { length: maxCountedCategories + 5 },
      (_, at) => `c${String(at).padStart(5, '0')}`,
    );
    const owner = { account: mail.account.account_sid, region: 'eu' } as const;
    await mail.host.database.write(async (tx) => {
      for (let at = 0; at < many.length; at += 250) {
        const categories = many.slice(at, at + 250);
        await countEmails(tx, { ...owner, now: mail.host.clock.now(), seed: at }, [
          { metric: 'requests', categories },
        ]);
      }
    });
    const rows = await listCategories(mail.host.database.read, owner);
    expect(rows.length).toBe(maxCountedCategories);
  });
});
