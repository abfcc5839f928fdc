/** Received emails over HTTP: list, replay, discard, checklist; cleanup and retention. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InboundChecklist, InboundEmail, InboundEmailPage } from '#api/email/inbound.ts';
import { paths } from '#api/paths.ts';
import type { Database } from '../../platform/database/database.ts';
import { removeExpiredData } from '../../retention/service.ts';
import { plainAndEncrypted, startTimeoutMs } from '../../testing/running-server.ts';
import { deleteParseSetting } from '../parse-settings/service.ts';
import { countAllContents } from '../testing/inbound-census.ts';
import { type InboundServer, openInboundServer } from '../testing/inbound-server.ts';
import { PostQueue } from './parse-webhook/post-queue.ts';
import { deleteIncompleteMessages, deleteKeptContents, receiveEmail } from './service/receive.ts';
import { insertPart } from './store/emails.ts';

const hour = 3_600_000;

describe.each(plainAndEncrypted)('received emails, %s, %s', (kind, _, settings) => {
  let inbound: InboundServer;
  beforeAll(async () => {
    inbound = await openInboundServer(kind, settings);
    for (const hostname of ['mail.test', 'gone.test']) await inbound.addParseSetting(hostname);
  }, startTimeoutMs);
  afterAll(() => inbound.close());
  beforeEach(() => {
    inbound.receiver.posts.length = inbound.receiver.replies.length = 0;
  });

  const list = async (query: string) =>
    (await inbound.running.send(`${paths.inboundEmails}?${query}`)).json<InboundEmailPage>().mails;
  /** With a `step`, that much time passes after each attempt. */
  const become = (id: string, wanted: object, step = 0) => {
    let noted = 0;
    const look = async () => {
      const mail = (await inbound.running.send(paths.inboundEmail(id))).json<InboundEmail>();
      if (mail.attempts > noted) inbound.running.advanceClock(step);
      noted = mail.attempts;
      return mail;
    };
    return expect.poll(look).toMatchObject(wanted);
  };
  const lastMail = async () => {
    const [mail] = await list('PageSize=1');
    if (mail === undefined) throw new Error('There is no mail.');
    return mail;
  };

  it('fail after three days, and are posted after a replay', async () => {
    inbound.receiver.replies.push(...Array.from({ length: 60 }, () => 503));
    await inbound.send({ from: 'a@b.test', to: 'x@mail.test', subject: 'late', text: 'x' });
    const { id } = await lastMail();
    await become(id, { status: 'dead' }, 3 * hour);
    const dead = await list('Status=dead');
    expect(dead).toMatchObject([
      { id, sender: 'a@b.test', recipients: ['x@mail.test'], last_attempt: { response_status: 503 } },
    ]);
    const { attempts } = (await inbound.running.send(paths.inboundAttempts(id))).json<{
      attempts: { problem: string; date_made: string; date_next: string | null }[];
    }>();
    expect(attempts.length).toBeGreaterThan(10);
    expect(attempts[0]).toMatchObject({ problem: 'The receiver answered 503', date_next: null });
    // The newest first: the pauses grow.
    const pauses = attempts.flatMap(({ date_made, date_next }) =>
      date_next === null ? [] : [Date.parse(date_next) - Date.parse(date_made)],
    );
    expect(pauses.at(-1)).toBeLessThanOrEqual(15_000);
    expect(pauses[0]).toBeGreaterThan(2 * hour);
    expect(await inbound.contentCount()).toBe(1);

    inbound.receiver.replies.length = 0;
    const response = await inbound.running.send(paths.inboundReplay, { form: { Hostname: 'mail.test' } });
    expect([response.statusCode, response.json()]).toEqual([202, { mails: 1 }]);
    await become(id, { status: 'posted' });
    expect(await inbound.receivedCount()).toBe(1);
    await expect.poll(inbound.contentCount).toBe(0);
  });

  const postAgain = (id: string) =>
    inbound.running.send(paths.inboundEmail(id), { form: { Action: 'replay' } });

  it('are posted again in any status, as long as their content is kept', async () => {
    inbound.receiver.replies.push(503);
    const counted = await inbound.receivedCount();
    await inbound.send({ from: 'a@b.test', to: 'x@mail.test', subject: 'again', text: 'the text' });
    await inbound.waitForPosts(1);
    const { id } = await lastMail();
    await become(id, { status: 'waiting', attempts: 1, date_kept_until: null });
    expect((await postAgain(id)).statusCode).toBe(200);
    await become(id, { status: 'posted', attempts: 2 });
    const { ctx } = inbound.running;
    const { date_kept_until: until } = await lastMail();
    expect(Date.parse(until ?? '') - ctx.clock.now()).toBeGreaterThan(71 * hour);
    expect((await postAgain(id)).json()).toMatchObject({ status: 'waiting' });
    await become(id, { status: 'posted', attempts: 3 });
    const [, second, third] = inbound.receiver.posts;
    expect([...(third ?? [])]).toEqual([...(second ?? [])]);
    expect(inbound.receiver.headers.slice(-3).map((each) => each['idempotency-key'])).toEqual([id, id, id]);
    expect(await inbound.receivedCount()).toBe(counted + 1);
    inbound.running.advanceClock(73 * hour);
    await removeExpiredData(ctx, async () => {});
    expect(await countAllContents(ctx.database.read)).toBe(await inbound.contentCount());
    const gone = await postAgain(id);
    expect([gone.statusCode, gone.json().message]).toEqual([409, expect.stringContaining('was deleted')]);
    expect(await lastMail()).toMatchObject({ status: 'posted', date_kept_until: null });
  });

  it('are kept up to a number of bytes, the newest of them', async () => {
    const { ctx } = inbound.running;
    const ids: string[] = [];
    for (const subject of ['first', 'second', 'third']) {
      await inbound.send({ from: 'a@b.test', to: 'x@mail.test', subject, text: 'x'.repeat(600_000) });
      const { id } = await lastMail();
      ids.push(id);
      await become(id, { status: 'posted' });
      inbound.running.advanceClock(1_000);
    }
    const config = { ...ctx.config, keptEmail: { hours: 72, megabytes: 1 } };
    while ((await deleteKeptContents({ ...ctx, config })) > 0);
    const codes = await Promise.all(ids.map(async (id) => (await postAgain(id)).statusCode));
    expect(codes).toEqual([409, 409, 200]);
    await become(ids[2] ?? '', { status: 'posted' });
  });

  it('are found by addresses and words of their subject, and by days', async () => {
    const subject = '=?utf-8?q?Gr=C3=B6=C3=9Fe_20418?= of the order';
    await inbound.smtpDialogue([
      ...['EHLO b.test\r\n', 'MAIL FROM:<a@b.test>\r\n', 'RCPT TO:<x@mail.test>\r\n', 'DATA\r\n'],
      `From: a@b.test\r\nSubject: ${subject}\r\n\r\nx\r\n.\r\n`,
    ]);
    await inbound.waitForPosts(1);
    const { id } = await lastMail();
    await become(id, { status: 'posted', subject: 'Größe 20418 of the order' });
    const find = async (query: Record<string, string>) =>
      (await list(new URLSearchParams(query).toString())).map((mail) => mail.id);
    for (const Search of ['größe', 'ORDER 20418', 'A@b.test order', 'x@mail.test 20418']) {
      expect(await find({ Search, Hostname: 'mail.test' })).toEqual([id]);
    }
    expect(await find({ Search: 'order', Status: 'dead' })).toEqual([]);
    expect(await find({ Search: 'order invoice' })).toEqual([]);
    const later = new Date(inbound.running.ctx.clock.now() + 1_000).toISOString();
    expect(await find({ Search: 'order', DateFrom: later })).toEqual([]);
    expect(await find({ DateFrom: later })).toEqual([]);
    expect(await find({ Search: 'order', DateTo: later })).toEqual([id]);
  });

  it('are visible to their account only', async () => {
    const { id } = await lastMail();
    const by = inbound.running.other;
    const response = await inbound.running.send(paths.inboundEmail(id), { by });
    expect(response.statusCode).toBe(404);
    expect((await inbound.running.send(paths.inboundEmails, { by })).json<InboundEmailPage>().mails).toEqual(
      [],
    );
  });

  it('fail without a parse setting, and can be discarded', async () => {
    inbound.receiver.replies.push(503);
    await inbound.send({ from: 'a@b.test', to: 'x@gone.test', text: 'x' });
    await inbound.waitForPosts(1);
    const { account_sid: account } = inbound.running.account;
    const caller = { account, user: null, region: 'global', access: 'owner', role: 'owner' } as const;
    await deleteParseSetting(inbound.running.ctx, caller, 'gone.test');
    const { id } = await lastMail();
    const problem = expect.stringContaining('no parse setting');
    await become(id, { status: 'dead', last_attempt: { problem } }, 20_000);
    const form = { Action: 'discard' };
    expect((await inbound.running.send(paths.inboundEmail(id), { form })).statusCode).toBe(200);
    expect((await inbound.running.send(paths.inboundEmail(id))).statusCode).toBe(404);
    expect(await inbound.contentCount()).toBe(0);
  });

  it('have a checklist of the port, and a test email that is not counted', async () => {
    const before = await inbound.receivedCount();
    inbound.receiver.replies.push('elsewhere');
    const tried = await inbound.running.send(paths.inboundChecklist, { form: { hostname: 'mail.test' } });
    expect(tried.statusCode).toBe(202);
    await become(tried.json<InboundEmail>().id, { status: 'dead' });
    expect(inbound.receiver.posts.at(-1)?.get('subject')).toBe('Test of inbound parse');
    const response = await inbound.running.send(`${paths.inboundChecklist}?hostname=mail.test`);
    const { checks, recent_mails } = response.json<InboundChecklist>();
    const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
    expect(states).toMatchObject({ port: 'passed', url: 'failed', size: 'passed' });
    expect(checks.find(({ name }) => name === 'url')?.text).toContain('redirects are not followed');
    expect(recent_mails[0]?.id).toBe(tried.json<InboundEmail>().id);
    expect(await inbound.receivedCount()).toBe(before);
    const unknown = await inbound.running.send(`${paths.inboundChecklist}?hostname=none.test`);
    expect(unknown.statusCode).toBe(404);
    const missing = await inbound.running.send(paths.inboundChecklist);
    expect(missing.statusCode).toBe(400);
  });

  it('are deleted after an hour when incomplete', async () => {
    const { ctx } = inbound.running;
    const held = await inbound.contentCount();
    const part = { content: 'a'.repeat(32), seq: 0, bytes: Buffer.from('x'), created_at: ctx.clock.now() };
    await ctx.database.write((tx) => insertPart(tx, part));
    expect(await deleteIncompleteMessages(ctx)).toBe(0);
    inbound.running.advanceClock(hour + 1);
    expect(await deleteIncompleteMessages(ctx)).toBe(1);
    expect(await inbound.contentCount()).toBe(held);
  });

  it('are posted completely when the result of the commit was unknown', async () => {
    const { ctx } = inbound.running;
    const encoder = new TextEncoder();
    async function* pieces() {
      yield { bytes: encoder.encode('Subject: doubtful\r\n\r\nthe beginning '), isLast: false };
      yield { bytes: encoder.encode('and the end\r\n'), isLast: true };
    }
    let writes = 0;
    const database: Database = {
      ...ctx.database,
      async write(work) {
        const result = await ctx.database.write(work);
        writes += 1;
        if (writes === 2) throw new Error('It is not known whether the change was made');
        return result;
      },
    };
    const envelope = { sender: 'a@b.test', recipients: ['x@mail.test'], clientIp: '127.0.0.1', helo: null };
    const received = receiveEmail({ ...ctx, database }, new PostQueue(ctx, null), envelope, pieces());
    await expect(received).rejects.toThrow('not known');
    await inbound.waitForPosts(1);
    expect(String(inbound.receiver.posts[0]?.get('text'))).toContain('the beginning and the end');
  });

  it('are posted by any worker a minute after the process died that received them', async () => {
    const { ctx } = inbound.running;
    async function* pieces() {
      yield { bytes: new TextEncoder().encode('Subject: orphaned\r\n\r\ntext\r\n'), isLast: true };
    }
    const envelope = { sender: 'a@b.test', recipients: ['x@mail.test'], clientIp: '127.0.0.1', helo: null };
    const posts = new PostQueue(ctx, { run: () => null });
    inbound.receiver.posts.length = 0;
    await receiveEmail(ctx, posts, envelope, pieces());
    posts.stop();
    inbound.running.advanceClock(60_001);
    await inbound.waitForPosts(1);
    expect(inbound.receiver.posts.map((form) => form.get('subject'))).toEqual(['orphaned']);
  });

  it('are deleted with their content by data retention', async () => {
    const { ctx } = inbound.running;
    const counted = await inbound.receivedCount();
    expect((await list('')).length).toBeGreaterThan(0);
    inbound.running.advanceClock(ctx.config.retentionMs + hour);
    const counts = await removeExpiredData(ctx, async () => {});
    expect(counts?.mails).toBeGreaterThan(0);
    expect(await list('')).toEqual([]);
    expect(await countAllContents(ctx.database.read)).toBe(0);
    expect(await inbound.receivedCount()).toBe(counted);
  });
});
