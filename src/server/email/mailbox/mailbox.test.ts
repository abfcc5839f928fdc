import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { removeExpiredData } from '../../retention/service.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { listRecipients } from '../messages/store.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';

describe.each(databaseKinds)('the built-in mailbox, %s', (kind) => {
  let mail: SendingServer;
  beforeAll(async () => {
    mail = await openSendingServer(kind);
  }, startTimeoutMs);
  afterAll(() => mail.close());

  const suppressed = async (list: string, email: string) => {
    const found = await (await mail.call('GET', emailPaths.suppression(list, email))).json();
    return (found as unknown[]).length === 1;
  };

  it('receives email that the unmodified client library sends', async () => {
    const id = await mail.send('kim@reader.test', {
      ...{ categories: ['news', 'autumn'], customArgs: { order: '7', email: 'mine' }, ipPoolName: 'bulk' },
    });
    const [processed, delivered] = await mail.waitForEvents(id, ['processed', 'delivered']);
    const fields = { email: 'kim@reader.test', category: ['news', 'autumn'], order: '7' };
    expect(processed).toMatchObject({ ...fields, sg_message_id: `${id}.0` });
    expect(processed?.pool).toEqual({ name: 'bulk', id: expect.any(Number) });
    expect(delivered).not.toHaveProperty('pool');
    expect(delivered).toMatchObject({ ...fields, 'smtp-id': `<${id}.0@sender.test>`, tls: 0 });
    expect(processed?.sg_event_id).not.toBe(delivered?.sg_event_id);
  });

  it('bounces, blocks and defers by test address', async () => {
    const bounced = await mail.send('bounce@mailbox.test');
    const [, bounce] = await mail.waitForEvents(bounced, ['processed', 'bounce']);
    const invalid = { type: 'bounce', status: '5.1.1', bounce_classification: 'Invalid Address' };
    expect(bounce).toMatchObject({ ...invalid, reason: expect.stringContaining('550') });
    expect(await suppressed('bounces', 'bounce@mailbox.test')).toBe(true);

    const blocked = await mail.send('blocked@mailbox.test');
    const [, block] = await mail.waitForEvents(blocked, ['processed', 'bounce']);
    expect(block).toMatchObject({ type: 'blocked', status: '5.7.1', bounce_classification: 'Reputation' });
    expect(await suppressed('blocks', 'blocked@mailbox.test')).toBe(true);
    // A block was about one mail: the next one is tried again.
    await mail.waitForEvents(await mail.send('blocked@mailbox.test'), ['processed', 'bounce']);

    const deferred = await mail.send('deferred@mailbox.test');
    await mail.waitForEvents(deferred, ['processed', 'deferred']);
    mail.advanceClock(60_000);
    await mail.waitForEvents(deferred, ['processed', 'deferred', 'deferred']);
    mail.advanceClock(120_000);
    const [, first, second] = await mail.waitForEvents(deferred, [
      ...['processed', 'deferred', 'deferred', 'delivered'],
    ]);
    expect([first?.attempt, second?.attempt]).toEqual(['1', '2']);
  });

  it('drops suppressed recipients, unless the message bypasses the list', async () => {
    const drop = async (to: string, reason: string, more?: object) => {
      const [event] = await mail.waitForEvents(await mail.send(to, more), ['dropped']);
      expect(event).toMatchObject({ reason, status: '5.0.0', email: to });
    };
    await drop('bounce@mailbox.test', 'Bounced Address');
    await drop('nobody@-broken-', 'Invalid');
    expect(await suppressed('invalid_emails', 'nobody@-broken-')).toBe(true);
    await mail.call('POST', '/v3/asm/suppressions/global', { recipient_emails: ['gone@reader.test'] });
    await drop('gone@reader.test', 'Unsubscribed Address');
    const group = { name: 'News', description: 'Weekly' };
    const { id } = (await (await mail.call('POST', emailPaths.groups, group)).json()) as { id: number };
    const leaver = { recipient_emails: ['left@reader.test'] };
    await mail.call('POST', emailPaths.groupSuppressions(id), leaver);
    await drop('left@reader.test', 'Unsubscribed Address', { asm: { groupId: id } });
    await mail.waitForEvents(await mail.send('left@reader.test'), ['processed', 'delivered']);
    const bypass = { mailSettings: { bypassListManagement: { enable: true } } };
    await mail.waitForEvents(await mail.send('gone@reader.test', bypass), ['processed', 'delivered']);
  });

  it('drops what the spam check of the request takes for spam', async () => {
    const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
    const check = (threshold: number) => ({ mailSettings: { spamCheck: { enable: true, threshold } } });
    const dropped = await mail.send('kim@reader.test', { text: gtube, ...check(10) });
    const [event] = await mail.waitForEvents(dropped, ['dropped']);
    expect(event).toMatchObject({ reason: 'Spam Content', status: '5.0.0' });
    expect(await suppressed('invalid_emails', 'kim@reader.test')).toBe(false);
    const link = { text: 'http://192.0.2.7/' };
    await mail.waitForEvents(await mail.send('kim@reader.test', { ...link, ...check(1) }), ['dropped']);
    await mail.waitForEvents(await mail.send('kim@reader.test', { ...link, ...check(2) }), [
      ...['processed', 'delivered'],
    ]);
    await mail.waitForEvents(await mail.send('kim@reader.test', { text: gtube }), ['processed', 'delivered']);
  });

  it('delivers to internationalized host names', async () => {
    await mail.waitForEvents(await mail.send('kim@b\u00fccher.test'), ['processed', 'delivered']);
    const [event] = await mail.waitForEvents(await mail.send(`kim@${'\u00fc'.repeat(63)}.test`), ['dropped']);
    expect(event).toMatchObject({ reason: 'Invalid' });
  });

  it('reports spam for the test address', async () => {
    await mail.waitForEvents(await mail.send('spam@mailbox.test'), ['processed', 'delivered', 'spamreport']);
    expect(await suppressed('spam_reports', 'spam@mailbox.test')).toBe(true);
  });

  it('delays until send_at', async () => {
    const at = Math.floor(mail.host.clock.now() / 1000) + 3600;
    const id = await mail.send('later@reader.test', { sendAt: at });
    const [processed] = await mail.waitForEvents(id, ['processed']);
    expect(processed).toMatchObject({ send_at: at });
    mail.advanceClock(3_601_000);
    await mail.waitForEvents(id, ['processed', 'delivered']);
  });

  it('is emptied by data retention, which keeps suppressions', async () => {
    mail.advanceClock(31 * 86_400_000);
    const counts = await removeExpiredData(mail.host, async () => {});
    expect(counts?.mails).toBeGreaterThan(5);
    const { rows } = await listRecipients(
      mail.host.database.read,
      { account: mail.account.account_sid, region: 'global' },
      { size: 50, from: null },
    );
    expect(rows).toEqual([]);
    expect(await suppressed('bounces', 'bounce@mailbox.test')).toBe(true);
  });
});
