/** The limit of emails in a month, on each database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';

const overQuota = { event: 'dropped', reason: 'Recipient List over Package Quota' };

describe.each(databaseKinds)('the monthly limit of recipients, %s', (kind) => {
  let mail: SendingServer;
  beforeAll(async () => {
    mail = await openSendingServer(kind, { EMAIL_MONTHLY_LIMIT: '3' });
  }, startTimeoutMs);
  afterAll(() => mail.close());

  it('drops recipients beyond it, and begins again with the next month', async () => {
    const nobody = await mail.send('nobody@-broken-');
    expect(await mail.waitForEvents(nobody, ['dropped'])).toMatchObject([{ reason: 'Invalid' }]);
    for (const to of ['a@reader.test', 'b@reader.test', 'c@reader.test']) {
      await mail.waitForEvents(await mail.send(to), ['processed', 'delivered']);
    }
    const beyond = await mail.send('d@reader.test');
    expect(await mail.waitForEvents(beyond, ['dropped'])).toMatchObject([overQuota]);
    mail.advanceClock(31 * 86_400_000);
    await mail.waitForEvents(await mail.send('e@reader.test'), ['processed', 'delivered']);
  });

  it('is not exceeded by concurrent requests', async () => {
    mail.advanceClock(31 * 86_400_000);
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, index) => mail.send(`f${index}@reader.test`)),
    );
    const firsts = await Promise.all(ids.map(async (id) => (await mail.events(id))[0]?.event));
    expect(firsts.filter((event) => event === 'processed')).toHaveLength(3);
  });
});
