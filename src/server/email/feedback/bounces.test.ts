/** Asynchronous bounces: a delivery status notification becomes an event. */

import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { startSmtpListener } from '../inbound/smtp-listener.ts';
import type { MessageChunks } from '../smtp/handlers.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';
import { receiveReport } from './service.ts';

describe.each(databaseKinds)('delivery status notifications, %s', (kind) => {
  let relay: SmtpRelay;
  let mail: SendingServer;
  let listener: Awaited<ReturnType<typeof startSmtpListener>>;
  beforeAll(async () => {
    relay = await openSmtpRelay();
    mail = await openSendingServer(kind, { SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}` });
    const smtp = { host: '127.0.0.1', port: 0, isExplicit: true, tls: null };
    listener = await startSmtpListener({ ...mail.host, config: { ...mail.host.config, smtp } });
  }, startTimeoutMs);
  afterAll(async () => {
    await listener?.close();
    await mail.close();
    await relay.close();
  });

  const report = (raw: string) =>
    createTransport({ host: '127.0.0.1', port: listener?.port ?? 0 }).sendMail({
      envelope: { from: '', to: 'bounce-reports@anywhere.test' },
      raw,
    });
  const sent = async (to: string) => {
    const id = await mail.send(to);
    await mail.waitForEvents(id, ['processed', 'delivered']);
    return id;
  };
  const onList = async (list: 'bounces' | 'blocks', email: string) =>
    (await mail.call('GET', emailPaths.suppression(list, email))).json();

  it('record a bounce once, and suppress the address', async () => {
    const id = await sent('gone@reader.test');
    const failed = {
      Action: 'failed',
      Status: '5.1.1',
      'Diagnostic-Code': 'smtp; 550 5.1.1\r\n <gone>: No such user',
    };
    await report(reportAbout(id, failed));
    await report(reportAbout(id, failed));
    const [, , bounce] = await mail.waitForEvents(id, ['processed', 'delivered', 'bounce']);
    const reason = '550 5.1.1 <gone>: No such user';
    const invalid = { status: '5.1.1', type: 'bounce', bounce_classification: 'Invalid Address' };
    expect(bounce).toMatchObject({ ...invalid, reason, email: 'gone@reader.test' });
    expect(await onList('bounces', 'gone@reader.test')).toMatchObject([{ reason, status: '5.1.1' }]);
    await mail.waitForEvents(await mail.send('gone@reader.test'), ['dropped']);
  });

  it('record a delay, then a block', async () => {
    const id = await sent('slow@reader.test');
    const delayed = { Action: 'Delayed', Status: '4.4.1', 'Diagnostic-Code': 'smtp; 421 4.4.1 No answer' };
    await report(reportAbout(id, delayed));
    await report(reportAbout(id, delayed));
    const [, , deferred] = await mail.waitForEvents(id, ['processed', 'delivered', 'deferred']);
    expect(deferred).toMatchObject({ response: '421 4.4.1 No answer', attempt: '1' });
    await report(reportAbout(id, { Action: 'failed', Status: '4.4.7' }));
    const [, , , bounce] = await mail.waitForEvents(id, ['processed', 'delivered', 'deferred', 'bounce']);
    expect(bounce).toMatchObject({ type: 'blocked', status: '4.4.7', reason: '4.4.7' });
    expect(await onList('blocks', 'slow@reader.test')).toHaveLength(1);
    expect(await onList('bounces', 'slow@reader.test')).toEqual([]);
  });

  it.each([
    ['parts', `${'--b\r\n'.repeat(300_000)}--b--`, ''],
    ['fields', '--b--', 'A:\r\n'.repeat(250_000)],
    ['quotation marks', '--b--', `X-A: b; c=${'\\"'.repeat(400_000)}\r\n`],
    [
      'groups',
      `--b\r\nContent-Type: message/delivery-status\r\n\r\n${'a: b\r\n\r\n'.repeat(200_000)}--b--`,
      '',
    ],
  ])(
    'are read in a thread, and refused where they have many %s: the next one is read',
    async (_, body, head) => {
      const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b';
      await expect(report(`From: a@b.test\r\n${head}${type}\r\n\r\n${body}`)).rejects.toThrow('554');
      const id = await sent('well@reader.test');
      await report(reportAbout(id, { Action: 'delayed', Status: '4.4.1' }));
      await mail.waitForEvents(id, ['processed', 'delivered', 'deferred']);
    },
  );

  it('of which too many are on their way are to be sent again', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const { promise: full, resolve: fill } = Promise.withResolvers<void>();
    const pieces = async function* (last: () => Promise<void>): MessageChunks {
      for (let at = 0; at < 16; at += 1) yield { bytes: new Uint8Array(128 * 1024), isLast: false };
      await last();
      yield { bytes: new Uint8Array(0), isLast: true };
    };
    let filled = 0;
    const waiting = Array.from({ length: 16 }, () =>
      receiveReport(
        mail.host,
        pieces(() => {
          filled += 1;
          if (filled === 16) fill();
          return over;
        }),
        null,
      ),
    );
    await full;
    const more = () =>
      receiveReport(
        mail.host,
        pieces(async () => {}),
        null,
      );
    await expect(more()).rejects.toMatchObject({ responseCode: 451 });
    end();
    for (const each of await Promise.allSettled(waiting))
      expect(each).toMatchObject({ status: 'rejected', reason: { responseCode: 554 } });
    await expect(more()).rejects.toMatchObject({ responseCode: 554 });
  });

  it('are accepted only with the Message-ID of a sent message, and only for failures', async () => {
    const id = await sent('well@reader.test');
    const failed = { Action: 'failed', Status: '5.1.1' };
    await expect(report(reportAbout('A'.repeat(22), failed))).rejects.toThrow('554');
    await expect(report(reportAbout(id, { Action: 'relayed', Status: '2.0.0' }))).rejects.toThrow('554');
    await mail.waitForEvents(id, ['processed', 'delivered']);
  });
});

/** A DSN as mail servers write it; the first group has the per-message fields. */
function reportAbout(id: string, fields: Record<string, string>): string {
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.test>',
    'To: <bounce-reports@mail.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    'Arrival-Date: Fri, 6 Nov 2026 12:00:00 +0000',
    '',
    'Final-Recipient: rfc822; gone@reader.test',
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'From: <shop@sender.test>',
    `Message-ID: <${id}.0@sender.test>`,
    'Subject: Hello',
    '',
    '--b--',
    '',
  ].join('\r\n');
}
