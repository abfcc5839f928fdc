import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../platform/outbound/address-guard.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { openNameServer, type TestNameServer, type Zone } from '../../testing/name-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';
import { DirectDelivery } from './direct-delivery.ts';

const certificate = makeCertificate('mx1.here.test');
const webCertificate = makeCertificate('localhost');
const minute = 60_000;

describe('delivery to mail exchangers', () => {
  let first: SmtpRelay;
  let second: SmtpRelay;
  let names: TestNameServer;
  let web: Server;
  let direct: DirectDelivery;
  let now: number;
  let zone: Zone;
  let policy: { status: number; type: string; text: string };
  let fetched: number;
  let warnings: string[];

  beforeEach(async () => {
    [now, fetched, warnings] = [1_000_000, 0, []];
    policy = { status: 200, type: 'text/plain', text: '' };
    first = await openSmtpRelay({ tls: certificate });
    second = await openSmtpRelay({ host: '127.0.0.2', port: first.port });
    zone = {
      'here.test': {
        mx: [
          [20, 'mx2.here.test'],
          [10, 'mx1.here.test'],
        ],
      },
      'mx1.here.test': { a: ['127.0.0.1'] },
      'mx2.here.test': { a: ['127.0.0.2'] },
    };
    names = await openNameServer(zone);
    web = createServer(webCertificate, (_request, response) => {
      fetched += 1;
      response.writeHead(policy.status, { 'content-type': policy.type, location: '/elsewhere' });
      response.end(policy.text);
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) });
    direct = new DirectDelivery(
      { clock: { now: () => now }, log, random: () => 0 },
      {
        ...{ dns: { servers: [names.address], timeout_ms: 300 }, port: first.port, hello: 'out.host.test' },
        ...{ guard: createAddressGuard(['127.0.0.0/8']), ca: certificate.cert },
        agent: new Agent({ connect: { ca: webCertificate.cert } }),
        policyUrl: () => `https://localhost:${(web.address() as AddressInfo).port}/.well-known/mta-sts.txt`,
      },
    );
  });
  afterEach(async () => {
    direct.close();
    await Promise.all([first.close(), second.close(), names.close()]);
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
  });

  const send = (recipient = 'kim@here.test') =>
    direct.send({
      sender: 'shop@sender.test',
      recipient,
      bytes: Buffer.from('Subject: Hi\r\n\r\nHello\r\n'),
    });
  const announce = (mode: string, ...mx: string[]) => {
    zone['_mta-sts.here.test'] = { txt: ['v=STSv1; id=1;'] };
    const lines = ['version: STSv1', `mode: ${mode}`, ...mx.map((name) => `mx: ${name}`), 'max_age: 86400'];
    policy.text = lines.join('\n');
  };

  it('takes the preferred one, with TLS where it is offered, and reuses the connection', async () => {
    expect(await send()).toMatchObject({ code: 250, tls: true });
    expect(await send()).toMatchObject({ code: 250, tls: true });
    expect(first.messages).toMatchObject([{ recipient: 'kim@here.test', tls: true }, { tls: true }]);
    expect(first.messages[0]?.text).toContain('Hello');
    expect(first.connections()).toBe(1);
    expect(second.messages).toEqual([]);
  });

  it('takes the next one where it cannot connect, without TLS where none is offered', async () => {
    await first.close();
    expect(await send()).toMatchObject({ code: 250, tls: false });
    expect(second.messages).toHaveLength(1);
  });

  it('finds an internationalized domain by its A-labels', async () => {
    zone['xn--bcher-kva.test'] = { a: ['127.0.0.2'] };
    expect(await send('kim@Bücher.test')).toMatchObject({ code: 250 });
    expect(second.messages).toHaveLength(1);
  });

  it('does not try another one after a reply about the recipient', async () => {
    first.replies.push('550 5.1.1 No such user');
    expect(await send()).toMatchObject({ code: 550, text: '550 5.1.1 No such user' });
    expect(second.messages).toEqual([]);
  });

  it('goes without TLS where the handshake fails', async () => {
    await first.close();
    first = await openSmtpRelay({ port: first.port, tls: certificate, breaksHandshakes: true });
    expect(await send()).toMatchObject({ code: 250, tls: false });
    expect(first.messages).toMatchObject([{ tls: false }]);
  });

  it('takes the domain itself where it has no exchanger', async () => {
    zone['alone.test'] = { a: ['127.0.0.2'] };
    expect(await send('kim@alone.test')).toMatchObject({ code: 250 });
    expect(second.messages).toHaveLength(1);
  });

  it('refuses a domain that accepts no email, or is none, and defers where DNS does not respond', async () => {
    zone['never.test'] = { mx: [[0, '']], a: ['127.0.0.1'] };
    expect(await send('kim@never.test')).toMatchObject({
      code: 556,
      text: expect.stringContaining('5.1.10'),
    });
    expect(await send('kim@no-such.test')).toMatchObject({
      code: 550,
      text: expect.stringContaining('5.1.2'),
    });
    for (const name of ['[127.0.0.1]', 'here.test/a', ''])
      expect(await send(`kim@${name}`)).toMatchObject({ code: 553, text: expect.stringContaining('5.1.3') });
    zone['silent.test'] = 'silent';
    zone['broken.test'] = 'broken';
    for (const name of ['silent.test', 'broken.test'])
      expect(await send(`kim@${name}`)).toMatchObject({ code: null, text: expect.stringContaining(name) });
    expect(first.messages).toEqual([]);
  });

  it('connects to no private address, also beside a public one', async () => {
    direct.options.guard = createAddressGuard([]);
    zone['inside.test'] = { mx: [[10, 'mx.inside.test']] };
    zone['mx.inside.test'] = { a: ['192.0.2.1', '127.0.0.1', '10.0.0.1'] };
    zone.localhost = { a: ['127.0.0.1'] };
    for (const name of ['inside.test', 'here.test', 'localhost'])
      expect(await send(`kim@${name}`)).toMatchObject({
        code: null,
        text: expect.stringContaining('not a public'),
      });
    expect([first.connections(), second.connections()]).toEqual([0, 0]);
  });

  it('says why it could not connect', async () => {
    await Promise.all([first.close(), second.close()]);
    expect(await send()).toMatchObject({ code: null, text: expect.stringMatching(/^mx2\.here\.test \(127/) });
  });

  describe('with a policy (MTA-STS)', () => {
    it('enforced: delivers to a permitted exchanger with a valid certificate', async () => {
      announce('enforce', 'mx1.here.test');
      expect(await send()).toMatchObject({ code: 250, tls: true });
      now += 10 * minute;
      expect(await send()).toMatchObject({ code: 250, tls: true });
      // Of the same id it is read once.
      expect(fetched).toBe(1);
    });

    it('enforced: defers where no exchanger is permitted', async () => {
      announce('enforce', '*.elsewhere.test');
      expect(await send()).toMatchObject({
        code: null,
        text: expect.stringContaining(
          'policy of here.test permits none of its mail exchangers (mx1.here.test',
        ),
      });
      expect(first.connections() + second.connections()).toBe(0);
    });

    it('enforced: defers without TLS, or with a certificate of another name', async () => {
      announce('enforce', 'mx2.here.test');
      const required = { code: null, text: expect.stringContaining('mx2.here.test has no valid TLS, which') };
      expect(await send()).toMatchObject(required);
      await second.close();
      second = await openSmtpRelay({
        host: '127.0.0.2',
        port: first.port,
        tls: makeCertificate('mx3.here.test'),
      });
      direct.options.ca = undefined as never;
      expect(await send()).toMatchObject(required);
      expect(second.messages).toEqual([]);
    });

    it('does not take a connection that was opened before the policy', async () => {
      zone['mx1.here.test'] = { a: ['127.0.0.2'] };
      expect(await send()).toMatchObject({ code: 250, tls: false });
      announce('enforce', 'mx1.here.test');
      now += 10 * minute;
      expect(await send()).toMatchObject({ code: null, text: expect.stringContaining('has no valid TLS') });
    });

    it('enforced: counts on while the record is gone, until it is too old', async () => {
      announce('enforce', '*.elsewhere.test');
      await send();
      delete zone['_mta-sts.here.test'];
      now += 60 * minute;
      expect(await send()).toMatchObject({ code: null });
      now += 24 * 60 * minute;
      expect(await send()).toMatchObject({ code: 250 });
    });

    it('testing: delivers, and logs', async () => {
      announce('testing', 'mx1.here.test');
      first.close();
      expect(await send()).toMatchObject({ code: 250, tls: false });
      expect(warnings.join('')).toContain('exchangers are not in it');
      expect(warnings.join('')).toContain('no valid TLS');
    });

    it.each([
      ['a page', 200, 'text/html', (text: string) => text],
      ['a redirect', 302, 'text/plain', (text: string) => text],
      ['too large', 200, 'text/plain', (text: string) => text + '#'.repeat(70_000)],
    ])('that cannot be read is none: %s', async (_name, status, type, change) => {
      announce('enforce', '*.elsewhere.test');
      policy = { status, type, text: change(policy.text) };
      expect(await send()).toMatchObject({ code: 250 });
      expect(fetched).toBe(1);
      expect(warnings.join('')).toContain('could not be read');
    });
  });
});
