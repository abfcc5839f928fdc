import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimJobs } from '../../platform/jobs/queue.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { startSmtpListener } from '../inbound/smtp-listener.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';
import { handleSendJob } from './job-handler.ts';

const hour = 3_600_000;

const attachedMessage = {
  content: Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\nGrüße').toString('base64'),
  ...{ filename: 'a.eml', type: 'message/rfc822' },
};

describe.each(databaseKinds)('sending through an SMTP relay, %s', (kind) => {
  let relay: SmtpRelay;
  let mail: SendingServer;
  beforeAll(async () => {
    relay = await openSmtpRelay();
    mail = await openSendingServer(kind, { SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}` });
  }, startTimeoutMs);
  afterAll(async () => {
    await mail.close();
    await relay.close();
  });

  const taken = (recipient: string) => relay.messages.filter((each) => each.recipient === recipient);

  it('sends MIME with headers and attachments', async () => {
    const id = await mail.send('kim@reader.test', {
      ...{ from: { email: 'shop@sender.test', name: 'Shop, "the" one' }, subject: 'Grüße für -name-' },
      ...{ html: '<p>Hi -name- <img src="cid:logo"></p>', headers: { 'X-Order': '7' } },
      substitutionWrappers: ['-', '-'],
      substitutions: { name: 'Kim' },
      attachments: [
        { content: Buffer.from('inside').toString('base64'), filename: 'a.txt', type: 'text/plain' },
        {
          content: 'AAAA',
          filename: 'logo.png',
          type: 'image/png',
          disposition: 'inline',
          content_id: 'logo',
        },
      ],
    });
    await mail.waitForEvents(id, ['processed', 'delivered']);
    const [sent] = taken('kim@reader.test');
    expect(sent?.sender).toBe('shop@sender.test');
    expect(sent?.text).toContain(`Message-ID: <${id}.0@sender.test>`);
    expect(sent?.text).toContain('X-Order: 7');
    expect(sent?.text).toContain('Hi Kim');
    expect(sent?.text).toContain('Content-ID: <logo>');
    expect(sent?.text).toContain(Buffer.from('inside').toString('base64'));
    expect(sent?.text).toContain('/e/open.gif?t=');
  });

  it.each([
    ['Reply+AbC9@r.test', 'Reply+AbC9@r.test'],
    ['gast@m\u00fcnchen.test', 'gast@xn--mnchen-3ya.test'],
    ['a..b.@phone.test', 'a..b.@phone.test'],
  ])('sends to %s as %s, in the envelope and in To', async (address, sent) => {
    const id = await mail.send(address);
    await mail.waitForEvents(id, ['processed', 'delivered']);
    const message = relay.messages.find(({ text }) => text.includes(`Message-ID: <${id}.0@`));
    // The server of the test shows domains in their own letters.
    expect([sent, address]).toContain(message?.recipient);
    expect(message?.text.replaceAll('"', '')).toMatch(
      new RegExp(`^To: <?${sent.replaceAll(/[.+]/g, '\\$&')}>?\\r$`, 'm'),
    );
  });

  it('fills in where replies go, and drops who would get no address', async () => {
    const settings = {
      replyTo: { email: 'case-n-@shop.test', name: 'Case -n-' },
      substitutionWrappers: ['-', '-'],
    };
    const id = await mail.send('case@reader.test', { ...settings, substitutions: { n: '7' } });
    await mail.waitForEvents(id, ['processed', 'delivered']);
    expect(taken('case@reader.test')[0]?.text).toMatch(/^Reply-To: "?Case 7"? <case7@shop\.test>/m);
    const dropped = await mail.send('none@reader.test', { ...settings, substitutions: { n: ' @ ' } });
    const [event] = await mail.waitForEvents(dropped, ['dropped']);
    expect(event).toMatchObject({ reason: 'Invalid SMTPAPI header' });
  });

  it('sends what programs wrote for other services: invitations, attachments by their typed names', async () => {
    const invitation = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n';
    const type = 'text/calendar; charset=iso-8859-1; method=REQUEST';
    const id = await mail.send('guest@reader.test', {
      text: undefined,
      content: [
        { type: 'text/plain; charset=us-ascii', value: 'Come' },
        { type: 'Text/HTML', value: '<p>Come <img src="cid:logo"></p>' },
        { type, value: invitation },
      ],
      attachments: [
        { content: 'AAAA', filename: 'logo.png', name: 'logo', disposition: 'inline', contentId: 'logo' },
        {
          content: Buffer.from(invitation).toString('base64'),
          ...{ filename: 'invite.ics', type: 'text/calendar; method=REQUEST; name="invite.ics"' },
        },
      ],
    });
    await mail.waitForEvents(id, ['processed', 'delivered']);
    const text = (taken('guest@reader.test')[0]?.text ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
    expect(text).toMatch(/multipart\/alternative;.*Content-Type: text\/plain; charset=utf-8/s);
    expect(text).toContain('Content-Type: text/html; charset=utf-8');
    expect(text).toContain('Content-Type: text/calendar; method=REQUEST; charset=utf-8\r\n');
    expect(text).toContain('Content-Type: text/calendar; method=REQUEST; name=invite.ics');
    expect(text).toContain('Content-ID: <logo>');
    expect(text).toContain(invitation);
  });

  it('attaches a message with its bytes above 127 where the relay takes them', async () => {
    const id = await mail.send('eight@reader.test', { attachments: [attachedMessage] });
    await mail.waitForEvents(id, ['processed', 'delivered']);
    const [sent] = taken('eight@reader.test');
    expect(sent?.body).toBe('8bitmime');
    expect(sent?.text).toMatch(
      /Content-Type: message\/rfc822.*Content-Transfer-Encoding: 8bit.*\r\n\r\nGrüße/s,
    );
  });

  it('drops a recipient whose filled header is no header', async () => {
    const id = await mail.send('line@reader.test', {
      to: undefined,
      personalizations: [
        {
          ...{ to: 'line@reader.test', headers: { 'X-Order': '{{order}}' } },
          substitutions: { order: '1\r\nBcc: x@y.test' },
        },
      ],
    });
    const [dropped] = await mail.waitForEvents(id, ['dropped']);
    expect(dropped).toMatchObject({ reason: 'Invalid SMTPAPI header', status: '5.0.0' });
    expect(taken('line@reader.test')).toEqual([]);
  });

  it('retries with the same Message-ID after a transient reply, or none', async () => {
    relay.replies.push('451 4.2.1 Busy', 'close');
    const id = await mail.send('again@reader.test');
    const [, deferred] = await mail.waitForEvents(id, ['processed', 'deferred']);
    expect(deferred).toMatchObject({ attempt: '1', response: '451 4.2.1 Busy' });
    mail.advanceClock(60_000);
    await mail.waitForEvents(id, ['processed', 'deferred', 'deferred']);
    mail.advanceClock(120_000);
    await mail.waitForEvents(id, ['processed', 'deferred', 'deferred', 'delivered']);
    expect(taken('again@reader.test')).toHaveLength(1);
  });

  it('ends retries as blocked after three days', async () => {
    relay.replies.push('451 4.7.1 Greylisted');
    const id = await mail.send('never@reader.test');
    await mail.waitForEvents(id, ['processed', 'deferred']);
    relay.replies.push('451 4.7.1 Greylisted');
    mail.advanceClock(71.99 * hour);
    const [, , bounce] = await mail.waitForEvents(id, ['processed', 'deferred', 'bounce']);
    expect(bounce).toMatchObject({ type: 'blocked', status: '4.7.1' });
  });

  it('records a bounce, and drops the next email', async () => {
    relay.replies.push('550 5.1.1 No such user');
    const id = await mail.send('nobody@reader.test');
    const [, bounce] = await mail.waitForEvents(id, ['processed', 'bounce']);
    const invalid = { status: '5.1.1', type: 'bounce', bounce_classification: 'Invalid Address' };
    expect(bounce).toMatchObject({ ...invalid, reason: '550 5.1.1 No such user' });
    await mail.waitForEvents(await mail.send('nobody@reader.test'), ['dropped']);
  });

  it('sends the same message and records one event when two processes run the job', async () => {
    const at = Math.floor(mail.host.clock.now() / 1000) + 60;
    const id = await mail.send('twice@reader.test', { sendAt: at });
    const { agent } = mail;
    const [job] = await claimJobs(mail.host.database, {
      ...{ now: at * 1000, leaseUntil: at * 1000 + 60_000, limit: 1 },
      share: { perAccount: 1, busy: new Map() },
    });
    if (job === undefined) throw new Error('There is no job.');
    await Promise.all([1, 2].map(() => handleSendJob(mail.host, { agent }, job)));
    await mail.waitForEvents(id, ['processed', 'delivered']);
    const ids = taken('twice@reader.test').map(({ text }) => /^Message-ID: (.*)\r$/m.exec(text)?.[1]);
    expect(ids).toEqual([`<${id}.0@sender.test>`, `<${id}.0@sender.test>`]);
  });

  it('sends to many recipients individually', async () => {
    const to = Array.from({ length: 60 }, (_, at) => ({ email: `many${at}@reader.test` }));
    const response = await mail.call('POST', '/v3/mail/send', {
      personalizations: to.map((each) => ({ to: [each], substitutions: { '-who-': each.email } })),
      from: { email: 'shop@sender.test' },
      subject: 'For -who-',
      content: [{ type: 'text/plain', value: 'Hello -who-' }],
    });
    expect(response.status).toBe(202);
    const many = () => relay.messages.filter(({ recipient }) => recipient.startsWith('many'));
    await expect.poll(() => many().length).toBe(60);
    expect(many().every(({ recipient, text }) => text.includes(`Subject: For ${recipient}`))).toBe(true);
    expect(new Set(many().map(({ recipient }) => recipient)).size).toBe(60);
  }, 30_000);

  it('records a spam report about a message once, and ignores other messages', async () => {
    const id = await mail.send('angry@reader.test');
    await mail.waitForEvents(id, ['processed', 'delivered']);
    const config = { ...mail.host.config, smtp: { host: '127.0.0.1', port: 0, isExplicit: true, tls: null } };
    const listener = await startSmtpListener({ ...mail.host, config });
    const report = (raw: string) =>
      createTransport({ host: '127.0.0.1', port: listener?.port ?? 0 }).sendMail({
        envelope: { from: 'abuse@isp.test', to: 'feedback-reports@anywhere.test' },
        raw,
      });
    await report(reportAbout(`${id}.0@sender.test`));
    await report(reportAbout(`${id}.0@sender.test`));
    await expect(report(reportAbout('somebody@else.test'))).rejects.toThrow('554');
    await expect(report('Subject: x\r\n\r\nhello\r\n')).rejects.toThrow('554');
    await listener?.close();
    await mail.waitForEvents(id, ['processed', 'delivered', 'spamreport']);
    const [drop] = await mail.waitForEvents(await mail.send('angry@reader.test'), ['dropped']);
    expect(drop).toMatchObject({ reason: 'Spam Reporting Address' });
  });
});

function reportAbout(messageId: string): string {
  return [
    'From: <abuse@isp.test>',
    'To: <feedback-reports@mail.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is an abuse report.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Reports/1.0',
    'Version: 1',
    'Source-IP: 192.0.2.1',
    '',
    '--b',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    'From: <shop@sender.test>',
    `Message-ID:`,
    ` <${messageId}>`,
    'Subject: Hello',
    '',
    'Hello there',
    '--b--',
    '',
  ].join('\r\n');
}

it(
  'attaches a message encoded in its own parts where the relay has no 8BITMIME',
  async () => {
    const relay = await openSmtpRelay({ offers8BitMime: false });
    const mail = await openSendingServer('embedded', { SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}` });
    const id = await mail.send('seven@reader.test', { attachments: [attachedMessage] });
    await mail.waitForEvents(id, ['processed', 'delivered']);
    const [sent] = relay.messages;
    expect(sent?.body).toBe('7bit');
    expect(sent?.text).toMatch(/Content-Type: message\/rfc822.*Content-Transfer-Encoding: 7bit/s);
    expect(sent?.text).toMatch(/Content-Transfer-Encoding: base64.*\r\n\r\nR3LDvMOfZQ==/s);
    await mail.close();
    await relay.close();
  },
  startTimeoutMs,
);
