import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';

const minute = 60_000;

describe.each(databaseKinds)('sending within the limits of a domain, %s', (kind) => {
  let relay: SmtpRelay;
  let mail: SendingServer;
  beforeAll(async () => {
    relay = await openSmtpRelay();
    const limits = { SMTP_DOMAIN_CONNECTIONS: '2', SMTP_DOMAIN_RATE: '1' };
    mail = await openSendingServer(kind, { SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}`, ...limits });
  }, startTimeoutMs);
  afterAll(async () => {
    await mail.close();
    await relay.close();
  });

  const taken = (recipient: string) => relay.messages.filter((each) => each.recipient === recipient).length;
  /** Resolves once the job of that email has been held. */
  const held = (id: string, problem: string) =>
    expect
      .poll(async () => {
        const { read } = mail.host.database;
        const recipients = read.selectFrom('outbound_recipients').selectAll().where('mail', '=', id);
        const { sid } = await recipients.executeTakeFirstOrThrow();
        const jobs = read.selectFrom('jobs').selectAll().where('key', '=', `mail-send:${sid}`);
        const job = await jobs.executeTakeFirst();
        return job?.problem;
      })
      .toContain(problem);

  it('pauses a domain that asks for less, and no other, and loses nothing', async () => {
    relay.replies.push('421 4.7.0 Too many messages');
    const first = await mail.send('one@busy.test');
    await mail.waitForEvents(first, ['processed', 'deferred']);
    const second = await mail.send('two@busy.test');
    await held(second, 'asked for less');
    const other = await mail.send('kim@quick.test');
    await mail.waitForEvents(other, ['processed', 'delivered']);
    // What waited was not attempted: the receiver of events hears of no deferral.
    await mail.waitForEvents(second, ['processed']);
    expect(taken('two@busy.test')).toBe(0);
    for (const id of [second, first]) {
      await expect
        .poll(async () => {
          await mail.advanceIdleClock(minute);
          return (await mail.events(id)).at(-1)?.event;
        })
        .toBe('delivered');
    }
    expect([taken('one@busy.test'), taken('two@busy.test')]).toEqual([1, 1]);
  }, 30_000);

  it('sends no more at once than is set, while other domains go on', async () => {
    relay.replies.push('hang', 'hang');
    const hanging = [await mail.send('one@slow.test'), await mail.send('two@slow.test')];
    // The second one waits for its minute.
    await expect
      .poll(() => {
        mail.advanceClock(minute);
        return relay.replies.length;
      })
      .toBe(0);
    const third = await mail.send('three@slow.test');
    await held(third, 'at once');
    const other = await mail.send('kim@quick.test');
    await mail.waitForEvents(other, ['processed', 'delivered']);
    expect(taken('three@slow.test')).toBe(0);
    relay.dropConnections();
    for (const id of [...hanging, third]) {
      await expect
        .poll(async () => {
          mail.advanceClock(minute);
          return (await mail.events(id)).at(-1)?.event;
        })
        .toBe('delivered');
    }
  }, 30_000);

  it('sends no more in a minute than is set', async () => {
    await mail.waitForEvents(await mail.send('one@few.test'), ['processed', 'delivered']);
    const second = await mail.send('two@few.test');
    await held(second, 'in a minute');
    await mail.waitForEvents(await mail.send('kim@quick.test'), ['processed', 'delivered']);
    mail.advanceClock(3 * minute);
    await mail.waitForEvents(second, ['processed', 'delivered']);
  }, 30_000);
});
