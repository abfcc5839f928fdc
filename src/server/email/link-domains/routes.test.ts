/** Link domains over HTTP, with a DNS server: their records, and the host name of the links of sent email. */

import { request } from 'node:http';
import client from '@sendgrid/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinkDomain } from '#api/email/link-domains.ts';
import { emailPaths } from '#api/email/paths.ts';
import { addAccount } from '../../accounts/service.ts';
import { openNameServer, type TestNameServer, type Zone } from '../../testing/name-server.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { domainDns } from '../sending-domains/service.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';

describe.each(databaseKinds)('a link domain on %s', (kind) => {
  let relay: SmtpRelay;
  let server: SendingServer;
  let names: TestNameServer;
  const zone: Zone = { 'mail.host.test': { a: ['192.0.2.7'] } };

  beforeAll(async () => {
    relay = await openSmtpRelay();
    server = await openSendingServer(kind, {
      SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}`,
      PUBLIC_URL: 'https://mail.host.test',
    });
    names = await openNameServer(zone);
    domainDns(server.host).options = { servers: [names.address], timeout_ms: 1_000 };
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    await names.close();
    await relay.close();
  });

  const ask = async <T = LinkDomain>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ) => {
    const [response, answer] = await client.request({ method, url, ...(body !== undefined && { body }) });
    return [response.statusCode, answer as T] as const;
  };
  const create = async (domain: string, more: object = {}) =>
    (await ask('POST', emailPaths.linkDomains, { domain, ...more }))[1];
  const validate = (id: number) =>
    ask<{ valid: boolean; validation_results: Record<string, { valid: boolean; reason: string | null }> }>(
      'POST',
      emailPaths.linkDomainValidation(id),
    ).then(([, answer]) => answer);
  const publish = ({ dns }: LinkDomain) => {
    for (const { host, data } of Object.values(dns)) zone[host] = { cname: data };
  };
  const status = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (error: { code: number }) => error.code,
    );
  /** The tracked link of an email from that sender. */
  const linkOf = async (from: string, to: string) => {
    const id = await server.send(to, { from, html: '<a href="https://shop.test/news">News</a>' });
    await server.waitForEvents(id, ['processed', 'delivered']);
    const text = relay.messages.find(({ recipient }) => recipient === to)?.text ?? '';
    const html = text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const found = /href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(/img src="([^"]+)"/.exec(html)?.[1]).toContain(new URL(found).host);
    return new URL(found.replaceAll('&amp;', '&'));
  };

  it('has two records, and is valid once both lead here', async () => {
    const made = await create('Shop.test', { default: true });
    expect(made).toMatchObject({ domain: 'shop.test', subdomain: 'links', default: true, valid: false });
    expect(made.dns.domain_cname).toMatchObject({
      type: 'cname',
      host: 'links.shop.test',
      data: 'mail.host.test',
    });
    expect(made.dns.owner_cname.host).toBe(`${made.user_id}.shop.test`);
    const nothing = await validate(made.id);
    expect(nothing).toMatchObject({ valid: false });
    expect(nothing.validation_results.domain_cname).toEqual({
      valid: false,
      reason: 'No record has the name links.shop.test yet.',
    });
    zone['links.shop.test'] = { cname: 'elsewhere.test' };
    zone[made.dns.owner_cname.host] = { a: ['192.0.2.7'] };
    expect((await validate(made.id)).validation_results).toEqual({
      domain_cname: {
        valid: false,
        reason: 'links.shop.test leads to elsewhere.test, which is not this server.',
      },
      owner_cname: { valid: true, reason: null },
    });
    // Without all records no link has the name.
    expect((await linkOf('a@shop.test', 'before@reader.test')).host).toBe('mail.host.test');
    publish(made);
    expect((await validate(made.id)).valid).toBe(true);
    zone['links.shop.test'] = 'broken';
    expect((await validate(made.id)).valid).toBe(true);
    zone['links.shop.test'] = { a: ['192.0.2.8'] };
    expect((await validate(made.id)).validation_results.domain_cname?.valid).toBe(false);
    publish(made);
    await validate(made.id);
    expect((await ask('GET', emailPaths.linkDomain(made.id)))[1].valid).toBe(true);
    const again = ask('POST', emailPaths.linkDomains, { domain: 'shop.test', subdomain: 'LINKS' });
    expect(await status(again)).toBe(400);
  });

  it('is what links of its domain have, and of others if it is the default', async () => {
    const made = await create('news.shop.test', { subdomain: 'go' });
    publish(made);
    await validate(made.id);
    expect((await linkOf('a@shop.test', 'one@reader.test')).host).toBe('links.shop.test');
    expect((await linkOf('a@deep.news.shop.test', 'two@reader.test')).host).toBe('go.news.shop.test');
    expect((await linkOf('a@other.test', 'three@reader.test')).host).toBe('links.shop.test');
    const ofDomain = `${emailPaths.defaultLinkDomain}?domain=news.shop.test`;
    expect((await ask('GET', ofDomain))[1].id).toBe(made.id);
    await ask('PATCH', emailPaths.linkDomain(made.id), { default: true });
    expect((await linkOf('a@other.test', 'four@reader.test')).host).toBe('go.news.shop.test');
    const [, all] = await ask<LinkDomain[]>('GET', emailPaths.linkDomains);
    expect(all.map((each) => [each.domain, each.default])).toEqual([
      ['news.shop.test', true],
      ['shop.test', false],
    ]);
    expect((await ask('DELETE', emailPaths.linkDomain(made.id)))[0]).toBe(204);
    expect((await linkOf('a@other.test', 'five@reader.test')).host).toBe('mail.host.test');
    expect(await status(ask('GET', emailPaths.defaultLinkDomain))).toBe(404);
  });

  it('leads through this server to the target, and records the click', async () => {
    const id = await server.send('click@reader.test', {
      from: 'a@shop.test',
      html: '<a href="https://shop.test/news">News</a>',
    });
    await server.waitForEvents(id, ['processed', 'delivered']);
    const text = relay.messages.find(({ recipient }) => recipient === 'click@reader.test')?.text ?? '';
    const html = text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const url = new URL(/href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '');
    expect(url.host).toBe('links.shop.test');
    const answer = await new Promise<{ status?: number; location?: string }>((resolve, reject) => {
      const asked = request(
        server.url + url.pathname + url.search,
        { headers: { host: url.host } },
        (response) => {
          response.resume();
          const { statusCode, headers } = response;
          resolve({
            ...(statusCode !== undefined && { status: statusCode }),
            ...(headers.location !== undefined && { location: headers.location }),
          });
        },
      );
      asked.once('error', reject).end();
    });
    expect(answer).toEqual({ status: 302, location: 'https://shop.test/news' });
    await server.waitForEvents(id, ['processed', 'delivered', 'click']);
  });

  it('of another account has another proof, and is not found', async () => {
    const [, [mine]] = await ask<LinkDomain[]>('GET', emailPaths.linkDomains);
    const auth = basicAuthorization(await addAccount(server.host, 'Other'));
    const path = emailPaths.linkDomain(mine?.id ?? 0);
    expect((await server.call('GET', path, undefined, auth)).status).toBe(404);
    expect((await server.call('DELETE', path, undefined, auth)).status).toBe(404);
    const theirs = (await (
      await server.call('POST', emailPaths.linkDomains, { domain: 'shop.test' }, auth)
    ).json()) as LinkDomain;
    expect(theirs.dns.owner_cname.host).not.toBe(mine?.dns.owner_cname.host);
    const checked = await server.call('POST', emailPaths.linkDomainValidation(theirs.id), {}, auth);
    expect(await checked.json()).toMatchObject({
      valid: false,
      validation_results: { domain_cname: { valid: true }, owner_cname: { valid: false } },
    });
  });

  it.each([
    [{ domain: 'nodot' }],
    [{ domain: '192.0.2.1' }],
    [{ domain: 'shop.test', subdomain: '-x' }],
    [{ domain: 'shop.test', subdomain: 'a.b' }],
    [{}],
  ])('is not made of %j', async (body) => {
    expect(await status(ask('POST', emailPaths.linkDomains, body))).toBe(400);
  });
});
