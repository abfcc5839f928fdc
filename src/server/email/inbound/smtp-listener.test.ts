/** STARTTLS with the configured certificate. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
