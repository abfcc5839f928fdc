/** Inbound parse from SMTP to webhook: messages to known host names are counted once and posted. */

import { createPublicKey, createVerify } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InboundEmailPage } from '#api/email/inbound.ts';
import { paths } from '#api/paths.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { type InboundServer, openInboundServer } from '../testing/inbound-server.ts';
import { createPolicy } from '../webhook-security/service.ts';

describe.each(databaseKinds)('inbound parse, %s', (kind) => {
  let inbound: InboundServer;
  beforeAll(async () => {
    inbound = await openInboundServer(kind);
    for (const hostname of ['mail.test', 'other.test']) await inbound.addParseSetting(hostname);
    await inbound.addParseSetting('raw.test', { send_raw: 1 });
    await inbound.addParseSetting('rated.test', { spam_check: 1 });
  }, startTimeoutMs);
  afterAll(() => inbound.close());

  const next = async (mail: object) => {
    inbound.receiver.posts.length = 0;
    await inbound.send(mail);
    await inbound.waitForPosts(1);
    const [form] = inbound.receiver.posts;
    if (form === undefined) throw new Error('Nothing was posted.');
    return form;
  };

  const lastAttempts = async () => {
    const response = await inbound.running.send(`${paths.inboundEmails}?PageSize=1`);
    return response.json<InboundEmailPage>().mails[0]?.attempts;
  };

  it('posts texts and attachments, and counts the message', async () => {
    const form = await next({
      from: 'Sam <sam@sender.test>',
      to: 'desk@mail.test',
      subject: 'Grüße',
      text: 'Hello',
      html: '<p>Hello <img src="cid:logo"></p>',
      attachments: [
        { filename: 'a "b".txt', content: 'inside' },
        { filename: 'logo.png', content: 'pixels', cid: 'logo' },
      ],
    });
    const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
    expect(fields).toMatchObject({
      from: 'Sam <sam@sender.test>',
      to: 'desk@mail.test',
      subject: 'Grüße',
      text: 'Hello',
      sender_ip: '127.0.0.1',
      dkim: 'none',
      SPF: 'none',
      attachments: '2',
    });
    expect(fields.headers).toContain('Subject:');
    expect(fields.html).toContain('<p>Hello ');
    const json = (name: string): unknown => JSON.parse(String(fields[name]));
    expect(json('envelope')).toEqual({ to: ['desk@mail.test'], from: 'sam@sender.test' });
    expect(json('charsets')).toMatchObject({ text: 'UTF-8', html: 'UTF-8' });
    expect(json('attachment-info')).toMatchObject({ attachment1: { type: expect.any(String) } });
    const files = ['attachment1', 'attachment2'].map((name) => form.get(name) as File);
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(
      expect.arrayContaining(['inside', 'pixels']),
    );
    expect(Object.keys(json('content-ids') as object)).toEqual(['logo']);
    expect(fields).not.toHaveProperty('spam_score');
    expect(await inbound.receivedCount()).toBe(1);
    expect(await inbound.shardsOf('parse_stats')).toEqual(await inbound.shardsOf('inbound_mails'));
    await expect.poll(inbound.contentCount).toBe(0);
  });

  it('posts the raw message where the setting enables it', async () => {
    inbound.receiver.posts.length = 0;
    const mail = Buffer.from(
      'Subject: Raw\r\nContent-Type: text/plain; charset=latin1\r\n\r\nGr\xfc\xdfe\r\n',
      'latin1',
    );
    const answers = await inbound.smtpDialogue([
      'EHLO a\r\n',
      'MAIL FROM:<a@b.test>\r\n',
      'RCPT TO:<x@RAW.test>\r\n',
      'DATA\r\n',
      Buffer.concat([mail, Buffer.from('.\r\n')]),
    ]);
    expect(answers).toContain('250 OK: message queued');
    await inbound.waitForPosts(1);
    const [form] = inbound.receiver.posts;
    expect(form?.get('subject')).toBe('Raw');
    expect(String(form?.get('email'))).toContain('Content-Type: text/plain; charset=latin1\r\n\r\nGr');
    expect(form?.has('text')).toBe(false);
  });

  it('posts text in the charset of its part', async () => {
    inbound.receiver.posts.length = 0;
    const head = 'Subject: x\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n';
    await inbound.smtpDialogue([
      ...['EHLO a\r\n', 'MAIL FROM:<a@b.test>\r\n', 'RCPT TO:<x@mail.test>\r\n', 'DATA\r\n'],
      Buffer.from(`${head}Gr\xfc\xdfe\r\n.\r\n`, 'latin1'),
    ]);
    await inbound.waitForPosts(1);
    const charsets = JSON.parse(String(inbound.receiver.posts[0]?.get('charsets'))) as object;
    expect(charsets).toMatchObject({ text: 'iso-8859-1', subject: 'UTF-8' });
    const body = inbound.receiver.bodies.at(-1)?.toString('latin1');
    const field = 'name="text"\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n';
    expect(body).toContain(`${field}Gr\xfc\xdfe\n\r\n`);
  });

  it('receives for internationalized host names', async () => {
    await inbound.addParseSetting('xn--bcher-kva.test');
    for (const to of ['x@xn--bcher-kva.test', 'x@b\u00fccher.test']) {
      expect((await next({ from: 'a@b.test', to, text: to })).get('text')).toContain('x@');
    }
  });

  it.each([408, 429])('retries when the receiver answers %i', async (status) => {
    inbound.receiver.replies.push(status);
    await next({ from: 'a@b.test', to: 'x@mail.test', text: 'x' });
    await expect.poll(lastAttempts).toBe(1);
    inbound.running.advanceClock(40_000);
    await expect.poll(() => inbound.receiver.posts.length).toBe(2);
  });

  it('adds a spam score where the setting enables it', async () => {
    const form = await next({
      from: 'a@b.test',
      to: 'x@rated.test',
      subject: 'BUY IT RIGHT NOW',
      html: '<a href="http://192.0.2.7/">now</a>',
      attachments: [{ filename: 'run.exe', content: 'x' }],
    });
    expect(Number(form.get('spam_score'))).toBeGreaterThan(4);
    expect(String(form.get('spam_report'))).toContain('PROGRAM_ATTACHED');
  });

  it('posts once for each host name', async () => {
    inbound.receiver.posts.length = 0;
    const before = await inbound.receivedCount();
    await inbound.send({ from: 'a@b.test', to: ['1@mail.test', '2@mail.test', '3@other.test'], text: 'x' });
    await inbound.waitForPosts(2);
    const envelopes = inbound.receiver.posts.map((form) => JSON.parse(String(form.get('envelope'))));
    expect(envelopes.map(({ to }) => to)).toEqual(
      expect.arrayContaining([['1@mail.test', '2@mail.test'], ['3@other.test']]),
    );
    expect(await inbound.receivedCount()).toBe(before + 2);
    await expect.poll(inbound.contentCount).toBe(0);
  });

  it('rejects host names without a setting', async () => {
    await expect(inbound.send({ from: 'a@b.test', to: 'x@elsewhere.test', text: 'x' })).rejects.toThrow(
      '550',
    );
  });

  it('rejects a message over 30 MB with 552, without data left or counted', async () => {
    const before = await inbound.receivedCount();
    const attachments = [{ content: Buffer.alloc(24_000_000) }];
    const big = { from: 'a@b.test', to: 'x@mail.test', text: 'x', attachments };
    await expect(inbound.send(big)).rejects.toThrow('552');
    expect(await inbound.receivedCount()).toBe(before);
    await expect.poll(inbound.contentCount).toBe(0);
  }, 90_000);

  it('rejects a declared SIZE over 30 MB before the data', async () => {
    const answers = await inbound.smtpDialogue(['EHLO a\r\n', 'MAIL FROM:<a@b.test> SIZE=31457281\r\n']);
    expect(answers).toContain('250 SIZE 31457280');
    expect(answers).toMatch(/\r\n552 /);
  });

  it('posts a message of several megabytes completely', async () => {
    const content = Buffer.alloc(5_000_000, 'a line of the file\n');
    const form = await next({
      from: 'a@b.test',
      to: 'x@mail.test',
      attachments: [{ content, filename: 'big.bin' }],
    });
    const file = form.get('attachment1') as File;
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
  });

  it('retries when the receiver fails, and counts once', async () => {
    const before = await inbound.receivedCount();
    inbound.receiver.replies.push(503, 'elsewhere');
    await next({ from: 'a@b.test', to: 'x@mail.test', subject: 'again', text: 'x' });
    for (const posts of [2, 3]) {
      await expect.poll(lastAttempts).toBe(posts - 1);
      inbound.running.advanceClock(40_000);
      await expect.poll(() => inbound.receiver.posts.length).toBe(posts);
    }
    const keys = inbound.receiver.headers.slice(-3).map((headers) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(await inbound.receivedCount()).toBe(before + 1);
  });

  it('signs posts where the security policy enables it', async () => {
    const { ctx, account } = inbound.running;
    const caller = {
      account: account.account_sid,
      user: null,
      region: 'global',
      access: 'owner',
      role: 'owner',
    } as const;
    const policy = await createPolicy(ctx, caller, { name: 'Signed', signature: { enabled: true } });
    await inbound.addParseSetting('signed.test', { security_policy: policy.id });
    await next({ from: 'a@b.test', to: 'x@signed.test', text: 'x' });
    const headers = inbound.receiver.headers.at(-1);
    const signature = String(headers?.['x-twilio-email-event-webhook-signature']);
    const time = String(headers?.['x-twilio-email-event-webhook-timestamp']);
    const body = inbound.receiver.bodies.at(-1);
    const key = createPublicKey({
      key: Buffer.from(policy.public_key ?? '', 'base64'),
      format: 'der',
      type: 'spki',
    });
    const isGood = createVerify('sha256')
      .update(time)
      .update(body ?? '')
      .verify(key, signature, 'base64');
    expect(isGood).toBe(true);
  });

  it('accepts an endless success response', async () => {
    inbound.receiver.replies.push('endless');
    await next({ from: 'a@b.test', to: 'x@mail.test', text: 'x' });
    await expect.poll(inbound.contentCount).toBe(0);
  });

  it('receives many messages over one connection', async () => {
    inbound.receiver.posts.length = 0;
    const pool = createTransport({ host: '127.0.0.1', port: inbound.port, pool: true, maxConnections: 1 });
    const mails = Array.from({ length: 25 }, (_, index) => ({
      from: 'a@b.test',
      to: 'x@mail.test',
      text: `${index}`,
    }));
    await Promise.all(mails.map((mail) => pool.sendMail(mail)));
    pool.close();
    await inbound.waitForPosts(25);
    const texts = inbound.receiver.posts.map((form) => String(form.get('text')).trim());
    expect(new Set(texts).size).toBe(25);
  });

  // The last test, as what a receiver rejected is kept.
  it.each([400, 404, 410])('does not retry when the receiver rejects the email with %i', async (status) => {
    inbound.receiver.replies.push(status);
    await next({ from: 'a@b.test', to: 'x@mail.test', text: 'x' });
    const last = async () => {
      const response = await inbound.running.send(`${paths.inboundEmails}?PageSize=1`);
      return response.json<InboundEmailPage>().mails[0];
    };
    await expect.poll(last).toMatchObject({ status: 'dead', attempts: 1 });
  });
});
