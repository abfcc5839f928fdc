/** Verified senders over HTTP: the link that is sent to the address, its page, and the rule that only known senders may send. */

import client from '@sendgrid/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import type { VerifiedSender } from '#api/email/verified-senders.ts';
import { paths } from '#api/paths.ts';
import { addAccount } from '../../accounts/service.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';

const dayMs = 86_400_000;

describe.each(databaseKinds)('a verified sender on %s', (kind) => {
  let relay: SmtpRelay;
  let server: SendingServer;
  beforeAll(async () => {
    relay = await openSmtpRelay();
    server = await openSendingServer(kind, {
      SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}`,
      PUBLIC_URL: 'https://mail.host.test',
      MAIL_FROM: 'desk@host.test',
    });
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    await relay.close();
  });

  const ask = async <T = VerifiedSender>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ) => {
    const [, answer] = await client.request({ method, url, ...(body !== undefined && { body }) });
    return answer as T;
  };
  const status = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (error: { code: number }) => error.code,
    );
  const create = (from_email: string) =>
    ask('POST', emailPaths.verifiedSenders, { nickname: 'Desk', from_email, reply_to: 'desk@shop.test' });
  const fetchOne = async (id: number) => {
    const { results } = await ask<{ results: VerifiedSender[] }>(
      'GET',
      `${emailPaths.verifiedSenders}?id=${id}`,
    );
    return results[0];
  };
  const tokenOf = (to: string) => {
    const text = relay.messages.findLast(({ recipient }) => recipient === to)?.text ?? '';
    return /\?t=([0-9a-f]+)/.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? '';
  };
  const page = (token: string, method = 'GET') =>
    fetch(`${server.url}${paths.senderVerification}?t=${token}`, { method });

  it('is verified by the button of the page that the link opens, once', async () => {
    const made = await create('Ann@Shop.test');
    expect(made).toMatchObject({ from_email: 'Ann@Shop.test', verified: false, problem: null });
    // The link goes to the address in its letters.
    const token = tokenOf(relay.messages.at(-1)?.recipient ?? '');
    expect(relay.messages.at(-1)?.recipient).toMatch(/^Ann@shop\.test$/i);
    expect(relay.messages.at(-1)?.recipient).toMatch(/^Ann/);
    expect(token).toMatch(/^[0-9a-f]{32,}$/);
    const opened = await page(token);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain('Ann@Shop.test');
    expect((await fetchOne(made.id))?.verified).toBe(false);
    expect((await page(token, 'POST')).status).toBe(200);
    expect((await fetchOne(made.id))?.verified).toBe(true);
    expect((await page(token, 'POST')).status).toBe(404);
    expect((await page('')).status).toBe(404);
    const steps = await ask('GET', emailPaths.verifiedSenderSteps);
    expect(steps).toEqual({ results: { domain_verified: false, sender_verified: true } });
    expect(await status(ask('POST', emailPaths.verifiedSenderResend(made.id)))).toBe(400);
  });

  it('gets another link, which replaces the one before, and no link works for longer than a week', async () => {
    const made = await create('bob@shop.test');
    const first = tokenOf('bob@shop.test');
    expect(await status(ask('POST', emailPaths.verifiedSenderResend(made.id)))).toBe(429);
    server.advanceClock(61_000);
    await ask('POST', emailPaths.verifiedSenderResend(made.id));
    const second = tokenOf('bob@shop.test');
    expect(second).not.toBe(first);
    expect((await page(first)).status).toBe(404);
    server.advanceClock(8 * dayMs);
    expect((await page(second, 'POST')).status).toBe(404);
    await ask('POST', emailPaths.verifiedSenderResend(made.id));
    await ask('GET', emailPaths.verifiedSenderToken(tokenOf('bob@shop.test')));
    expect((await fetchOne(made.id))?.verified).toBe(true);
  });

  it('has to be verified again with another address', async () => {
    const made = await create('eve@shop.test');
    await page(tokenOf('eve@shop.test'), 'POST');
    const renamed = await ask('PATCH', emailPaths.verifiedSender(made.id), { nickname: 'Eve' });
    expect(renamed).toMatchObject({ nickname: 'Eve', verified: true, reply_to: 'desk@shop.test' });
    const moved = await ask('PATCH', emailPaths.verifiedSender(made.id), { from_email: 'mia@shop.test' });
    expect(moved).toMatchObject({ from_email: 'mia@shop.test', verified: false });
    expect(tokenOf('mia@shop.test')).not.toBe('');
    await ask('DELETE', emailPaths.verifiedSender(made.id));
    expect(await fetchOne(made.id)).toBeUndefined();
    expect((await page(tokenOf('mia@shop.test'), 'POST')).status).toBe(404);
  });

  it('says why its link could not be sent', async () => {
    relay.replies.push('550 5.1.1 No such user');
    const made = await create('gone@shop.test');
    expect(made.problem).toContain('550 5.1.1 No such user');
    expect(made).toMatchObject({
      problem_kind: 'not_sent',
      problem_reply: expect.stringMatching(/^550 5\.1\.1/),
    });
    expect((await page(tokenOf('gone@shop.test'))).status).toBe(404);
  });

  it('may send where only known senders may, and others may not', async () => {
    const send = (email: string) =>
      status(
        ask('POST', emailPaths.sendEmail, {
          ...{ from: { email }, subject: 'Hello', content: [{ type: 'text/plain', value: 'Hello' }] },
          personalizations: [{ to: [{ email: 'x@reader.test' }] }],
        }),
      );
    expect(await send('stranger@shop.test')).toBe(200);
    expect(await ask('PATCH', emailPaths.senderRule, { known_only: true })).toEqual({ known_only: true });
    expect(await send('ANN@shop.test')).toBe(200);
    expect(await send('stranger@shop.test')).toBe(400);
    expect(await send('gone@shop.test')).toBe(400);
    await ask('PATCH', emailPaths.senderRule, { known_only: false });
    expect(await send('stranger@shop.test')).toBe(200);
  });

  it('of another account is not found, and its rule is another', async () => {
    const auth = basicAuthorization(await addAccount(server.host, 'Other'));
    const { results } = await ask<{ results: VerifiedSender[] }>('GET', emailPaths.verifiedSenders);
    const id = results[0]?.id ?? 0;
    expect((await server.call('DELETE', emailPaths.verifiedSender(id), undefined, auth)).status).toBe(404);
    await create('zoe@shop.test');
    const path = emailPaths.verifiedSenderToken(tokenOf('zoe@shop.test'));
    expect((await server.call('GET', path, undefined, auth)).status).toBe(404);
    const rule = await server.call('GET', emailPaths.senderRule, undefined, auth);
    expect(await rule.json()).toEqual({ known_only: false });
  });

  it.each([
    [{ from_email: 'nobody' }],
    [{ from_email: 'ann@shop.test' }],
    [{ reply_to: 'a b@c' }],
    [{ nickname: '' }],
    [{ state: 'Kent' }],
    [{ from_email: 'a\u0000@shop.test' }],
  ])('is not made of %j', async (more) => {
    const body = { nickname: 'Desk', from_email: 'new@shop.test', reply_to: 'desk@shop.test', ...more };
    expect(await status(ask('POST', emailPaths.verifiedSenders, body))).toBe(400);
  });
});
