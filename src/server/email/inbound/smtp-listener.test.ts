/** STARTTLS with the configured certificate. */

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../testing/certificate.ts';
import { startTimeoutMs } from '../../testing/running-server.ts';
import { type InboundServer, openInboundServer } from '../testing/inbound-server.ts';
import { startSmtpListener } from './smtp-listener.ts';

let folder: string;
let inbound: InboundServer;
let listener: Awaited<ReturnType<typeof startSmtpListener>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-tls-'));
  const tls = { cert: join(folder, 'mail.crt'), key: join(folder, 'mail.key') };
  const { cert, key } = makeCertificate('mail.test');
  writeFileSync(tls.cert, cert);
  writeFileSync(tls.key, key);
  inbound = await openInboundServer('embedded');
  await inbound.addParseSetting('mail.test');
  const { ctx } = inbound.running;
  const smtp = { host: '127.0.0.1', port: 0, isExplicit: true, tls };
  listener = await startSmtpListener({ ...ctx, config: { ...ctx.config, smtp } });
}, startTimeoutMs);
afterAll(async () => {
  await listener?.close();
  await inbound.close();
  rmSync(folder, { recursive: true, force: true });
});

const mail = { from: 'a@b.test', to: 'x@mail.test', subject: 'Sealed', text: 'Hello' };
const sender = (port: number | undefined, rejectUnauthorized = false) =>
  createTransport({ host: '127.0.0.1', port: port ?? 0, requireTLS: true, tls: { rejectUnauthorized } });

it('receives a message over STARTTLS', async () => {
  inbound.receiver.posts.length = 0;
  await sender(listener?.port).sendMail(mail);
  await inbound.waitForPosts(1);
  expect(inbound.receiver.posts[0]?.get('subject')).toBe('Sealed');
  expect(String(inbound.receiver.posts[0]?.get('headers'))).toContain('Message-ID:');
});

it('presents the configured certificate', async () => {
  await expect(sender(listener?.port, true).sendMail(mail)).rejects.toThrow('self-signed certificate');
});

it('offers STARTTLS only with a certificate', async () => {
  await expect(sender(inbound.port).sendMail(mail)).rejects.toThrow(/STARTTLS/);
});

it.each([
  ['MAIL FROM:<a@b.test> BODY=8BITMIME SIZE=100', 'RCPT TO:<x@mail.test>', '250', '250'],
  ['MAIL FROM:<a@b.test> AUTH=<>', 'RCPT TO:<x@mail.test>', '250', '250'],
  ['MAIL FROM:<a@b.test> RET=HDRS ENVID=1', 'RCPT TO:<x@mail.test>', '555', '503'],
  ['MAIL FROM:<a@b.test> HOLDFOR=60', 'RCPT TO:<x@mail.test>', '555', '503'],
  ['MAIL FROM:<a@b.test>', 'RCPT TO:<x@mail.test> NOTIFY=SUCCESS', '250', '555'],
])('refuses parameters that are not carried out: %s, %s', async (from, to, first, second) => {
  const socket = connect(inbound.port, '127.0.0.1');
  const replies = createInterface(socket)[Symbol.asyncIterator]();
  const reply = async () => {
    for (;;) {
      const { value } = await replies.next();
      if (value === undefined || value[3] !== '-') return value?.slice(0, 3);
    }
  };
  const codes = [await reply()];
  for (const command of ['EHLO a.test', from, to]) {
    socket.write(`${command}\r\n`);
    codes.push(await reply());
  }
  socket.end();
  await once(socket, 'close');
  expect(codes).toEqual(['220', '250', first, second]);
});
