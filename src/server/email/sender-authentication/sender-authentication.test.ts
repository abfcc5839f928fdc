/** SPF, DKIM and DMARC of received email, from a DNS server to the posted form and the API. */

import { generateKeyPairSync } from 'node:crypto';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InboundEmailPage } from '#api/email/inbound.ts';
import { paths } from '#api/paths.ts';
import { openNameServer, type TestNameServer, type Zone } from '../../testing/name-server.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { senderDns } from '../inbound/parse-webhook/payload.ts';
import { PostQueue } from '../inbound/parse-webhook/post-queue.ts';
import { receiveEmail } from '../inbound/service/receive.ts';
import { type InboundServer, openInboundServer } from '../testing/inbound-server.ts';

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const dkimKey = `v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`;
const client = '192.0.2.10';

const zone: Zone = {
  'sender.test': { txt: ['v=spf1 ip4:192.0.2.0/28 -all', 'another text'] },
  'soft.test': { txt: ['v=spf1 ~all'] },
  'included.test': { txt: ['v=spf1 include:sender.test -all'] },
  'endless.test': { txt: ['v=spf1 include:endless.test -all'] },
  'slow.test': 'silent',
  'mx.sender.test': { txt: ['v=spf1 ip4:192.0.2.10 -all'] },
  's1._domainkey.sender.test': { txt: [dkimKey] },
  's1._domainkey.slow.test': 'silent',
  's1._domainkey.other.test': { txt: [dkimKey] },
  's1._domainkey.news.strict.test': { txt: [dkimKey] },
  '_dmarc.sender.test': { txt: ['v=DMARC1; p=reject; sp=quarantine'] },
  '_dmarc.strict.test': { txt: ['v=DMARC1; p=none; adkim=s; aspf=s'] },
  'news.strict.test': { txt: ['v=spf1 ip4:192.0.2.0/28 -all'] },
  '_dmarc.twice.test': { txt: ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] },
  '_dmarc.slow.test': 'silent',
};

async function compose(
  signed: readonly { domainName: string }[],
  { size = 10, from = 'Sam <sam@sender.test>' } = {},
): Promise<Buffer> {
  const text = `Hello there\n${'a line of the message\n'.repeat(size)}`;
  const composer = new MailComposer({ from, to: 'x@mail.test', subject: 'S', text });
  let message: Buffer = await composer.compile().build();
  for (const { domainName } of signed) {
    const signer = new DKIM({ domainName, keySelector: 's1', privateKey: keys.privateKey });
    const chunks: Buffer[] = [];
    for await (const chunk of signer.sign(message)) chunks.push(chunk as Buffer);
    message = Buffer.concat(chunks);
  }
  return message;
}

describe.each(databaseKinds)('the sender of received email, %s', (kind) => {
  let inbound: InboundServer;
  let dns: TestNameServer;
  beforeAll(async () => {
    inbound = await openInboundServer(kind);
    await inbound.addParseSetting('mail.test');
    await inbound.addParseSetting('raw.test', { send_raw: 1 });
    dns = await openNameServer(zone);
    senderDns(inbound.running.ctx).options = { servers: [dns.address], timeout_ms: 1_000 };
  }, startTimeoutMs);
  afterAll(async () => {
    await inbound.close();
    await dns.close();
  });

  const received = async (
    bytes: Buffer,
    { sender = 'sam@sender.test', clientIp = client, helo = 'mx.sender.test', to = 'x@mail.test' } = {},
  ) => {
    inbound.receiver.posts.length = 0;
    const chunks = async function* () {
      yield { bytes: new Uint8Array(bytes), isLast: true };
    };
    const envelope = { sender, recipients: [to], clientIp, helo };
    await receiveEmail(inbound.running.ctx, new PostQueue(inbound.running.ctx, null), envelope, chunks());
    await inbound.waitForPosts(1);
    const form = inbound.receiver.posts[0];
    return { SPF: form?.get('SPF'), dkim: form?.get('dkim') };
  };

  const lastMail = async () => {
    const response = await inbound.running.send(`${paths.inboundEmails}?PageSize=1`);
    return response.json<InboundEmailPage>().mails[0];
  };

  it('passes SPF and DKIM, also in a raw post', async () => {
    const message = await compose([{ domainName: 'sender.test' }]);
    const passed = { SPF: 'pass', dkim: '{@sender.test : pass}' };
    expect(await received(message)).toEqual(passed);
    expect(await received(message, { to: 'x@raw.test' })).toEqual(passed);
  });

  it.each([
    ['fail', { clientIp: '192.0.2.99' }],
    ['softfail', { sender: 'a@soft.test' }],
    ['pass', { sender: 'a@included.test' }],
    ['none', { sender: 'a@unknown.test' }],
    ['permerror', { sender: 'a@endless.test' }],
    ['temperror', { sender: 'a@slow.test' }],
    ['pass', { sender: '' }],
    ['none', { clientIp: '127.0.0.1' }],
    ['none', { clientIp: '::ffff:10.1.2.3' }],
  ])('has the SPF result %s for %j', async (result, envelope) => {
    expect(await received(await compose([]), envelope)).toEqual({ SPF: result, dkim: 'none' });
  });

  it('fails DKIM when the message was changed, and names each signature', async () => {
    const message = await compose([{ domainName: 'sender.test' }]);
    const changed = Buffer.from(message.toString().replace('Hello', 'Hullo'));
    expect((await received(changed)).dkim).toMatch(/^\{@sender\.test : (fail|neutral)\}$/);
    const twice = await compose([{ domainName: 'unknown.test' }, { domainName: 'sender.test' }]);
    expect((await received(twice)).dkim).toBe('{@sender.test : pass, @unknown.test : neutral}');
    const slow = await compose([{ domainName: 'slow.test' }]);
    expect((await received(slow)).dkim).toBe('{@slow.test : temperror}');
  }, 20_000);

  it.each([
    ['lines', 'X: y\r\n'.repeat(3_001)],
    ['lines of one field', `X: y\r\n${' z\r\n'.repeat(3_001)}`],
    ['names', `X: ${'a:'.repeat(12_001)}\r\n`],
    ['signatures behind a line that is no field', `no field\r\n${'DKIM-Signature: v=1\r\n'.repeat(5)}`],
    ['bytes', `X: ${'y'.repeat(270_000)}\r\n`],
  ])('has no DKIM result with more %s than are verified', async (_, more) => {
    const message = (await compose([{ domainName: 'sender.test' }])).toString();
    const [signature = ''] = /^DKIM-Signature:.*?\r\n(?=\S)/s.exec(message) ?? [];
    const longer = message.replace(signature, `${signature}${more}`);
    expect((await received(Buffer.from(longer))).dkim).toBe('none');
  });

  it('has a DKIM result with as many lines and names as are verified', async () => {
    const message = (await compose([{ domainName: 'sender.test' }])).toString();
    const more = `X: y${'\r\n z'.repeat(2_900)}\r\nY: ${'a:'.repeat(11_000)}\r\n`;
    expect((await received(Buffer.from(more + message))).dkim).toBe('{@sender.test : pass}');
  });

  it('takes no domain for a result', async () => {
    const message = await compose([{ domainName: 'sender.test' }]);
    const forged = message.toString().replace('d=sender.test', 'd=x : pass, @sender.test');
    expect((await received(Buffer.from(forged))).dkim).toMatch(/^\{@invalid : \w+\}$/);
  });

  const dmarcOf = async (
    from: string,
    signer: string | null,
    envelope: Parameters<typeof received>[1] = {},
  ) => {
    await received(await compose(signer === null ? [] : [{ domainName: signer }], { from }), envelope);
    await expect.poll(async () => (await lastMail())?.attempts).toBe(1);
    return (await lastMail())?.dmarc;
  };

  const dkimOnly = { clientIp: '192.0.2.99' };
  const [spf, dkim] = [['spf'], ['dkim']];
  const reject = { domain: 'sender.test', policy: 'reject' };
  const subdomain = { domain: 'news.sender.test', policy: 'quarantine' };
  const none = { result: 'none', domain: null, policy: null, aligned: [] };

  it.each([
    [
      'passes by both',
      'sam@sender.test',
      'sender.test',
      {},
      { ...reject, result: 'pass', aligned: ['spf', 'dkim'] },
    ],
    ['passes by SPF', 'sam@sender.test', 'other.test', {}, { ...reject, result: 'pass', aligned: spf }],
    [
      'passes by DKIM',
      'sam@sender.test',
      'sender.test',
      dkimOnly,
      { ...reject, result: 'pass', aligned: dkim },
    ],
    ['fails', 'sam@sender.test', 'other.test', dkimOnly, { ...reject, result: 'fail', aligned: [] }],
    [
      'passes for a subdomain',
      'a@news.sender.test',
      null,
      {},
      { ...subdomain, result: 'pass', aligned: spf },
    ],
    [
      'fails for a subdomain',
      'a@news.sender.test',
      null,
      dkimOnly,
      { ...subdomain, result: 'fail', aligned: [] },
    ],
    [
      ...(['fails where only the same domain is aligned', 'a@strict.test', 'news.strict.test'] as const),
      ...([
        { sender: 'a@news.strict.test' },
        { domain: 'strict.test', policy: 'none', result: 'fail' },
      ] as const),
    ],
    ['is none without a policy', 'a@unknown.test', null, {}, { ...none, domain: 'unknown.test' }],
    ['is none with two policies', 'a@twice.test', null, {}, { ...none, domain: 'twice.test' }],
    [
      'is unknown without DNS',
      'a@slow.test',
      null,
      {},
      { ...none, domain: 'slow.test', result: 'temperror' },
    ],
    ['has no single domain', 'a@sender.test, b@other.test', null, {}, { ...none, result: 'permerror' }],
    ['is none for a client here', 'sam@sender.test', null, { clientIp: '127.0.0.1' }, none],
    [
      ...([
        'passes by DKIM for a client here',
        'sam@sender.test',
        'sender.test',
        { clientIp: '127.0.0.1' },
      ] as const),
      { ...reject, result: 'pass', aligned: dkim },
    ],
  ])(
    'DMARC %s',
    async (_, from, signer, envelope, dmarc) => {
      expect(await dmarcOf(from, signer, envelope)).toMatchObject(dmarc);
    },
    20_000,
  );

  it('verifies a message that gets a thread of its own, in many pieces', async () => {
    const message = await compose([{ domainName: 'sender.test' }], { size: 45_000 });
    expect((await received(message)).dkim).toBe('{@sender.test : pass}');
  });

  it('keeps the verdicts of the first attempt', async () => {
    inbound.receiver.replies.push(503);
    await received(await compose([{ domainName: 'sender.test' }]));
    senderDns(inbound.running.ctx).options = { servers: ['127.0.0.1:9'], timeout_ms: 100 };
    // The clock moves once and after the attempt was stored: otherwise its lease runs out, and it is made twice.
    await expect.poll(async () => (await lastMail())?.attempts).toBe(1);
    inbound.running.advanceClock(40_000);
    await expect.poll(() => inbound.receiver.posts.length).toBe(2);
    const form = inbound.receiver.posts[1];
    expect([form?.get('SPF'), form?.get('dkim')]).toEqual(['pass', '{@sender.test : pass}']);
  });
});
