/**
 * A sending domain behind a real relay: what Postfix passes on verifies, also with another implementation, and what it
 * bounces and delays comes back as events. Without Postfix, dkimpy or OpenDKIM the tests are skipped by name.
 */

import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNameServer, type TestNameServer, type Zone } from '../../testing/name-server.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { startSmtpListener } from '../inbound/smtp-listener.ts';
import { authenticateSender } from '../sender-authentication/sender-authentication.ts';
import { freePort, type Greylist, hasPostfix, openGreylist, openPostfix } from '../testing/postfix.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';
import { dkimRecord } from './dns-records.ts';
import { createDomain, domainDns, fetchDomain, validateDomain } from './service.ts';

/** Verifies the message on standard input, with the record that is the argument. */
const dkimpy = [
  'import sys, dkim',
  'record = sys.argv[1].encode()',
  'sys.exit(0 if dkim.verify(sys.stdin.buffer.read(), dnsfunc=lambda name, timeout=5: record) else 1)',
].join('\n');
const hasDkimpy = spawnSync('python3', ['-c', 'import dkim']).status === 0;

/** It asks the resolver of the system only: in a mount namespace of its own that is the name server of the test. */
const opendkim = [
  'resolver=$(mktemp)',
  'echo "nameserver 127.0.0.97" > "$resolver"',
  'mount --bind "$resolver" /etc/resolv.conf',
  'rm "$resolver"',
  'exec opendkim-testmsg',
].join('\n');
const hasOpendkim =
  existsSync('/usr/sbin/opendkim-testmsg') && spawnSync('unshare', ['--mount', 'true']).status === 0;

const waitMs = 20_000;

/** What it says about the message; nothing for one that verifies. */
function verifiedByOpendkim(message: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(
      'unshare',
      ['--mount', 'sh', '-e', '-c', opendkim],
      { timeout: waitMs },
      (error, _, text) => resolve(error === null ? text : text || String(error)),
    );
    child.stdin?.end(message);
  });
}

describe.skipIf(!hasPostfix)('a sending domain behind Postfix', () => {
  let receiver: SmtpRelay;
  let server: SendingServer;
  let names: TestNameServer;
  let listener: Awaited<ReturnType<typeof startSmtpListener>>;
  let postfix: Awaited<ReturnType<typeof openPostfix>>;
  let greylist: Greylist;
  /** Another one, where the email of `grey.test` comes to. */
  let strict: Awaited<ReturnType<typeof openPostfix>>;
  let record = '';
  let zone: Zone = {};
  beforeAll(async () => {
    receiver = await openSmtpRelay();
    const [port, strictPort] = [await freePort(), await freePort()];
    server = await openSendingServer(databaseKinds[0] ?? 'embedded', {
      SMTP_RELAY_URL: `smtp://127.0.0.1:${port}`,
      PUBLIC_URL: 'https://mail.host.test',
    });
    const smtp = { host: '127.0.0.1', port: 0, isExplicit: true, tls: null };
    listener = await startSmtpListener({ ...server.host, config: { ...server.host.config, smtp } });
    postfix = await openPostfix(port, {
      'reader.test': receiver.port,
      'shop.test': receiver.port,
      'bounce.shop.test': listener?.port ?? 0,
      'grey.test': strictPort,
    });
    greylist = await openGreylist();
    strict = await openPostfix(strictPort, { 'grey.test': receiver.port }, greylist.port);
    const account = server.account.account_sid;
    const caller = { account, user: null, role: 'owner', region: 'global', access: 'owner' } as const;
    const { row, keys } = await createDomain(server.host, caller, { domain: 'shop.test' });
    record = dkimRecord(keys[0]?.public_key ?? '');
    zone = {
      'pb1._domainkey.shop.test': { txt: [record] },
      'bounce.shop.test': { mx: [[10, 'mail.host.test']] },
    };
    names = await openNameServer(zone);
    domainDns(server.host).options = { servers: [names.address], timeout_ms: 1_000 };
    await validateDomain(server.host, caller, String(row.id));
    expect((await fetchDomain(server.host, caller, String(row.id))).row).toMatchObject({
      signs: 1,
      returns: 1,
    });
  }, startTimeoutMs);
  afterAll(async () => {
    await postfix?.stop();
    await strict?.stop();
    await greylist?.close();
    await listener?.close();
    await server.close();
    await names.close();
    await receiver.close();
  });

  const send = (to: string) => server.send(to, { from: 'ann@shop.test', html: '<p>Grüße</p>' });
  const takenBy = async (to: string) => {
    const find = () => receiver.messages.find(({ recipient }) => recipient === to);
    await expect.poll(find, { timeout: waitMs }).toBeDefined();
    return Buffer.from(find()?.text ?? '');
  };
  const toAuthor = () => receiver.messages.filter(({ recipient }) => recipient === 'ann@shop.test');
  const events = (id: string) => async () => (await server.events(id)).map(({ event }) => event);

  it('passes DKIM at the receiver', async () => {
    await send('well@reader.test');
    const dns = { servers: [names.address], timeout_ms: 1_000 };
    const message = await takenBy('well@reader.test');
    const now = server.host.clock.now();
    const envelope = { sender: 'ann@shop.test', clientIp: '127.0.0.1', helo: null };
    const { dkim } = await authenticateSender(message, { envelope, dns, now });
    expect(dkim).toBe('{@shop.test : pass}');
  }, 60_000);

  it.skipIf(!hasDkimpy)(
    'passes DKIM with dkimpy',
    async () => {
      await send('python@reader.test');
      const input = await takenBy('python@reader.test');
      expect(spawnSync('python3', ['-c', dkimpy, record], { input }).status).toBe(0);
      const changed = Buffer.from(input.toString().replace('Subject: Hello', 'Subject: Hullo'));
      expect(spawnSync('python3', ['-c', dkimpy, record], { input: changed }).status).toBe(1);
    },
    60_000,
  );

  it.skipIf(!hasOpendkim)(
    'passes DKIM with OpenDKIM',
    async () => {
      await send('open@reader.test');
      const message = await takenBy('open@reader.test');
      const system = await openNameServer(zone, { isSystem: true });
      try {
        expect(await verifiedByOpendkim(message)).toBe('');
        const changed = Buffer.from(message.toString().replace('Subject: Hello', 'Subject: Hullo'));
        expect(await verifiedByOpendkim(changed)).toContain('Bad signature');
      } finally {
        await system.close();
      }
    },
    60_000,
  );

  it('gets a bounce as an event', async () => {
    receiver.replies.push('550 5.1.1 No such user');
    const id = await send('gone@reader.test');
    await expect.poll(events(id), { timeout: waitMs }).toEqual(['processed', 'delivered', 'bounce']);
    expect((await server.events(id)).at(-1)).toMatchObject({ status: '5.1.1', type: 'bounce' });
  }, 60_000);

  it('gets a delay of a receiver that greylists as an event, and delivers after all', async () => {
    receiver.replies.push(...Array.from({ length: 2 }, () => '451 4.7.1 Greylisted, try again'));
    const id = await send('grey@reader.test');
    await expect.poll(events(id), { timeout: waitMs }).toEqual(['processed', 'delivered', 'deferred']);
    // Once it has told of the delay, Postfix sometimes makes no further attempt for more than a minute.
    await postfix.flush();
    await takenBy('grey@reader.test');
    expect(toAuthor()).toEqual([]);
  }, 60_000);

  it('gets the delay of another Postfix that greylists as an event, and delivers after all', async () => {
    const [one, other] = ['one@grey.test', 'other@grey.test'];
    const ids = [await send(one), await send(other)];
    for (const to of [one, other]) await takenBy(to);
    for (const id of ids) {
      await expect.poll(events(id), { timeout: waitMs }).toEqual(['processed', 'delivered', 'deferred']);
      expect((await server.events(id)).at(-1)).toMatchObject({
        response: expect.stringContaining('Greylisted'),
      });
    }
    for (const to of [one, other]) {
      expect(greylist.deferred.filter((each) => each.endsWith(`> ${to}`)).length).toBeGreaterThan(0);
      expect(receiver.messages.filter(({ recipient }) => recipient === to)).toHaveLength(1);
    }
    expect(toAuthor()).toEqual([]);
  }, 60_000);
});

describe.skipIf(!hasPostfix)('a relay that greylists', () => {
  it('defers the first attempt, with an event, and takes the next one', async () => {
    const receiver = await openSmtpRelay();
    const greylist = await openGreylist();
    const port = await freePort();
    const postfix = await openPostfix(port, { 'reader.test': receiver.port }, greylist.port);
    const server = await openSendingServer(databaseKinds[0] ?? 'embedded', {
      SMTP_RELAY_URL: `smtp://127.0.0.1:${port}`,
    });
    try {
      const id = await server.send('kim@reader.test', { from: 'ann@shop.test' });
      const kinds = async () => (await server.events(id)).map(({ event }) => event);
      await expect.poll(kinds, { timeout: waitMs }).toEqual(['processed', 'deferred']);
      expect((await server.events(id)).at(-1)).toMatchObject({
        attempt: '1',
        response: expect.stringContaining('Greylisted'),
      });
      expect(receiver.messages).toEqual([]);
      const isLongSeen = async () => {
        server.advanceClock(5 * 60_000);
        return kinds();
      };
      await expect.poll(isLongSeen, { timeout: waitMs, interval: 500 }).toContain('delivered');
      expect((await kinds()).filter((kind) => kind !== 'deferred')).toEqual(['processed', 'delivered']);
      await expect
        .poll(() => receiver.messages.map(({ recipient }) => recipient))
        .toEqual(['kim@reader.test']);
    } finally {
      await server.close();
      await postfix.stop();
      await greylist.close();
      await receiver.close();
    }
  }, 60_000);
});
