/** The emails, events and queues that a database of the version before has are kept, and are in their shards, with their jobs. */

import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { isPostgres } from '../../../dialect.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { shardOfAccount, shardOfContent, shardOfOutboundMail, shardOfWebhook } from '../../../shard.ts';
import { shardsOfEmails } from '../045-shards-of-emails.ts';
import type { Upgrade } from './upgrade.ts';

type Row = Record<string, string | number | Uint8Array | null>;

const count = 600;
const accounts = ['AC1', 'AC2'];
const numbers = Array.from({ length: count }, (_, index) => index);
const token = (text: string) => hash('md5', text);
const contentOf = (index: number) => token(`content ${index}`);
/** Two emails share a content. */
const inboundId = (index: number) => token(`inbound ${index}`);
const outboundId = (index: number) => Buffer.from(token(`outbound ${index}`), 'hex').toString('base64url');
const accountOf = (index: number) => accounts[index % 2] ?? '';
const contentOfMail = new Map(
  numbers.map((index) => [inboundId(index), contentOf(Math.floor(index / 2))] as const),
);

/** In the order in which they can be inserted. */
const rows: Record<string, Row[]> = {
  accounts: accounts.map((sid) => ({ sid, name: 'A', user: `US${sid}`, token_hash: '', created_at: 0 })),
  event_webhooks: accounts.map((account) => ({
    ...{ account, region: 'global', id: `webhook of ${account}`, url: '', enabled: 1, kinds: '[]' },
    ...{ created_at: 0, updated_at: 0 },
  })),
  inbound_parts: numbers
    .slice(0, count / 2)
    .flatMap((index) =>
      [0, 1].map((seq) => ({ content: contentOf(index), seq, bytes: new Uint8Array([seq]), created_at: 0 })),
    ),
  inbound_mails: [...contentOfMail].map(([id, content], index) => ({
    ...{ id, account: accountOf(index), region: 'global', hostname: 'x.test', content, size: 2, sender: '' },
    ...{ recipients: '[]', client_ip: '', status: 'waiting', attempts: 1, received_at: 0 },
  })),
  inbound_attempts: [...contentOfMail.keys()].map((mail) => ({ mail, number: 1, latency_ms: 0, made_at: 0 })),
  outbound_mails: numbers.map((index) => ({
    ...{ id: outboundId(index), account: accountOf(index), region: 'global', shared: '{}', created_at: 0 },
  })),
  outbound_personalizations: numbers.map((index) => ({ mail: outboundId(index), number: 0, value: '{}' })),
  outbound_attachments: numbers.map((index) => ({
    ...{ mail: outboundId(index), number: 0, filename: '', type: '', inline: 0, bytes: new Uint8Array([1]) },
  })),
  outbound_recipients: numbers.map((index) => ({
    ...{ sid: `EM${index}`, account: accountOf(index), region: 'global', mail: outboundId(index), number: 0 },
    ...{ personalization: 0, email: '', sender: '', subject: '', status: 'waiting', in_mailbox: 0 },
    ...{ attempts: 0, response: '', send_at: 0, created_at: 0 },
  })),
  mail_events: numbers.map((index) => ({
    ...{ seq: index + 1, account: accountOf(index), region: 'global', id: `event ${index}`, kind: 'open' },
    ...{ message: index % 10 === 0 ? null : `${outboundId(index)}.0`, payload: '{}', created_at: 0 },
  })),
  event_queue: numbers.map((index) => ({
    ...{ webhook: `webhook of ${accountOf(index)}`, event: index + 1, queued_at: 0 },
  })),
  event_lanes: accounts.map((account) => ({
    ...{ webhook: `webhook of ${account}`, lease_until: 0, due_at: 0, failures: 0 },
  })),
  event_attempts: numbers.map((index) => ({
    ...{ id: `ED${index}`, webhook: `webhook of ${accountOf(index)}`, account: accountOf(index) },
    ...{ region: 'global', runs: '[]', events: 0, kinds: '{}', latency_ms: 0, given_up: 0, is_test: 0 },
    ...{ made_at: 0 },
  })),
  jobs: [
    ...[...contentOfMail.keys()].map((id) => ['parse-post', `mail:${id}`]),
    ...numbers.map((index) => ['mail-send', `mail-send:EM${index}`]),
    ...[
      ['event-test', 'event-test:1'],
      ['mail-send', 'mail-send:of a deleted one'],
    ],
  ].map(([kind = '', key = '']) => ({
    ...{ key, shard: shardOfAccount('AC1'), kind, account: 'AC1', payload: '{}', run_at: 0, lease_until: 0 },
    ...{ attempts: 0, created_at: 0 },
  })),
};

const tables = Object.keys(rows).filter((name) => name !== 'accounts' && name !== 'event_webhooks');

const shardOfMail = (id: unknown) => shardOfContent(contentOfMail.get(String(id)) ?? '');
const shardOfEvent = (index: number) =>
  index % 10 === 0 ? shardOfAccount(accountOf(index)) : shardOfOutboundMail(outboundId(index));

/** What the shard of each row has to be. */
const expected: Record<string, (row: Row) => number> = {
  inbound_parts: ({ content }) => shardOfContent(String(content)),
  inbound_mails: ({ content }) => shardOfContent(String(content)),
  inbound_attempts: ({ mail }) => shardOfMail(mail),
  outbound_mails: ({ id }) => shardOfOutboundMail(String(id)),
  outbound_personalizations: ({ mail }) => shardOfOutboundMail(String(mail)),
  outbound_attachments: ({ mail }) => shardOfOutboundMail(String(mail)),
  outbound_recipients: ({ mail }) => shardOfOutboundMail(String(mail)),
  mail_events: ({ seq }) => shardOfEvent(Number(seq) - 1),
  event_queue: ({ event }) => shardOfEvent(Number(event) - 1),
  event_lanes: ({ webhook }) => shardOfWebhook(String(webhook)),
  event_attempts: ({ webhook }) => shardOfWebhook(String(webhook)),
  jobs({ key }) {
    const [, sent] = /^mail-send:EM(\d+)$/.exec(String(key)) ?? [];
    const [, received] = /^mail:(.+)$/.exec(String(key)) ?? [];
    if (sent !== undefined) return shardOfOutboundMail(outboundId(Number(sent)));
    return received === undefined ? shardOfAccount('AC1') : shardOfMail(received);
  },
};

async function fillVersionBefore(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(shardsOfEmails)));
  await database.write(async (tx) => {
    for (const [name, all] of Object.entries(rows)) {
      for (let from = 0; from < all.length; from += 200)
        await insertRows(tx, name, all.slice(from, from + 200));
    }
  });
}

async function insertRows(tx: Queries, name: string, some: readonly Row[]): Promise<void> {
  const columns = Object.keys(some[0] ?? {});
  const values: RawBuilder<unknown>[] = some.map(
    (row) => sql`(${sql.join(columns.map((column) => row[column]))})`,
  );
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const overriding = isPostgres(tx) ? sql`overriding system value` : sql``;
  await sql`insert into ${sql.table(name)} (${names}) ${overriding} values ${sql.join(values)}`.execute(tx);
}

async function expectUpgraded({ read }: Database): Promise<void> {
  for (const table of tables) {
    const { rows: found } = await sql<Row>`select * from ${sql.table(table)}`.execute(read);
    expect([table, found.length]).toEqual([table, rows[table]?.length]);
    const wrong = found.filter((row) => row.shard !== expected[table]?.(row));
    expect([table, wrong]).toEqual([table, []]);
  }
}

/** Nothing is left of emails that are deleted. */
async function expectCascades(database: Database): Promise<void> {
  await database.write(async (tx) => {
    await sql`delete from inbound_mails`.execute(tx);
    await sql`delete from outbound_mails`.execute(tx);
  });
  const children = 'inbound_attempts outbound_personalizations outbound_attachments outbound_recipients';
  for (const table of children.split(' ')) {
    const { rows: left } = await sql`select 1 from ${sql.table(table)}`.execute(database.read);
    expect([table, left]).toEqual([table, []]);
  }
}

async function indexesOf(db: Queries): Promise<string[]> {
  const { rows: found } = await sql<{ text: string }>`
    select indexdef as text from pg_indexes where schemaname = current_schema()
    union all select conname || pg_get_constraintdef(oid) || convalidated from pg_constraint where conrelid <> 0
    order by 1`.execute(db);
  return found.map(({ text }) => text);
}

/** As it is when the process was killed: some rows have their shard, one index is built, another is not valid. */
async function cutOff(db: Queries): Promise<void> {
  await sql`alter table inbound_mails add column shard smallint`.execute(db);
  await sql`
    update inbound_mails set shard = get_byte(decode(right(content, 2), 'hex'), 0)
    where account = 'AC1'`.execute(db);
  await sql`alter table inbound_mails add constraint inbound_mails_have_shard check (shard is not null) not valid`.execute(
    db,
  );
  await sql`alter table mail_events add column shard smallint`.execute(db);
  await sql`create unique index mail_events_pkey_with_shard on mail_events (seq, shard)`.execute(db);
  const failing = sql`create unique index concurrently inbound_parts_pkey_with_shard on inbound_parts (seq)`;
  await expect(failing.execute(db)).rejects.toThrow('could not create unique index');
}

async function upgrade(database: Database): Promise<void> {
  await fillVersionBefore(database);
  await migrate(database, 1);
  await expectUpgraded(database);
  await expectCascades(database);
}

export const shardsOfEmailsUpgrade: Upgrade = {
  title: 'emails, events and queues get their shard, also when the migration was cut off',
  first: shardsOfEmails,
  onSqlite: upgrade,
  async afterCutOff(database) {
    await fillVersionBefore(database);
    await database.session(cutOff);
    await migrate(database, 1);
    await expectUpgraded(database);
    const indexes = await indexesOf(database.read);
    expect(indexes.filter((each) => /_with_shard|have_shard/.test(each))).toEqual([]);
    await database.write((tx) =>
      tx.deleteFrom('migrations').where('name', '=', shardsOfEmails.name).execute(),
    );
    await migrate(database, 2);
    await expectUpgraded(database);
    expect(await indexesOf(database.read)).toEqual(indexes);
    await expectCascades(database);
  },
  onPostgres: upgrade,
};
