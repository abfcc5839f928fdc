import client from '@sendgrid/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import type { SendingDomain } from '#api/email/sending-domains.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe.each(databaseKinds)('the warm-up of a sending domain, %s', (kind) => {
  let relay: SmtpRelay;
  let mail: SendingServer;
  let id: number;
  beforeAll(async () => {
    relay = await openSmtpRelay();
    mail = await openSendingServer(kind, { SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}` });
    const made = await ask('POST', emailPaths.sendingDomains, { domain: 'sender.test' });
    id = made.id;
    expect(made.warm_up).toBeNull();
    // Its records were found.
    await mail.host.database.write((tx) => tx.updateTable('sending_domains').set({ signs: 1 }).execute());
  }, startTimeoutMs);
  afterAll(async () => {
    await mail.close();
    await relay.close();
  });

  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
    (await client.request({ method, url, ...(body !== undefined && { body }) }))[1] as SendingDomain;
  const turn = (on: boolean) => ask('PATCH', emailPaths.sendingDomain(String(id)), { warm_up: on });
  const fetchOne = () => ask('GET', emailPaths.sendingDomain(String(id)));
  const taken = (prefix: string) =>
    relay.messages.filter(({ recipient }) => recipient.startsWith(prefix)).length;
  const sendMany = async (prefix: string, count: number, domain = 'sender.test') => {
    const to = Array.from({ length: count }, (_, at) => ({ to: [{ email: `${prefix}${at}@reader.test` }] }));
    const response = await mail.call('POST', '/v3/mail/send', {
      ...{ personalizations: to, from: { email: `shop@${domain}` }, subject: 'Hi' },
      content: [{ type: 'text/plain', value: 'Hello' }],
    });
    expect(response.status).toBe(202);
  };
  const statuses = async (prefix: string) => {
    const rows = await mail.host.database.read
      .selectFrom('outbound_recipients')
      .select(['status', 'response', 'attempts'])
      .where('email', 'like', `${prefix}%`)
      .execute();
    return Map.groupBy(rows, ({ status }) => status);
  };

  it('sends the number of its day, tells of the rest, and sends that on the next ones', async () => {
    expect((await turn(true)).warm_up).toEqual({ day: 1, days: 21, ceiling: 50, sent: 0 });
    await sendMany('first', 160);
    await expect
      .poll(async () => (await statuses('first')).get('deferred')?.length, { timeout: 40_000 })
      .toBe(110);
    await expect.poll(() => taken('first')).toBe(50);
    const [held] = (await statuses('first')).get('deferred') ?? [];
    expect(held).toMatchObject({
      attempts: 0,
      response: 'Waits for the next day: day 1 of the warm-up of sender.test has 50 emails',
    });
    expect((await fetchOne()).warm_up).toEqual({ day: 1, days: 21, ceiling: 50, sent: 50 });
    // Email of another sender is not part of it.
    await sendMany('other', 3, 'another.test');
    await expect.poll(() => taken('other')).toBe(3);
    // An email that is tried once more is not counted twice, nor held.
    mail.advanceClock(day + hour);
    await expect.poll(() => taken('first'), { timeout: 40_000 }).toBe(150);
    expect((await fetchOne()).warm_up).toMatchObject({ day: 2, ceiling: 100, sent: 100 });
    mail.advanceClock(day + hour);
    await expect.poll(() => taken('first'), { timeout: 40_000 }).toBe(160);
    await expect.poll(async () => (await statuses('first')).get('delivered')?.length).toBe(160);
    expect((await fetchOne()).warm_up).toMatchObject({ day: 3, ceiling: 200, sent: 10 });
  }, 60_000);

  it('goes on when it is turned on again, and ends when it is turned off or over', async () => {
    expect((await turn(true)).warm_up).toMatchObject({ day: 3 });
    expect((await turn(false)).warm_up).toBeNull();
    await sendMany('free', 60);
    await expect.poll(() => taken('free'), { timeout: 40_000 }).toBe(60);
    expect((await turn(true)).warm_up).toMatchObject({ day: 1, sent: 10 });
    mail.advanceClock(21 * day);
    expect((await fetchOne()).warm_up).toBeNull();
    expect((await turn(true)).warm_up).toEqual({ day: 1, days: 21, ceiling: 50, sent: 0 });
  }, 60_000);

  it('does not shorten the time in which attempts are made', async () => {
    await turn(false);
    // One o'clock: what waits for the next day waits for most of a day.
    mail.advanceClock(day - (mail.host.clock.now() % day) + hour);
    await turn(true);
    await sendMany('full', 50);
    await expect.poll(() => taken('full'), { timeout: 40_000 }).toBe(50);
    const id = await mail.send('late@reader.test');
    await mail.waitForEvents(id, ['processed', 'deferred']);
    relay.replies.push('451 4.2.1 Busy');
    // No process ran for longer than attempts are made, but not so long after it might have been sent.
    mail.advanceClock(3.5 * day);
    await mail.waitForEvents(id, ['processed', 'deferred', 'deferred']);
  }, 60_000);

  it('is forgotten with its domain', async () => {
    await ask('DELETE', emailPaths.sendingDomain(String(id)));
    const rows = await mail.host.database.read.selectFrom('warm_up_counts').selectAll().execute();
    expect(rows).toEqual([]);
  });
});
