/** Sending domains over HTTP, with a DNS server: their records, the signature of sent email, and bounces that come back. */

import client from '@sendgrid/client';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import type { DomainValidation, SendingDomain } from '#api/email/sending-domains.ts';
import { addAccount } from '../../accounts/service.ts';
import { openNameServer, type TestNameServer, type Zone } from '../../testing/name-server.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { startSmtpListener } from '../inbound/smtp-listener.ts';
import { authenticateSender } from '../sender-authentication/sender-authentication.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';
import { domainDns } from './service.ts';

const dayMs = 86_400_000;

describe.each(databaseKinds)('a sending domain on %s', (kind) => {
  let relay: SmtpRelay;
  let server: SendingServer;
  let names: TestNameServer;
  let listener: Awaited<ReturnType<typeof startSmtpListener>>;
  const zone: Zone = { 'mail.host.test': { a: ['192.0.2.7'] } };

  beforeAll(async () => {
    relay = await openSmtpRelay();
    server = await openSendingServer(kind, {
      SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}`,
      PUBLIC_URL: 'https://mail.host.test',
    });
    names = await openNameServer(zone);
    domainDns(server.host).options = dns();
    const smtp = { host: '127.0.0.1', port: 0, isExplicit: true, tls: null };
    listener = await startSmtpListener({ ...server.host, config: { ...server.host.config, smtp } });
  }, startTimeoutMs);
  afterAll(async () => {
    await listener?.close();
    await server.close();
    await names.close();
    await relay.close();
  });

  const dns = () => ({ servers: [names.address], timeout_ms: 1_000 });
  const ask = async <T = SendingDomain>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ) => {
    const [response, answer] = await client.request({ method, url, ...(body !== undefined && { body }) });
    return [response.statusCode, answer as T] as const;
  };
  const refused = (request: Promise<unknown>) =>
    request.then(
      () => ({ code: 0, errors: [] }),
      (error: { code: number; response: { body: { errors: { field: string; message: string }[] } } }) => ({
        code: error.code,
        errors: error.response.body.errors.map(({ field, message }) => [field, message]),
      }),
    );
  const create = async (domain: string, more: object = {}) => {
    const [status, made] = await ask('POST', emailPaths.sendingDomains, { domain, ...more });
    expect(status).toBe(201);
    return made;
  };
  const fetchOne = async (id: number) => (await ask('GET', emailPaths.sendingDomain(id)))[1];
  const validate = async (id: number) =>
    (await ask<DomainValidation>('POST', emailPaths.sendingDomainValidation(id)))[1];
  const rotate = (id: number) => ask('POST', emailPaths.sendingDomainRotation(id));
  /** Publishes what the domain asks for, but the record of its next key. */
  const publish = ({ dns: { dkim1, mail_server, subdomain_spf, domain_spf, dmarc } }: SendingDomain) => {
    zone[dkim1.host] = { txt: [dkim1.data] };
    zone[mail_server.host] = { mx: [[10, mail_server.data]], txt: [subdomain_spf.data] };
    zone[domain_spf.host] = { txt: [domain_spf.data] };
    zone[dmarc.host] = { txt: [dmarc.data] };
  };
  const sendFrom = async (from: string, to: string, more: object = {}) => {
    const id = await server.send(to, { from, ...more });
    await server.waitForEvents(id, ['processed', 'delivered']);
    const taken = relay.messages.find(({ recipient }) => recipient === to);
    return { id, sender: taken?.sender ?? '', text: taken?.text ?? '' };
  };
  const verified = async (text: string, sender = 'x@shop.test') => {
    const envelope = { sender, clientIp: '127.0.0.1', helo: null };
    const options = { envelope, dns: dns(), now: server.host.clock.now() };
    return (await authenticateSender(Buffer.from(text), options)).dkim;
  };

  it('has records to publish, and is valid once they are found', async () => {
    const made = await create('Shop.test', { custom_spf: true, default: true });
    expect(made).toMatchObject({
      ...{ domain: 'shop.test', subdomain: 'bounce', valid: false, default: true, custom_spf: true },
      ...{ automatic_security: false, signs: false, returns: false, checked_at: null },
      dns: {
        dkim1: { type: 'txt', host: 'pb1._domainkey.shop.test', valid: false, problem: null },
        dkim2: { host: 'pb2._domainkey.shop.test' },
        mail_server: { type: 'mx', host: 'bounce.shop.test', data: 'mail.host.test' },
        subdomain_spf: { host: 'bounce.shop.test', data: 'v=spf1 a:mail.host.test -all' },
        domain_spf: { host: 'shop.test', data: 'v=spf1 a:mail.host.test ~all' },
      },
    });
    expect(made.dns.dkim1.data).toMatch(/^v=DKIM1; k=rsa; p=MII[\w+/]{380,}={0,2}$/);
    expect(made.keys.map(({ selector, state }) => [selector, state])).toEqual([
      ['pb1', 'signing'],
      ['pb2', 'next'],
    ]);
    zone['shop.test'] = { txt: ['v=spf1 include:_spf.old.test -all', 'v=spf1 mx -all'] };
    const first = await validate(made.id);
    expect(first.valid).toBe(false);
    expect(first.validation_results.dkim1).toEqual({
      valid: false,
      reason: 'No record has the name pb1._domainkey.shop.test yet.',
    });
    expect((await fetchOne(made.id)).dns.domain_spf).toMatchObject({
      problem: 'several',
      data: 'v=spf1 a:mail.host.test include:_spf.old.test mx -all',
      found: ['v=spf1 include:_spf.old.test -all', 'v=spf1 mx -all'],
    });
    publish(made);
    const second = await validate(made.id);
    expect(second.valid).toBe(true);
    const valid = Object.entries(second.validation_results).filter(([, { valid }]) => valid);
    expect(valid.map(([name]) => name)).toEqual([
      'dkim1',
      'mail_server',
      'subdomain_spf',
      'domain_spf',
      'dmarc',
    ]);
    zone['pb1._domainkey.shop.test'] = 'broken';
    expect((await validate(made.id)).validation_results.dkim1.valid).toBe(true);
    publish(made);
    expect(await fetchOne(made.id)).toMatchObject({ valid: true, signs: true, returns: true });
  });

  it('lets a record allow this server in its own way', async () => {
    const made = await create('own.test');
    publish(made);
    zone['own.test'] = { txt: ['v=spf1 ip4:192.0.2.0/24 -all'] };
    zone['bounce.own.test'] = { mx: [[5, 'elsewhere.test']], txt: ['v=spf1 ip4:198.51.100.1 -all'] };
    zone['elsewhere.test'] = { a: ['198.51.100.1'] };
    const { validation_results: results } = await validate(made.id);
    expect([results.domain_spf.valid, results.subdomain_spf.valid]).toEqual([true, false]);
    expect(results.mail_server.reason).toBe('Bounces go to elsewhere.test, which is not this server.');
    // Email is signed, and its bounces go where they did.
    const { sender, text } = await sendFrom('desk@own.test', 'own@reader.test');
    expect(sender).toBe('desk@own.test');
    expect(await verified(text)).toBe('{@own.test : pass}');
    zone['bounce.own.test'] = { mx: [[5, 'same.test']] };
    zone['same.test'] = { a: ['192.0.2.7'] };
    expect((await validate(made.id)).validation_results.mail_server.valid).toBe(true);
  });

  it('signs email of its senders, with the headers of one-click unsubscribe', async () => {
    const { text, sender } = await sendFrom('ann@news.shop.test', 'signed@reader.test', {
      trackingSettings: { subscriptionTracking: { enable: true } },
    });
    expect(sender).toMatch(/^b-[0-9a-f]{32}-0-[0-9a-f]{20}@bounce\.shop\.test$/);
    expect(await verified(text)).toBe('{@shop.test : pass}');
    const signed = (/\sh=([^;]+);/.exec(text)?.[1] ?? '').replaceAll(/\s/g, '').toLowerCase().split(':');
    expect(signed).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']));
    expect(await verified(text.replace('Hello', 'Hullo'))).not.toContain('pass');
  });

  it('signs email of other senders where it is the default, until it is not', async () => {
    const first = await sendFrom('ann@other.test', 'default@reader.test');
    expect(await verified(first.text, 'ann@other.test')).toBe('{@shop.test : pass}');
    const [, shop] = await ask('GET', `${emailPaths.defaultSendingDomain}?domain=shop.test`);
    await ask('PATCH', emailPaths.sendingDomain(shop.id), { default: false });
    const second = await sendFrom('ann@other.test', 'plain@reader.test');
    expect([second.sender, await verified(second.text)]).toEqual(['ann@other.test', 'none']);
    expect((await refused(ask('GET', emailPaths.defaultSendingDomain))).code).toBe(404);
    await ask('PATCH', emailPaths.sendingDomain(shop.id), { default: true });
  });

  it('gets its bounces, of which the author gets none', async () => {
    const { id, sender } = await sendFrom('ann@shop.test', 'gone@reader.test');
    const deliver = (to: string, raw: string) =>
      createTransport({ host: '127.0.0.1', port: listener?.port ?? 0 }).sendMail({
        envelope: { from: '', to },
        raw,
      });
    const forged = sender.replace(/.(?=@)/, (digit) => (digit === '0' ? '1' : '0'));
    await expect(deliver(forged, notification('4.4.1', 'delayed'))).rejects.toThrow('550');
    // Automatic replies come here too.
    await deliver(sender, 'From: <gone@reader.test>\r\nSubject: On holiday\r\n\r\nBack on Monday.\r\n');
    // Some servers write all in upper case, and the message that came back may be long.
    await deliver(sender.toUpperCase(), notification('4.4.1', 'delayed'));
    await server.waitForEvents(id, ['processed', 'delivered', 'deferred']);
    await deliver(sender, `${notification('5.1.1', 'failed')}${'a line of the message\r\n'.repeat(150_000)}`);
    const events = await server.waitForEvents(id, ['processed', 'delivered', 'deferred', 'bounce']);
    expect(events.at(-1)).toMatchObject({ status: '5.1.1', type: 'bounce', email: 'gone@reader.test' });
    const list = await ask<unknown[]>('GET', emailPaths.suppression('bounces', 'gone@reader.test'));
    expect(list[1]).toMatchObject([{ status: '5.1.1' }]);
    expect(relay.messages.filter(({ recipient }) => recipient === 'ann@shop.test')).toEqual([]);
  }, 30_000);

  it('is used by its account and subaccounts alone', async () => {
    const other = await addAccount(server.host, 'Other');
    const keys = await server.call('POST', emailPaths.keys, { name: 'Mail' }, basicAuthorization(other));
    const { api_key } = (await keys.json()) as { api_key: string };
    const authorization = `Bearer ${api_key}`;
    const sendAs = async (from: string) => {
      const message = {
        ...{ from: { email: from }, subject: 'Hello', content: [{ type: 'text/plain', value: 'Hello' }] },
        personalizations: [{ to: [{ email: 'x@reader.test' }], from: { email: 'y@shop.test' } }],
      };
      const response = await server.call('POST', emailPaths.sendEmail, message, authorization);
      const answer = response.status === 202 ? '' : await response.text();
      return { status: response.status, answer };
    };
    const first = await sendAs('x@news.shop.test');
    expect(first.status).toBe(400);
    expect(first.answer).toContain('from.email: shop.test is a sending domain of another account');
    expect(first.answer).toContain('personalizations.0.from.email');
    // It may name the domain, whose return path leads here for everybody, but cannot prove it.
    const made = await server.call('POST', emailPaths.sendingDomains, { domain: 'shop.test' }, authorization);
    const { id } = (await made.json()) as SendingDomain;
    await server.call('POST', emailPaths.sendingDomainValidation(id), undefined, authorization);
    const theirs = await server.call('GET', emailPaths.sendingDomain(id), undefined, authorization);
    expect(await theirs.json()).toMatchObject({
      ...{ signs: false, returns: false, valid: false },
      dns: { dkim1: { problem: 'other_key' }, mail_server: { valid: true } },
    });
    expect((await sendAs('x@shop.test')).status).toBe(400);
    await server.host.database.write((tx) =>
      tx
        .updateTable('accounts')
        .set({ parent: server.account.account_sid, username: 'sub' })
        .where('sid', '=', other.account_sid)
        .execute(),
    );
    expect((await sendAs('x@shop.test')).status).toBe(202);
  });

  it('has its key rotated once the next one is published', async () => {
    const [, [made]] = await ask<SendingDomain[]>('GET', `${emailPaths.sendingDomains}?domain=SHOP`);
    if (made === undefined) throw new Error('The domain is not listed');
    expect(await refused(rotate(made.id))).toEqual({
      code: 400,
      errors: [['domain_id', 'No record has the name pb2._domainkey.shop.test yet.']],
    });
    zone[made.dns.dkim2.host] = { txt: [made.dns.dkim2.data.slice(0, 200)] };
    expect((await refused(rotate(made.id))).errors[0]?.[1]).toContain('is cut off after');
    zone[made.dns.dkim2.host] = { txt: [made.dns.dkim2.data] };
    const [, rotated] = await rotate(made.id);
    expect(rotated.keys.map(({ state }) => state)).toEqual(['retired', 'signing']);
    const { text } = await sendFrom('ann@shop.test', 'rotated@reader.test');
    expect(text).toContain('s=pb2');
    expect(await verified(text)).toBe('{@shop.test : pass}');
    expect((await refused(rotate(made.id))).errors[0]?.[1]).toContain('is verified with the key pb1 until');
    server.advanceClock(7 * dayMs + 1);
    const [, renewed] = await rotate(made.id);
    expect(renewed.keys.map(({ state }) => state)).toEqual(['next', 'signing']);
    expect(renewed.dns.dkim1).toMatchObject({ valid: false, problem: null });
    expect(renewed.dns.dkim1.data).not.toBe(made.dns.dkim1.data);
    expect(renewed.signs).toBe(true);
    expect((await validate(made.id)).validation_results.dkim1.reason).toContain('another key');
  }, 30_000);

  it('is refused where it is none, is there already, or is of another account', async () => {
    const post = (body: object) => refused(ask('POST', emailPaths.sendingDomains, body));
    expect((await post({ domain: 'https://shop.test' })).errors).toEqual([
      ['domain', 'domain is not a host name'],
    ]);
    for (const domain of ['localhost', '192.0.2.1', 'a..test', `${'a'.repeat(64)}.test`])
      expect((await post({ domain })).errors.map(([field]) => field)).toEqual(['domain']);
    expect((await post({ domain: 'SHOP.test' })).errors[0]?.[1]).toContain('already');
    expect((await post({ domain: 'new.test', username: 'sub' })).errors[0]?.[0]).toBe('username');
    expect((await post({ domain: 'new.test', custom_dkim_selector: 'a.b' })).errors[0]?.[0]).toBe(
      'custom_dkim_selector',
    );
    const made = await create('bücher.test', { subdomain: 'em7', custom_dkim_selector: 'X' });
    expect([made.domain, made.dns.dkim1.host, made.dns.mail_server.host]).toEqual([
      'xn--bcher-kva.test',
      'x1._domainkey.xn--bcher-kva.test',
      'em7.xn--bcher-kva.test',
    ]);
    const basic = basicAuthorization(server.account);
    const key = await server.call('POST', `/eu${emailPaths.keys}`, { name: 'EU' }, basic);
    const { api_key } = (await key.json()) as { api_key: string };
    const inEu = await server.call('GET', `/eu${emailPaths.sendingDomains}`, undefined, `Bearer ${api_key}`);
    expect(await inEu.json()).toEqual([]);
    const other = emailPaths.sendingDomain(made.id);
    expect((await server.call('DELETE', `/eu${other}`, undefined, `Bearer ${api_key}`)).status).toBe(404);
    expect((await ask('DELETE', other))[0]).toBe(204);
    expect((await refused(ask('GET', other))).code).toBe(404);
    expect((await refused(ask('GET', emailPaths.sendingDomain('1e3')))).code).toBe(404);
    const keys = await server.host.database.read.selectFrom('dkim_keys').select('domain').execute();
    expect(keys.filter(({ domain }) => domain === made.id)).toEqual([]);
  });
});

/** A delivery status notification as mail servers write it, without its end. */
function notification(status: string, action: string): string {
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    'Final-Recipient: rfc822; gone@reader.test',
    `Action: ${action}`,
    `Status: ${status}`,
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    '',
  ].join('\r\n');
}
