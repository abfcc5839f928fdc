/** DNS records of sending domains and link domains that were there and are gone: looked for again, shown, and told. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertResource } from '#api/alerts/schemas.ts';
import type { LinkDomain } from '#api/email/link-domains.ts';
import type { ParseSetting } from '#api/email/parse-settings.ts';
import { emailPaths } from '#api/email/paths.ts';
import type { DomainRecord, SendingDomain } from '#api/email/sending-domains.ts';
import { paths } from '#api/paths.ts';
import { checkDueDomains } from '../email/domain-checks/service.ts';
import { domainDns } from '../email/sending-domains/service.ts';
import { openSendingServer, type SendingServer } from '../email/testing/sending-server.ts';
import { openNameServer, type TestNameServer, type Zone } from '../testing/name-server.ts';
import { databaseKinds, startTimeoutMs } from '../testing/running-server.ts';
import { basicAuthorization } from '../testing/server.ts';
import { evaluateAlerts } from './evaluation-service.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe.each(databaseKinds)('records of domains on %s', (kind) => {
  let server: SendingServer;
  let names: TestNameServer;
  const zone: Zone = {};

  beforeAll(async () => {
    server = await openSendingServer(kind, {
      PUBLIC_URL: 'https://mail.host.test',
      SMTP_HOST: '0.0.0.0',
      INBOUND_HOSTS: '*.shop.test',
    });
    names = await openNameServer(zone);
    domainDns(server.host).options = { servers: [names.address], timeout_ms: 1_000 };
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    await names.close();
  });
  beforeEach(() => {
    for (const name of Object.keys(zone)) delete zone[name];
    zone['mail.host.test'] = { a: ['192.0.2.7'] };
  });

  const read = async <T>(method: string, path: string, body?: object): Promise<T> =>
    (await (await server.call(method, path, body)).json()) as T;
  const publish = (records: readonly DomainRecord[]) => {
    for (const { type, host, data } of records) {
      if (type === 'txt') zone[host] = { ...recordsOf(host), txt: [data] };
      if (type === 'mx') zone[host] = { ...recordsOf(host), mx: [[10, data]] };
      if (type === 'cname') zone[host] = { cname: data };
    }
  };
  const recordsOf = (host: string) => {
    const known = zone[host];
    return typeof known === 'object' ? known : {};
  };
  const check = async (ms: number) => {
    server.advanceClock(ms);
    await checkDueDomains(server.host);
  };
  const alerts = async (): Promise<AlertResource[]> => {
    const response = await server.call('GET', paths.alerts, undefined, basicAuthorization(server.account));
    const { alerts: all } = (await response.json()) as { alerts: AlertResource[] };
    return all.filter(({ kind }) => kind === 'domain-records');
  };
  const evaluate = async () => {
    for (let count = 0; count < 2; count += 1) {
      server.advanceClock(minuteMs);
      await evaluateAlerts(server.host);
    }
  };
  const validDomain = async (domain: string) => {
    const made = await read<SendingDomain>('POST', emailPaths.sendingDomains, { domain });
    publish(Object.values(made.dns));
    await read('POST', emailPaths.sendingDomainValidation(made.id), {});
    return async () => read<SendingDomain>('GET', emailPaths.sendingDomain(made.id));
  };

  it('stop the signature and open an alert where they stay away, and end it when they are back', async () => {
    const shop = await validDomain('shop.test');
    const { dns } = await shop();
    expect(await shop()).toMatchObject({ valid: true, signs: true });
    zone[dns.dkim1.host] = { txt: ['v=DKIM1; p='] };
    await check(hourMs);
    // Not due before a day has passed.
    expect((await shop()).dns.dkim1).toMatchObject({ valid: true, lost_at: null });
    await check(23 * hourMs);
    const lost = await shop();
    expect(lost).toMatchObject({ signs: true, dns: { dkim1: { valid: false, problem: 'revoked' } } });
    expect(lost.dns.dkim1.lost_at).toBe(lost.checked_at);
    await evaluate();
    expect(await alerts()).toEqual([]);
    await check(hourMs);
    expect(await shop()).toMatchObject({ signs: false, dns: { dkim1: { lost_at: lost.dns.dkim1.lost_at } } });
    await check(hourMs);
    await evaluate();
    expect(await alerts()).toMatchObject([
      { state: 'open', webhook: null, flow_sid: null, facts: { name: 'shop.test' } },
    ]);
    publish([dns.dkim1]);
    await check(hourMs);
    expect(await shop()).toMatchObject({ valid: true, signs: true, dns: { dkim1: { lost_at: null } } });
    await evaluate();
    expect(await alerts()).toEqual([]);
  });

  it('change nothing where one is not found for once, or DNS does not respond', async () => {
    const once = await validDomain('once.test');
    const { dns } = await once();
    zone[dns.mail_server.host] = {};
    await check(24 * hourMs);
    expect(await once()).toMatchObject({ returns: true, dns: { mail_server: { valid: false } } });
    publish([dns.mail_server, dns.subdomain_spf]);
    await check(hourMs);
    expect(await once()).toMatchObject({
      valid: true,
      returns: true,
      dns: { mail_server: { lost_at: null } },
    });
    for (const { host } of Object.values(dns)) zone[host] = 'broken';
    await check(24 * hourMs);
    await check(24 * hourMs);
    expect(await once()).toMatchObject({ valid: true, dns: { mail_server: { lost_at: null } } });
  });

  it('of a link domain lead its links to this server again', async () => {
    const made = await read<LinkDomain>('POST', emailPaths.linkDomains, { domain: 'links.test' });
    publish(Object.values(made.dns));
    await read('POST', emailPaths.linkDomainValidation(made.id), {});
    const link = () => read<LinkDomain>('GET', emailPaths.linkDomain(made.id));
    zone[made.dns.domain_cname.host] = { cname: 'elsewhere.test' };
    await check(24 * hourMs);
    expect((await link()).valid).toBe(true);
    await check(hourMs);
    expect(await link()).toMatchObject({ valid: false, dns: { owner_cname: { lost_at: null } } });
    await check(hourMs);
    await evaluate();
    expect((await alerts()).map(({ facts }) => facts.name)).toContain('links.links.test');
  });

  it('of a host name are told as well', async () => {
    const hostname = 'in.shop.test';
    await read('POST', emailPaths.parseSettings, { hostname, url: 'https://hook.test/' });
    const host = () => read<ParseSetting>('GET', emailPaths.parseSetting(hostname));
    zone[hostname] = {};
    await check(0);
    // Not published yet is not gone.
    expect(await host()).toMatchObject({ checked_at: expect.any(Number), lost_at: null });
    zone[hostname] = { mx: [[10, 'mail.host.test']] };
    await check(24 * hourMs);
    zone[hostname] = 'broken';
    await check(24 * hourMs);
    expect((await host()).lost_at).toBeNull();
    zone[hostname] = {};
    await check(24 * hourMs);
    const { checked_at, lost_at } = await host();
    expect(lost_at).toBe(checked_at);
    await check(hourMs);
    expect((await host()).lost_at).toBe(lost_at);
    await check(hourMs);
    await evaluate();
    expect((await alerts()).map(({ facts }) => facts.name)).toContain(hostname);
    zone[hostname] = { mx: [[10, 'mail.host.test']] };
    await check(hourMs);
    expect((await host()).lost_at).toBeNull();
  });

  it('that were never there are not looked for', async () => {
    const made = await read<SendingDomain>('POST', emailPaths.sendingDomains, { domain: 'never.test' });
    await read('POST', emailPaths.sendingDomainValidation(made.id), {});
    const { checked_at } = await read<SendingDomain>('GET', emailPaths.sendingDomain(made.id));
    await check(48 * hourMs);
    expect((await read<SendingDomain>('GET', emailPaths.sendingDomain(made.id))).checked_at).toBe(checked_at);
  });
});
