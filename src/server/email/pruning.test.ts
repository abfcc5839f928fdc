/**
 * As `../pruning.test.ts` for email: on PostgreSQL, with its tables in partitions by shard, each statement of receiving,
 * posting, sending and tracking an email looks into one partition, and so does what writes its events (docs/decisions/047).
 */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import type { Database } from '../platform/database/database.ts';
import { shardOfAccount, shardOfContent, shardOfOutboundMail } from '../platform/database/shard.ts';
import { createAddressGuard, createOutboundAgent } from '../platform/outbound/address-guard.ts';
import { EventReceiver } from '../testing/event-receiver.ts';
import { type AcrossShards, createPartitions, findUnpruned } from '../testing/partitioned-schema.ts';
import { recordPostgres } from '../testing/postgres-exchanges.ts';
import { findExpensive, multiplyRows } from '../testing/rows-at-volume.ts';
import { startTimeoutMs } from '../testing/running-server.ts';
import { startEventDelivery } from './events/delivery/deliver.ts';
import { type InboundServer, openInboundServer } from './testing/inbound-server.ts';
import { openSendingServer, type SendingServer } from './testing/sending-server.ts';
import { createTrackingLinks } from './tracking/signed-links.ts';

/** What workers do all the time. */
const background: readonly AcrossShards[] = [
  ['jobs', 'from "jobs" where "dead_at" is null', 'jobs that are due'],
  ['jobs', 'update "jobs" set "lease_until"', 'the claim of several of them'],
  ['executions', `"status" = 'active' and "due_at"`, 'timers that are due'],
];

const emails = 12;
const numbers = Array.from({ length: emails }, (_, index) => index);

type Row = Record<string, unknown>;

const rowsOf = async ({ read }: Database, table: string) =>
  (await sql<Row>`select * from ${sql.table(table)}`.execute(read)).rows;

describe('received email in partitions by shard', () => {
  let inbound: InboundServer;
  beforeAll(async () => {
    inbound = await openInboundServer('PostgreSQL');
    await inbound.addParseSetting('one.test');
    await inbound.addParseSetting('two.test');
    await createPartitions(inbound.running.ctx.database);
  }, startTimeoutMs);
  afterAll(() => inbound.close());

  /** Emails to two host names, one of several parts; the first post is to be repeated. */
  async function act(): Promise<void> {
    const before = inbound.receiver.posts.length;
    inbound.receiver.replies.push(500);
    for (const number of numbers) {
      const text = 'x'.repeat(number === 0 ? 1_000_000 : 10);
      await inbound.send({
        from: 'ann@example.com',
        to: ['a@one.test', 'b@two.test'],
        subject: 'Hello',
        text,
      });
    }
    await inbound.waitForPosts(before + 2 * emails);
    inbound.running.advanceClock(60_000);
    await inbound.waitForPosts(before + 2 * emails + 1);
  }

  it('each statement reads one partition, but for those that are named', async () => {
    const sent = await recordPostgres(act);
    const { database } = inbound.running.ctx;
    const { statements, wrong } = await findUnpruned(database, sent, [], background);
    expect(statements).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });

  it('each row is in the shard of its content, and those of one account are in several', async () => {
    await act();
    await expect.poll(() => inbound.contentCount()).toBe(0);
    const { database } = inbound.running.ctx;
    const mails = await rowsOf(database, 'inbound_mails');
    expect(mails.filter(({ content, shard }) => shard !== shardOfContent(String(content)))).toEqual([]);
    expect(new Set(mails.map(({ shard }) => shard)).size).toBeGreaterThan(emails / 3);
    const shards = new Map(mails.map(({ id, shard }) => [id, shard]));
    const attempts = await rowsOf(database, 'inbound_attempts');
    expect(attempts.length).toBeGreaterThan(2 * emails);
    expect(attempts.filter(({ mail, shard }) => shard !== shards.get(mail))).toEqual([]);
  });

  it(
    'each statement reads few pages of tables with many rows',
    async () => {
      const { database } = inbound.running.ctx;
      const sent = await recordPostgres(act);
      const grown = await multiplyRows(database, 30_000);
      expect(grown).toEqual(expect.arrayContaining(['inbound_mails', 'inbound_attempts']));
      const { run, expensive } = await findExpensive(database, sent);
      expect(run).toBeGreaterThan(10);
      expect(expensive).toEqual([]);
    },
    startTimeoutMs,
  );
});

describe('sent email in partitions by shard', () => {
  let mail: SendingServer;
  let receiver: EventReceiver;
  const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));

  beforeAll(async () => {
    mail = await openSendingServer('PostgreSQL');
    receiver = await new EventReceiver().start();
    const kinds = { processed: true, delivered: true, open: true, click: true, dropped: true, bounce: true };
    const made = await mail.call('POST', emailPaths.eventWebhooks, { url: receiver.url, ...kinds });
    expect(made.ok).toBe(true);
    await createPartitions(mail.host.database);
  }, startTimeoutMs);
  afterAll(async () => {
    await receiver.stop();
    await mail.close();
    await agent.destroy();
  });

  /** The queue of an event webhook is over all shards, as its events are posted in one order. */
  const acrossShards: readonly AcrossShards[] = [
    ['event_queue', 'with recursive steps', 'queues that are due'],
    ['event_lanes', 'with recursive steps', 'queues that are due'],
    ['event_queue', 'from "event_queue" as "q"', 'the queue of a webhook is read in order'],
    ['mail_events', 'from "event_queue" as "q"', 'the queue of a webhook is read in order'],
    ['event_queue', 'delete from "event_queue"', 'what was posted is removed by its numbers'],
  ];

  /** The pixel and a link of an email. */
  async function visit(id: string): Promise<void> {
    const links = await createTrackingLinks(mail.host, await mail.stored(id));
    expect((await fetch(links.open)).status).toBe(200);
    const link = links.click('https://shop.example/', 0, 'html');
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(302);
    await mail.waitForEvents(id, ['processed', 'delivered', 'open', 'click']);
  }

  /** Emails with an attachment, one to an address that bounces, opened and clicked; all events are posted. */
  async function act(): Promise<void> {
    const before = receiver.events().length;
    const delivery = startEventDelivery(mail.host, { agent });
    try {
      for (const number of numbers) {
        const id = await mail.send(`reader${number}@example.com`, {
          html: '<a href="https://shop.example/">Shop</a>',
          attachments: [{ content: 'aGk=', filename: 'a.txt' }],
        });
        await mail.waitForEvents(id, ['processed', 'delivered']);
        if (number === 0) await visit(id);
      }
      await mail.waitForEvents(await mail.send(`bounce+${before}@mailbox.test`), ['processed', 'bounce']);
      await expect.poll(() => receiver.events().length).toBe(before + 2 * emails + 4);
    } finally {
      await delivery.stop();
    }
  }

  it('each statement reads one partition, but for those that are named', async () => {
    const sent = await recordPostgres(act);
    const { statements, wrong, unused } = await findUnpruned(
      mail.host.database,
      sent,
      acrossShards,
      background,
    );
    expect(statements).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
    expect(unused).toEqual([]);
  });

  it('each row is in the shard of its email, and those of one account are in several', async () => {
    await act();
    const { database } = mail.host;
    const mails = await rowsOf(database, 'outbound_mails');
    expect(new Set(mails.map(({ shard }) => shard)).size).toBeGreaterThan(emails / 3);
    const shardOf = ({ id, mail: of, message, account }: Row) =>
      message === null ? shardOfAccount(String(account)) : shardOfOutboundMail(String(message ?? of ?? id));
    const tables =
      'outbound_mails outbound_personalizations outbound_attachments outbound_recipients mail_events';
    for (const table of tables.split(' ')) {
      const rows = await rowsOf(database, table);
      expect([table, rows.length]).not.toEqual([table, 0]);
      expect([table, rows.filter((row) => row.shard !== shardOf(row))]).toEqual([table, []]);
    }
  });

  it(
    'each statement reads few pages of tables with many rows',
    async () => {
      const { database } = mail.host;
      const sent = await recordPostgres(act);
      const grown = await multiplyRows(database, 30_000);
      expect(grown).toEqual(expect.arrayContaining(['outbound_mails', 'outbound_recipients', 'mail_events']));
      const { run, expensive } = await findExpensive(database, sent);
      expect(run).toBeGreaterThan(15);
      expect(expensive).toEqual([]);
    },
    startTimeoutMs,
  );
});
