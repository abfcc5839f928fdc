/** Emails to many recipients, which are stored some at a time: all of them or none, wherever that is cut off. */

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SendRequest } from '#api/email/message.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { cutOffAfter } from '../../testing/cut-off.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import type { EmailCaller } from '../access/caller.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { sendEmail } from './service.ts';

const addresses = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => ({ email: `${name}${n}@Reader.test` }));

describe.each(databaseKinds)('an email to many recipients, %s', (kind) => {
  let mail: SendingServer;
  let caller: EmailCaller;
  beforeAll(async () => {
    mail = await openSendingServer(kind);
    const account = mail.account.account_sid;
    caller = { account, user: null, role: 'owner', region: 'global', access: 'full' };
  }, startTimeoutMs);
  afterAll(() => mail.close());
  afterEach(() => vi.restoreAllMocks());

  /** A transaction for each 15 recipients, and one before. */
  const inManyTransactions = () => vi.spyOn(eventLoopTurn, 'stopwatch').mockReturnValue(() => true);
  const send = async (request: SendRequest, by: ServiceContext = mail.host) =>
    (await sendEmail(by, caller, { request, ignored: [] })).id ?? '';
  const recipients = (id: string) =>
    mail.host.database.read
      .selectFrom('outbound_recipients')
      .selectAll()
      .where('mail', '=', id)
      .orderBy('number')
      .execute();
  /** What does not depend on when it was stored. */
  const composed = async (id: string) =>
    (await recipients(id)).map((row) => [
      ...[row.number, row.personalization, row.email, row.sender, row.subject, row.terms, row.batch_id],
      ...[row.send_at - row.created_at, row.status === 'dropped' ? row.response : ''],
    ]);
  const kinds = async (id: string) => {
    const events = mail.host.database.read.selectFrom('mail_events').select('kind');
    const rows = await events.where('message', 'like', `${id}.%`).execute();
    const of = (kind: string) => rows.filter((row) => row.kind === kind).length;
    return { processed: of('processed'), delivered: of('delivered'), dropped: of('dropped') };
  };
  const jobsOf = async (id: string) =>
    (await mail.host.database.read.selectFrom('jobs').select('key').execute()).filter(({ key }) =>
      key.includes(id),
    );
  /** The worker has what another process began. */
  const goOn = async (id: string) => {
    mail.advanceClock(60_000);
    await expect.poll(() => jobsOf(id), { timeout: 20_000 }).toEqual([]);
  };

  const base = { from: { email: 'Shop@sender.test' }, subject: 'Tea for -name-' };
  const content = [{ type: 'text/plain', value: 'Hello -name-' }];
  /** 120 recipients, of whom one does not exist and 30 would get an invalid header. */
  const request = (more: Partial<SendRequest> = {}): SendRequest => ({
    ...{ ...base, content, categories: ['tea'], custom_args: { order: '7' } },
    personalizations: [
      { to: addresses(40, 'ann'), cc: addresses(10, 'bob'), bcc: [{ email: 'nobody@-broken-' }] },
      { to: addresses(30, 'eve'), headers: { 'X-Name': '-name-' }, substitutions: { '-name-': 'a\nb' } },
      ...addresses(39, 'kim').map((to, n) => ({ to: [to], substitutions: { '-name-': `Kim ${n}` } })),
    ],
    ...more,
  });
  const outcome = { processed: 89, delivered: 89, dropped: 31 };

  it('is listed with all of them at once, and sent to each once', async () => {
    inManyTransactions();
    const response = await mail.call('POST', emailPaths.sendEmail, request());
    expect(response.status).toBe(202);
    const id = response.headers.get('x-message-id') ?? '';
    const authorization = basicAuthorization(mail.account);
    const listed = await mail.call(
      'GET',
      `${paths.outboundEmails}?MessageId=${id}`,
      undefined,
      authorization,
    );
    const { mails } = (await listed.json()) as { mails: { to: string; subject: string }[] };
    expect(mails).toHaveLength(120);
    expect(mails[119]).toMatchObject({ to: 'kim38@reader.test', subject: 'Tea for Kim 38' });
    expect(await jobsOf(id)).toEqual([]);
    expect(await kinds(id)).toMatchObject({ processed: 89, dropped: 31 });
    await expect.poll(() => kinds(id), { timeout: 20_000 }).toEqual(outcome);
    const stats = await mail.call('GET', `${emailPaths.categoryStats}?start_date=2026-11-06&categories=tea`);
    expect(await stats.json()).toMatchObject([{ stats: [{ metrics: { requests: 120, processed: 89 } }] }]);
  });

  it('is not stored in part where it is not accepted', async () => {
    inManyTransactions();
    const before = await mail.host.database.read.selectFrom('outbound_mails').select('id').execute();
    await expect(send(request(), cutOffAfter(mail.host, 0))).rejects.toThrow('The process has ended.');
    const sandbox = { mail_settings: { sandbox_mode: { enable: true } } };
    expect(await send(request(sandbox))).toBe('');
    const twice = request();
    twice.personalizations[0]?.to.push({ email: 'ann0@reader.test' });
    await expect(send(twice)).rejects.toThrow('named twice');
    expect(await mail.host.database.read.selectFrom('outbound_mails').select('id').execute()).toEqual(before);
  });

  it('is stored whole where it is cut off behind its first transaction', async () => {
    inManyTransactions();
    const whole = await composed(await send(request()));
    expect(whole).toHaveLength(120);
    for (const commits of [1, 2, 3, 5]) {
      const id = await send(request(), cutOffAfter(mail.host, commits));
      expect(await recipients(id)).toHaveLength((commits - 1) * 15);
      await goOn(id);
      expect(await composed(id)).toEqual(whole);
      await expect.poll(() => kinds(id), { timeout: 20_000 }).toEqual(outcome);
    }
  });

  it('has the subjects of its template, and what is found of its content, also then', async () => {
    inManyTransactions();
    const owner = basicAuthorization(mail.account);
    const made = await mail.call('POST', emailPaths.templates, { name: 'T', generation: 'dynamic' }, owner);
    const { id: template_id } = (await made.json()) as { id: string };
    const version = { name: 'V', subject: 'Tea for {{name}}', html_content: '<p>{{offer}}</p>' };
    await mail.call('POST', emailPaths.templateVersions(template_id), version, owner);
    const spam = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
    const personalizations = addresses(60, 'lee').map((to, n) => ({
      ...{ to: [to], dynamic_template_data: { name: `Lee ${n}`, offer: n % 2 === 0 ? spam : 'Tea' } },
    }));
    const mail_settings = { spam_check: { enable: true, threshold: 10 } };
    const templated = { from: base.from, template_id, personalizations, mail_settings };
    const whole = await composed(await send(templated));
    const id = await send(templated, cutOffAfter(mail.host, 2));
    await goOn(id);
    expect(await composed(id)).toEqual(whole);
    const dropped = whole.filter((row) => row.at(-1) === 'Spam Content').map(([number]) => number);
    expect(dropped).toEqual(addresses(30, '').map((_, n) => 2 * n));
    expect(whole.map((row) => row[4])).toEqual(addresses(60, '').map((_, n) => `Tea for Lee ${n}`));
  });

  it('waits for its time in its batch, and is cancelled as a whole', async () => {
    inManyTransactions();
    const [batch, held] = [emailPaths.batches, emailPaths.scheduledSends];
    const { batch_id } = (await (await mail.call('POST', batch)).json()) as { batch_id: string };
    const send_at = Math.floor(mail.host.clock.now() / 1000) + 3_600;
    const id = await send(request({ batch_id, send_at }), cutOffAfter(mail.host, 2));
    await goOn(id);
    const waiting = (await recipients(id)).filter(({ waits_until }) => waits_until === send_at * 1000);
    expect(waiting).toHaveLength(89);
    expect((await mail.call('POST', held, { batch_id, status: 'cancel' })).status).toBe(201);
    mail.advanceClock(3_600_000);
    const left = async () => (await recipients(id)).filter(({ status }) => status === 'waiting');
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    const cancelled = (await recipients(id)).filter(({ response }) => response.includes('cancelled'));
    expect(cancelled).toHaveLength(89);
    expect(await kinds(id)).toEqual({ ...outcome, delivered: 0 });
  });

  it('that was deleted meanwhile is left alone', async () => {
    inManyTransactions();
    const id = await send(request(), cutOffAfter(mail.host, 2));
    await mail.host.database.write((tx) => tx.deleteFrom('outbound_mails').where('id', '=', id).execute());
    await goOn(id);
    expect(await recipients(id)).toEqual([]);
  });
});

describe.each(databaseKinds)('an email to more recipients than are left of the month, %s', (kind) => {
  let mail: SendingServer;
  beforeAll(async () => {
    mail = await openSendingServer(kind, { EMAIL_MONTHLY_LIMIT: '60' });
  }, startTimeoutMs);
  afterAll(() => mail.close());
  afterEach(() => vi.restoreAllMocks());

  it('is sent to the first ones, as many as are left', async () => {
    vi.spyOn(eventLoopTurn, 'stopwatch').mockReturnValue(() => true);
    const personalizations = [{ to: addresses(100, 'ann') }];
    const content = [{ type: 'text/plain', value: 'Hi' }];
    const request = { personalizations, from: { email: 'shop@sender.test' }, subject: 'Hi', content };
    const response = await mail.call('POST', emailPaths.sendEmail, request);
    const rows = await mail.host.database.read
      .selectFrom('outbound_recipients')
      .select(['number', 'response'])
      .where('mail', '=', response.headers.get('x-message-id'))
      .where('status', '=', 'dropped')
      .orderBy('number')
      .execute();
    expect(rows).toEqual(
      addresses(40, '').map((_, n) => ({ number: 60 + n, response: 'Recipient List over Package Quota' })),
    );
  });
});
