/** The shard of emails, of what belongs to them, and of events with their queues, and keys that contain it (docs/decisions/047). */

import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../database.ts';
import { isPostgres } from '../../dialect.ts';
import type { Migration } from '../migration.ts';
import { addShards } from './add-shards.ts';
import { primary, replaceKeys, unique } from './replace-keys.ts';

/** Where the row of another table with the same email or event has it already. */
const ofEmail = (mails: string) => (table: string) =>
  sql`(select m.shard from ${sql.table(mails)} m where m.id = ${sql.ref(`${table}.mail`)})`;

/** In this order: those that a shard is taken from first. */
const tables: readonly [name: string, shard: (table: string, db: Queries) => RawBuilder<unknown>][] = [
  ['inbound_parts', (_, db) => ofContent(db)],
  ['inbound_mails', (_, db) => ofContent(db)],
  ['inbound_attempts', ofEmail('inbound_mails')],
  ['outbound_mails', (_, db) => ofOutboundId(db, sql.ref('id'))],
  ['outbound_personalizations', ofEmail('outbound_mails')],
  ['outbound_attachments', ofEmail('outbound_mails')],
  ['outbound_recipients', ofEmail('outbound_mails')],
  [
    'mail_events',
    (_, db) =>
      sql`case when message is null then ${ofText(db, 'account')} else ${ofOutboundId(db, sql.ref('message'))} end`,
  ],
  // What is queued of an event that was deleted is not posted.
  [
    'event_queue',
    () => sql`coalesce((select e.shard from mail_events e where e.seq = event_queue.event), 0)`,
  ],
  ['event_lanes', (_, db) => ofText(db, 'webhook')],
  ['event_attempts', (_, db) => ofText(db, 'webhook')],
];

const keys = [
  primary('inbound_parts', 'inbound_parts_pkey', 'content', 'seq'),
  primary('inbound_mails', 'inbound_mails_pkey', 'id'),
  primary('inbound_attempts', 'inbound_attempts_pkey', 'mail', 'number'),
  primary('outbound_mails', 'outbound_mails_pkey', 'id'),
  primary('outbound_personalizations', 'outbound_personalizations_pkey', 'mail', 'number'),
  primary('outbound_attachments', 'outbound_attachments_pkey', 'mail', 'number'),
  primary('outbound_recipients', 'outbound_recipients_pkey', 'sid'),
  unique('outbound_recipients', 'outbound_recipients_once', 'mail', 'number'),
  primary('mail_events', 'mail_events_pkey', 'seq'),
  unique('mail_events', 'mail_events_once', 'account', 'region', 'id'),
  primary('event_queue', 'event_queue_pkey', 'webhook', 'event'),
  primary('event_lanes', 'event_lanes_pkey', 'webhook'),
  primary('event_attempts', 'event_attempts_pkey', 'id'),
];

const foreignKeys = [
  ['inbound_attempts', 'inbound_mails'],
  ['outbound_personalizations', 'outbound_mails'],
  ['outbound_attachments', 'outbound_mails'],
  ['outbound_recipients', 'outbound_mails'],
] as const;

export const shardsOfEmails: Migration = {
  name: '045-shards-of-emails',
  locks:
    'Each table of emails and their events against reads and writes, some times for a moment; rows, while those of 4 MB are updated, in a time that grows with these tables; rows of `jobs` that post or send an email. It builds its indexes and checks its foreign keys while writes go on, and meanwhile needs room for each key twice.',
  transaction: false,
  async up(db, { key, inOrder }) {
    if (!isPostgres(db)) await createHashes(db, { key, inOrder });
    for (const [table, shard] of tables) await addShards(db, table, shard(table, db));
    await moveJobs(db);
    if (!isPostgres(db)) {
      await db.schema.dropTable('text_shards').execute();
      return;
    }
    await replaceKeys(
      db,
      keys,
      foreignKeys.map(([table, target]) => ({ table, column: 'mail', target, targetColumn: 'id' })),
    );
  },
};

const isToken = { postgres: sql`content ~ '[0-9a-f]{2}$'`, sqlite: sql`content glob '*[0-9a-f][0-9a-f]'` };

/** The shard of a content, by the last two digits of its token. */
function ofContent(db: Queries): RawBuilder<unknown> {
  const digit = (at: number) => sql`(instr('0123456789abcdef', substr(content, ${sql.lit(at)}, 1)) - 1)`;
  return isPostgres(db)
    ? sql`case when ${isToken.postgres} then get_byte(decode(right(content, 2), 'hex'), 0) else 0 end`
    : sql`case when ${isToken.sqlite} then ${digit(-2)} * 16 + ${digit(-1)} else 0 end`;
}

/** The shard of a sent email, by the first byte of its id, which is base64url. */
function ofOutboundId(db: Queries, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isPostgres(db)) {
    return sql`case when ${id} ~ '^[A-Za-z0-9_-]{2}'
      then get_byte(decode(translate(substr(${id}, 1, 2), '-_', '+/') || 'AA', 'base64'), 0) else 0 end`;
  }
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const digit = (at: number) => sql`(instr(${sql.lit(alphabet)}, substr(${id}, ${sql.lit(at)}, 1)) - 1)`;
  return sql`case when ${id} glob '[A-Za-z0-9_-][A-Za-z0-9_-]*' then ${digit(1)} * 4 + ${digit(2)} / 16 else 0 end`;
}

/** The hash of an account or webhook. */
function ofText(db: Queries, column: string): RawBuilder<unknown> {
  const text = sql.ref(column);
  return isPostgres(db)
    ? sql`get_byte(decode(md5(${text}), 'hex'), 0)`
    : sql`(select t.shard from text_shards t where t.text = ${text})`;
}

/** The embedded database cannot compute the hash. */
async function createHashes(
  tx: Queries,
  { key, inOrder }: Pick<Parameters<Migration['up']>[1], 'key' | 'inOrder'>,
): Promise<void> {
  await tx.schema
    .createTable('text_shards')
    .addColumn('text', key, (column) => column.primaryKey())
    .addColumn('shard', 'integer', (column) => column.notNull())
    .modifyEnd(inOrder)
    .execute();
  const { rows } = await sql<{ text: string }>`
    select sid as text from accounts union select id from event_webhooks`.execute(tx);
  for (const { text } of rows) {
    const shard = Number.parseInt(hash('md5', text).slice(0, 2), 16);
    await sql`insert into text_shards (text, shard) values (${text}, ${shard})`.execute(tx);
  }
}

/** Jobs that post or send an email are in its shard, so that their results are written in one. */
async function moveJobs(db: Queries): Promise<void> {
  const kinds = [
    { kind: 'parse-post', prefix: 'mail:', of: 'inbound_mails', column: 'id' },
    { kind: 'mail-send', prefix: 'mail-send:', of: 'outbound_recipients', column: 'sid' },
  ];
  for (const { kind, prefix, of, column } of kinds) {
    await sql`
      update jobs set shard = m.shard from ${sql.table(of)} m
      where jobs.kind = ${kind} and ${sql.ref(`m.${column}`)} = substr(jobs.key, ${sql.lit(prefix.length + 1)})
        and jobs.shard <> m.shard`.execute(db);
  }
}
