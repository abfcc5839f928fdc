/** Hostile SMTP clients and messages: each gets a proper reply or none, and leaves no data behind. */

import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { type InboundServer, openInboundServer } from '../testing/inbound-server.ts';

const greeting = ['EHLO a\r\n', 'MAIL FROM:<a@b.test>\r\n', 'RCPT TO:<x@mail.test>\r\n', 'DATA\r\n'];
const mail = (text: string) => [...greeting, Buffer.from(`${text}\r\n.\r\n`, 'latin1')];
const taken = '250 OK: message queued';

describe.each(databaseKinds)('hostile clients, %s', (kind) => {
  let inbound: InboundServer;
  beforeAll(async () => {
    inbound = await openInboundServer(kind);
    await inbound.addParseSetting('mail.test');
  }, startTimeoutMs);
  afterAll(() => inbound.close());
  beforeEach(() => {
    inbound.receiver.posts.length = 0;
  });

  const posted = async (text: string) => {
    expect(await inbound.smtpDialogue(mail(text))).toContain(taken);
    await inbound.waitForPosts(1);
    const [form] = inbound.receiver.posts;
    if (form === undefined) throw new Error('Nothing was posted.');
    await expect.poll(inbound.contentCount).toBe(0);
    return form;
  };

  it('an aborted message is not stored and not counted', async () => {
    const before = await inbound.receivedCount();
    const socket = connect({ host: '127.0.0.1', port: inbound.port });
    const lines = [...greeting, Buffer.alloc(1_000_000, 'half of a mail\r\n')];
    socket.on('data', () => socket.write(lines.shift() ?? ''));
    await expect.poll(inbound.contentCount).toBe(1);
    socket.destroy();
    await expect.poll(inbound.contentCount).toBe(0);
    expect(await inbound.receivedCount()).toBe(before);
    expect(inbound.receiver.posts).toHaveLength(0);
  });

  it('200 concurrent connections are served', async () => {
    const before = await inbound.receivedCount();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => inbound.smtpDialogue(mail(`Subject: ${index}\r\n\r\nx`))),
    );
    expect(answers.filter((each) => each.includes(taken))).toHaveLength(200);
    expect(await inbound.receivedCount()).toBe(before + 200);
    await inbound.waitForPosts(200);
  });

  it('pipelined commands are replied to in order', async () => {
    const answers = await inbound.smtpDialogue([
      [...greeting.slice(0, 3), 'RCPT TO:<x@elsewhere.test>\r\n', 'NOOP\r\n'].join(''),
    ]);
    expect(answers.match(/^\d{3}(?= )/gm)?.slice(0, 6)).toEqual(['220', '250', '250', '250', '550', '250']);
  });

  it('an endless command line is rejected', async () => {
    expect(await inbound.smtpDialogue([`EHLO ${'a'.repeat(100_000)}`])).toMatch(/\r\n421 /);
  });

  it('VRFY and relaying are rejected', async () => {
    const answers = await inbound.smtpDialogue([
      'EHLO a\r\n',
      'VRFY x@mail.test\r\n',
      'AUTH PLAIN AAAA\r\n',
      'MAIL FROM:<a@b.test>\r\n',
      'RCPT TO:<x%elsewhere.test@another.test>\r\n',
      'DATA\r\n',
    ]);
    expect(answers.match(/^\d{3}(?= )/gm)?.slice(2, 7)).toEqual(['252', '500', '250', '550', '503']);
  });

  it('a message without MIME is posted', async () => {
    const form = await posted('\0\xff no headers at all \x80');
    expect(form.get('from')).toBe('a@b.test');
    expect(form.get('subject')).toBe('');
  });

  it('a message with excessive nesting is posted unparsed', async () => {
    const depth = 300;
    const opening = Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
    );
    const form = await posted(`Subject: Deep\r\n${opening.join('')}\r\nthe end`);
    expect(form.get('subject')).toBe('Deep');
    expect(form.get('attachments')).toBe('1');
    const file = form.get('attachment1') as File;
    expect([file.name, file.type]).toEqual(['message.eml', 'message/rfc822']);
    expect(await file.text()).toContain('the end');
  });

  it('a message with excessive headers is posted unparsed, with the first headers', async () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `X-Line-${index}: ${'y'.repeat(40)}`);
    const form = await posted(`Subject: Long\r\n${lines.join('\r\n')}\r\n\r\ntext`);
    expect(form.get('subject')).toBe('Long');
    expect(String(form.get('headers')).length).toBeLessThan(70_000);
    expect((form.get('attachment1') as File).size).toBeGreaterThan(2_000_000);
  });

  it('deeply nested messages become attachments', async () => {
    const inner = Array.from({ length: 60 }, () => 'Content-Type: message/rfc822\r\n\r\n').join('');
    const form = await posted(
      `Subject: Russian\r\n${inner}Subject: doll\r\n\r\n${'a line\r\n'.repeat(50_000)}`,
    );
    expect(form.get('subject')).toBe('Russian');
  });

  it('a message of empty lines only is posted, without delaying others', async () => {
    const hollow = inbound.smtpDialogue(mail(`Subject: Hollow\r\n\r\n${'\n'.repeat(10_000_000)}`));
    expect(await hollow).toContain(taken);
    expect(await inbound.smtpDialogue(mail('Subject: Small\r\n\r\nx'))).toContain(taken);
    await inbound.waitForPosts(2);
    expect(inbound.receiver.posts.map((form) => form.get('subject'))).toEqual(
      expect.arrayContaining(['Hollow', 'Small']),
    );
  }, 40_000);
});
