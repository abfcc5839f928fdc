/** /v3/alerts through the unmodified client library, and what they send through a relay as the clock goes on. */

import client from '@sendgrid/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxEmailAlerts } from '#api/email/alerts.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';
import { daysBefore, dueAfter } from './periods.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Alert = { id: number; email_to: string };

const dayMs = 86_400_000;
const text = (ms: number) => new Date(ms).toISOString().slice(0, 16);

it('are due a quarter of an hour after the day, week or month of UTC, about its days', () => {
  const saturday = Date.parse('2026-02-28T23:59:00Z');
  const cases = [
    ['daily', '2026-03-01T00:15', '2026-02-28', '2026-02-28'],
    ['weekly', '2026-03-02T00:15', '2026-02-23', '2026-03-01'],
    ['monthly', '2026-03-01T00:15', '2026-02-01', '2026-02-28'],
  ] as const;
  for (const [frequency, at, first, last] of cases) {
    const due = dueAfter(frequency, saturday);
    const days = daysBefore(frequency, due);
    expect([text(due), text(days.first), text(days.last)]).toEqual([at, `${first}T00:00`, `${last}T00:00`]);
    // What is due is over: the next is another one.
    expect(dueAfter(frequency, due)).toBeGreaterThan(due);
  }
});

describe.each(databaseKinds)('alerts by email, %s', (kind) => {
  let relay: SmtpRelay;
  let mail: SendingServer;
  beforeAll(async () => {
    relay = await openSmtpRelay();
    mail = await openSendingServer(kind, {
      ...{ SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}`, PUBLIC_URL: 'https://mail.host.test' },
      ...{ MAIL_FROM: 'desk@host.test', EMAIL_MONTHLY_LIMIT: '10' },
    });
  }, startTimeoutMs);
  afterAll(async () => {
    await mail.close();
    await relay.close();
  });
  beforeEach(async () => {
    for (const { id } of await list()) await ask('DELETE', emailPaths.emailAlert(String(id)));
  });

  async function ask<T = Alert>(method: Method, url: string, body?: object): Promise<T> {
    return (await client.request({ method, url, ...(body && { body }) }))[1] as T;
  }
  /** The status and the field of an error. */
  const refused = (method: Method, url: string, body?: object) =>
    client.request({ method, url, ...(body && { body }) }).then(
      ([{ statusCode }]) => [statusCode, null],
      (error: { code: number; response: { body: { errors: { field: string | null }[] } } }) => [
        error.code,
        error.response.body.errors[0]?.field,
      ],
    );
  const list = () => ask<Alert[]>('GET', emailPaths.emailAlerts);
  const create = (body: object) => ask('POST', emailPaths.emailAlerts, body);
  /** What one recipient got, in plain words. */
  const told = (to: string) =>
    relay.messages
      .filter(({ recipient }) => recipient === to)
      .map((message) => message.text.replaceAll('=\r\n', '').replaceAll('\r\n', '\n'));
  const goTo = (time: number) => mail.advanceClock(time - mail.host.clock.now());
  const failed = () =>
    mail.host.database.read
      .selectFrom('jobs')
      .select(['problem', 'key'])
      .where('kind', '=', 'email-alert')
      .where('dead_at', 'is not', null)
      .execute();

  it('are created, changed and deleted, each with what its type has', async () => {
    const daily = { type: 'stats_notification', email_to: 'Desk@Shop.test', frequency: 'daily' };
    const first = await create({ ...daily, percentage: 5 });
    const created_at = expect.any(Number);
    const shown = { ...daily, id: first.id, created_at, updated_at: created_at };
    expect(first).toEqual(shown);
    const usage = { type: 'usage_limit', email_to: 'desk@shop.test', percentage: 90 };
    const second = await create(usage);
    expect(second).toEqual({ ...usage, id: second.id, created_at, updated_at: created_at });
    expect((await list()).map(({ id }) => id)).toEqual([first.id, second.id].toSorted((a, b) => a - b));
    const path = emailPaths.emailAlert(String(first.id));
    expect(await ask('GET', path)).toEqual(shown);
    mail.advanceClock(1_000);
    expect(await ask('PATCH', path, { frequency: 'monthly', email_to: 'lead@shop.test' })).toMatchObject({
      ...{ id: first.id, frequency: 'monthly', email_to: 'lead@shop.test' },
    });
    // There and back: nothing is scheduled twice.
    await ask('PATCH', path, { frequency: 'daily' });
    await ask('PATCH', path, { frequency: 'monthly' });
    expect(await refused('PATCH', path, { percentage: 3 })).toEqual([400, 'percentage']);
    const other = emailPaths.emailAlert(String(second.id));
    expect(await refused('PATCH', other, { frequency: 'daily' })).toEqual([400, 'frequency']);
    await ask('DELETE', path);
    expect(await refused('GET', path)).toEqual([404, null]);
    const jobs = await mail.host.database.read.selectFrom('jobs').select('key').execute();
    expect(jobs.filter(({ key }) => key.startsWith('email-alert:'))).toEqual([]);
  });

  it('are refused with the field that is wrong, and beyond the most', async () => {
    const good = { type: 'stats_notification', email_to: 'desk@shop.test', frequency: 'daily' };
    const wrong = [
      [{ ...good, frequency: undefined }, 'frequency'],
      [{ ...good, frequency: 'hourly' }, 'frequency'],
      [{ ...good, type: 'constructor' }, 'type'],
      [{ ...good, email_to: 'desk' }, 'email_to'],
      [{ ...good, email_to: 'a@b.test\r\nBcc: c@d.test' }, 'email_to'],
      [{ ...good, email_to: `${'a'.repeat(250)}@b.test` }, 'email_to'],
      [{ ...good, email_to: null }, 'email_to'],
      [{ ...good, type: 'usage_limit' }, 'percentage'],
      [{ ...good, type: 'usage_limit', percentage: 0 }, 'percentage'],
      [{ ...good, type: 'usage_limit', percentage: 101 }, 'percentage'],
    ] as const;
    for (const [body, field] of wrong)
      expect([body, await refused('POST', emailPaths.emailAlerts, body)]).toEqual([body, [400, field]]);
    for (const id of ['0', 'x', '1e3', '99999999999'])
      expect(await refused('GET', emailPaths.emailAlert(id))).toEqual([404, null]);
    for (let count = 0; count < maxEmailAlerts; count += 1) await create(good);
    expect(await refused('POST', emailPaths.emailAlerts, good)).toEqual([400, 'type']);
  });

  it('go to the owner where no address is given', async () => {
    const owner = { Name: 'Ann Lee', Email: 'ann@shop.test', Password: 'a plain long sentence' };
    await fetch(mail.url + paths.firstOwner, {
      method: 'POST',
      headers: { authorization: basicAuthorization(mail.account) },
      body: new URLSearchParams(owner),
    });
    expect(await create({ type: 'stats_notification', email_to: null, frequency: 'weekly' })).toMatchObject({
      email_to: 'ann@shop.test',
    });
  });

  it('send the statistics of each day, once, also after the relay was away', async () => {
    const to = `daily.${kind.replaceAll(' ', '')}@shop.test`.toLowerCase();
    await create({ type: 'stats_notification', email_to: to, frequency: 'daily' });
    const midnight = dueAfter('daily', mail.host.clock.now());
    await mail.waitForEvents(await mail.send('guest@reader.test'), ['processed', 'delivered']);
    expect(told(to)).toEqual([]);
    relay.replies.push('451 4.3.0 Later');
    goTo(midnight);
    await expect.poll(() => relay.replies).toEqual([]);
    await expect
      .poll(async () => {
        await mail.advanceIdleClock(60_000);
        return told(to).length;
      })
      .toBe(1);
    const [first = ''] = told(to);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    expect(first).toContain(`Subject: Email statistics: ${day.format(midnight - dayMs)}`);
    expect(first).toContain('\nDelivered: 1\n');
    expect(first).toContain('\nRequests: 1\n');
    expect(first).toContain('https://mail.host.test/email/statistics');
    const nextMs = dueAfter('daily', midnight) - mail.host.clock.now();
    await expect.poll(() => mail.advanceIdleClock(nextMs)).toBe(true);
    await expect.poll(() => told(to)).toHaveLength(2);
    expect(told(to)[1]).toContain('\nRequests: 0\n');
  });

  it('tell once a month that much of its limit is used, and at once where it is already', async () => {
    goTo(dueAfter('monthly', mail.host.clock.now()));
    const [half, most, late] = ['half', 'most', 'late'].map((name) => `${name}@shop.test`) as [
      string,
      string,
      string,
    ];
    await create({ type: 'usage_limit', email_to: half, percentage: 50 });
    await create({ type: 'usage_limit', email_to: most, percentage: 100 });
    for (let count = 0; count < 4; count += 1) await mail.send(`guest${count}@reader.test`);
    expect(told(half)).toEqual([]);
    await mail.send('guest4@reader.test');
    await expect.poll(() => told(half)).toHaveLength(1);
    expect(told(half)[0]).toContain('Subject: 50 % of the email of this month is used');
    expect(told(half)[0]).toContain('Email was sent to 5 of 10 recipients of this month');
    expect(told(most)).toEqual([]);
    await create({ type: 'usage_limit', email_to: late, percentage: 40 });
    await expect.poll(() => told(late)).toHaveLength(1);
    for (let count = 5; count < 12; count += 1) await mail.send(`guest${count}@reader.test`);
    await expect.poll(() => told(most)).toHaveLength(1);
    expect([told(half).length, told(late).length]).toEqual([1, 1]);
    goTo(dueAfter('monthly', mail.host.clock.now()));
    for (let count = 0; count < 5; count += 1) await mail.send(`again${count}@reader.test`);
    await expect.poll(() => told(half)).toHaveLength(2);
  });

  it('wait while their account is closed', async () => {
    const post = async (path: string, form: Record<string, string>) => {
      const response = await fetch(mail.url + path, {
        method: 'POST',
        headers: { authorization: basicAuthorization(mail.account) },
        body: new URLSearchParams(form),
      });
      expect([path, response.ok]).toEqual([path, true]);
      return (await response.json()) as { sid: string };
    };
    const { sid } = await post(paths.accounts, { FriendlyName: 'Branch' });
    const to = 'branch@shop.test';
    const body = { type: 'stats_notification', email_to: to, frequency: 'daily' };
    const headers = { 'on-behalf-of': `account-id ${sid}` };
    await client.request({ method: 'POST', url: emailPaths.emailAlerts, body, headers });
    await post(paths.account(sid), { Status: 'closed' });
    const due = dueAfter('daily', mail.host.clock.now());
    const nextAt = async () => {
      const rows = mail.host.database.read.selectFrom('email_alerts').select('next_at');
      return Number((await rows.where('account', '=', sid).executeTakeFirst())?.next_at);
    };
    expect(await nextAt()).toBe(due);
    goTo(due);
    await expect.poll(nextAt).toBe(dueAfter('daily', due));
    await post(paths.account(sid), { Status: 'active' });
    goTo(dueAfter('daily', due));
    await expect.poll(() => told(to)).toHaveLength(1);
  });

  it('that the relay refuses are failed jobs, and those of the next day are sent', async () => {
    const to = 'refused@shop.test';
    await create({ type: 'stats_notification', email_to: to, frequency: 'daily' });
    relay.replies.push('550 5.1.1 Unknown');
    const due = dueAfter('daily', mail.host.clock.now());
    goTo(due);
    await expect.poll(failed).toHaveLength(1);
    expect((await failed())[0]?.problem).toContain('5.1.1 Unknown');
    goTo(dueAfter('daily', due));
    await expect.poll(() => told(to)).toHaveLength(1);
  });
});

describe('alerts without what they need', () => {
  let mail: SendingServer;
  beforeAll(async () => {
    mail = await openSendingServer('embedded');
  }, startTimeoutMs);
  afterAll(() => mail.close());

  it('are refused without a limit, and are failed jobs without MAIL_FROM', async () => {
    const post = (body: object) => mail.call('POST', emailPaths.emailAlerts, body);
    const usage = await post({ type: 'usage_limit', email_to: 'desk@shop.test', percentage: 90 });
    expect([usage.status, await usage.json()]).toMatchObject([400, { errors: [{ field: 'type' }] }]);
    await post({ type: 'stats_notification', email_to: 'desk@shop.test', frequency: 'daily' });
    mail.advanceClock(dueAfter('daily', mail.host.clock.now()) - mail.host.clock.now());
    const failed = () =>
      mail.host.database.read
        .selectFrom('jobs')
        .select('problem')
        .where('kind', '=', 'email-alert')
        .where('dead_at', 'is not', null)
        .execute();
    await expect.poll(failed).toEqual([{ problem: 'MAIL_FROM is not set' }]);
  });
});
