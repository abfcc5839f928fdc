/** Batches of scheduled emails over HTTP, by the unmodified client library, and what is sent of them. */

import client from '@sendgrid/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import type { ScheduledSend, WaitingEmail } from '#api/email/scheduled-sends.ts';
import { paths } from '#api/paths.ts';
import { isOnCitus } from '../../testing/postgres.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { updateRecipient } from '../messages/store.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';

const hour = 3_600_000;

type WaitingPage = {
  mails: WaitingEmail[];
  meta: { next_page_url: string | null; previous_page_url: string | null };
};

describe.each(databaseKinds)('a batch of emails on %s', (kind) => {
  let relay: SmtpRelay;
  let server: SendingServer;
  beforeAll(async () => {
    relay = await openSmtpRelay();
    server = await openSendingServer(kind, { SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}` });
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    await relay.close();
  });

  const ask = async <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => {
    const [response, answer] = await client.request({ method, url, ...(body !== undefined && { body }) });
    return [response.statusCode, answer as T] as const;
  };
  const refused = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
    ask(method, url, body).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
  const newBatch = async () => (await ask<{ batch_id: string }>('POST', emailPaths.batches))[1].batch_id;
  const hold = (batch_id: string, status: ScheduledSend['status']) =>
    ask<ScheduledSend>('POST', emailPaths.scheduledSends, { batch_id, status });
  const sentTo = () => relay.messages.map(({ recipient }) => recipient);
  const sendInAnHour = (to: string, batchId: string) =>
    server.send(to, { batchId, sendAt: Math.floor((server.host.clock.now() + hour) / 1000) });
  const statusOf = async (email: string) =>
    server.host.database.read
      .selectFrom('outbound_recipients')
      .select(['status', 'response'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();

  it('has an id that can be checked, and is that of its account alone', async () => {
    const id = await newBatch();
    expect(await ask('GET', emailPaths.batch(id))).toEqual([200, { batch_id: id }]);
    for (const wrong of ['batch', `${id.slice(1)}`, `A${id}`, id.slice(0, 22)]) {
      expect(await refused('GET', emailPaths.batch(wrong))).toBe(400);
      expect(await refused('POST', emailPaths.scheduledSends, { batch_id: wrong, status: 'pause' })).toBe(
        400,
      );
    }
  });

  it('is listed while it is paused or cancelled, ten at once', async () => {
    const ids = await Promise.all(Array.from({ length: 11 }, newBatch));
    const [first = '', ...others] = ids;
    expect(await hold(first, 'pause')).toEqual([201, { batch_id: first, status: 'pause' }]);
    expect(await refused('POST', emailPaths.scheduledSends, { batch_id: first, status: 'cancel' })).toBe(400);
    expect(await refused('POST', emailPaths.scheduledSends, { batch_id: first, status: 'stop' })).toBe(400);
    for (const id of others.slice(0, 9)) await hold(id, 'cancel');
    expect(await refused('POST', emailPaths.scheduledSends, { batch_id: ids[10], status: 'pause' })).toBe(
      400,
    );
    const [, listed] = await ask<ScheduledSend[]>('GET', emailPaths.scheduledSends);
    expect(listed.map(({ batch_id }) => batch_id).sort()).toEqual(ids.slice(0, 10).sort());
    expect((await ask('PATCH', emailPaths.scheduledSend(first), { status: 'cancel' }))[0]).toBe(204);
    const one = [{ batch_id: first, status: 'cancel' }];
    expect(await ask('GET', emailPaths.scheduledSend(first))).toEqual([200, one]);
    for (const id of ids.slice(0, 10))
      expect((await ask('DELETE', emailPaths.scheduledSend(id)))[0]).toBe(204);
    expect(await refused('GET', emailPaths.scheduledSend(first))).toBe(404);
    expect(await refused('PATCH', emailPaths.scheduledSend(first), { status: 'pause' })).toBe(404);
    expect(await refused('DELETE', emailPaths.scheduledSend(first))).toBe(404);
  });

  it('waits while it is paused, and goes out afterwards', async () => {
    const id = await newBatch();
    await hold(id, 'pause');
    await sendInAnHour('paused@receiver.test', id);
    await sendInAnHour('free@receiver.test', await newBatch());
    server.advanceClock(2 * hour);
    await expect.poll(sentTo).toContain('free@receiver.test');
    expect((await statusOf('paused@receiver.test')).status).toBe('waiting');
    await ask('DELETE', emailPaths.scheduledSend(id));
    server.advanceClock(10 * 60_000);
    await expect.poll(sentTo).toContain('paused@receiver.test');
  });

  /** Pages of two, there and back again. */
  const waiting = async (query = '') => {
    const authorization = basicAuthorization(server.account);
    const page = async (url: string): Promise<WaitingPage> =>
      (await fetch(url, { headers: { authorization } })).json();
    const pages = [await page(`${server.url}${paths.scheduledEmails}?PageSize=2${query}`)];
    for (let next = pages[0]?.meta.next_page_url; next != null; next = pages.at(-1)?.meta.next_page_url)
      pages.push(await page(next));
    const before = pages.at(-1)?.meta.previous_page_url;
    if (before != null) expect((await page(before)).mails).toEqual(pages.at(-2)?.mails);
    return pages.flatMap(({ mails }) => mails);
  };

  it('is listed email by email while it waits, the soonest first', async () => {
    const [batch, other] = [await newBatch(), await newBatch()];
    const start = Math.ceil(server.host.clock.now() / 1000);
    const at = (hours: number) => start + hours * 3_600;
    await server.send('third@receiver.test', { batchId: batch, sendAt: at(3), subject: 'Tea' });
    await server.send('first@receiver.test', { sendAt: at(1) });
    await server.send('now@receiver.test', { batchId: batch });
    await server.send(['second@receiver.test', 'also@receiver.test'] as unknown as string, {
      batchId: other,
      sendAt: at(2),
    });
    await server.send('fourth@receiver.test', { batchId: batch, sendAt: at(4) });
    await expect.poll(sentTo).toContain('now@receiver.test');
    const listed = await waiting();
    const time = (hours: number) => `${new Date(at(hours) * 1000).toISOString().slice(0, 19)}Z`;
    expect(listed.map(({ to, batch_id, date_to_send }) => [to, batch_id, date_to_send])).toEqual([
      ['first@receiver.test', null, time(1)],
      ['second@receiver.test', other, time(2)],
      ['also@receiver.test', other, time(2)],
      ['third@receiver.test', batch, time(3)],
      ['fourth@receiver.test', batch, time(4)],
    ]);
    expect(listed[3]).toMatchObject({ from: 'shop@sender.test', subject: 'Tea', region: 'global' });
    const authorization = basicAuthorization(server.account);
    const opened = await fetch(listed[3]?.url ?? '', { headers: { authorization } });
    expect(await opened.json()).toMatchObject({ to: 'third@receiver.test', status: 'waiting' });
    expect(await waiting('&Region=eu')).toEqual([]);
    const wrong = await fetch(`${server.url}${paths.scheduledEmails}?PageToken=x`, {
      headers: { authorization },
    });
    expect(wrong.status).toBe(400);
    await hold(other, 'pause');
    await hold(batch, 'cancel');
    server.advanceClock(3.5 * hour);
    await expect
      .poll(async () => (await waiting()).map(({ to }) => to))
      .toEqual(['second@receiver.test', 'also@receiver.test', 'fourth@receiver.test']);
    await ask('DELETE', emailPaths.scheduledSend(other));
    server.advanceClock(hour);
    await expect.poll(() => waiting()).toEqual([]);
  });

  // Of the statistics of one server.
  it.skipIf(kind === 'embedded' || isOnCitus())(
    'costs any other email no index: its row is updated in place',
    async () => {
      const { database } = server.host;
      const inPlace = async (email: string) => {
        const row = await database.read
          .selectFrom('outbound_recipients')
          .selectAll()
          .where('email', '=', email)
          .executeTakeFirstOrThrow();
        return database.write(async (tx) => {
          // Counted by connection since it last reported.
          const counted = async () => {
            const found = await sql<{ hot: string }>`
            select pg_stat_get_xact_tuples_hot_updated('outbound_recipients'::regclass) as hot`.execute(tx);
            return Number(found.rows[0]?.hot);
          };
          const before = await counted();
          const change = { status: 'deferred', in_mailbox: 0, attempts: 1, updated_at: 1 } as const;
          await updateRecipient(tx, row, { ...change, response: 'Later' });
          return (await counted()) - before;
        });
      };
      const sendAt = Math.floor(server.host.clock.now() / 1000) + 3_600;
      await server.send('plain@receiver.test');
      await expect.poll(sentTo).toContain('plain@receiver.test');
      await server.send('later@receiver.test', { sendAt });
      expect([await inPlace('plain@receiver.test'), await inPlace('later@receiver.test')]).toEqual([1, 0]);
    },
  );

  it('is discarded when it is cancelled, or paused for more than 72 hours', async () => {
    const [cancelled, paused] = [await newBatch(), await newBatch()];
    await hold(cancelled, 'cancel');
    await hold(paused, 'pause');
    await sendInAnHour('cancelled@receiver.test', cancelled);
    await sendInAnHour('expired@receiver.test', paused);
    server.advanceClock(2 * hour);
    await expect.poll(async () => (await statusOf('cancelled@receiver.test')).status).toBe('dropped');
    expect((await statusOf('cancelled@receiver.test')).response).toBe('The scheduled send was cancelled');
    server.advanceClock(72 * hour);
    await expect.poll(async () => (await statusOf('expired@receiver.test')).status).toBe('dropped');
    expect(sentTo()).not.toContain('cancelled@receiver.test');
    expect(sentTo()).not.toContain('expired@receiver.test');
    // A week later they no longer count.
    server.advanceClock(8 * 24 * hour);
    await hold(await newBatch(), 'pause');
    expect((await ask<ScheduledSend[]>('GET', emailPaths.scheduledSends))[1]).toHaveLength(1);
  });
});
