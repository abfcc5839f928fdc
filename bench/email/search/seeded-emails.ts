/** Very many sent emails with their search terms, filled by statements that make millions of rows each. */

import { sql } from 'kysely';
import { termOf } from '#server/email/search/terms.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Owner } from '#server/platform/database/schema/email.ts';
import { shardOfOutboundMail } from '#server/platform/database/shard.ts';

export const owner: Owner = { account: `AC${'0'.repeat(32)}`, region: 'global' };
const scope = { ...owner, direction: 'sent' } as const;

const begin = Date.UTC(2026, 0, 1);
/** Ninety days, however many there are. */
const spanMs = 90 * 86_400_000;
const emailsAtOnce = 200_000;
const rowsOfValues = 2_000;

/**
 * Words of a subject: email `i` has word `i mod size` of each class, so a word of the first is in every eleventh email and one of
 * the last in a hundred of ten million. The sizes have no common factor: what words of two classes have in common is spread evenly.
 */
export const wordClasses = [11, 101, 1_009, 10_007, 100_003] as const;
const domains = 97;

export const wordAt = (size: number, index: number) => `w${size}x${index % size}`;

/** A quarter as many recipients as emails, a whole number for each domain. */
const recipientsOf = (emails: number) => domains * Math.max(1, Math.ceil(emails / 4 / domains));

export function recipientAt(emails: number, index: number): string {
  const recipient = index % recipientsOf(emails);
  return `reader${recipient}@domain${recipient % domains}.test`;
}

const senderAt = (index: number) => `desk${index % 7}@shop.test`;

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');

export const mailAt = (index: number) => `${hex(index % 256, 2)}${hex(index, 20)}`;

/** Something that every `size`-th email has from the `index`-th on, by its term. */
type Occurrence = { term: string; size: number; index: number };

function* occurrences(emails: number): Generator<Occurrence> {
  const word = (text: string) => termOf(scope, 'word', text);
  for (const size of wordClasses)
    for (let index = 0; index < Math.min(size, emails); index += 1)
      yield { term: word(wordAt(size, index)), size, index };
  for (let index = 0; index < 7; index += 1)
    yield { term: termOf(scope, 'address', senderAt(index)), size: 7, index };
  for (let index = 0; index < domains; index += 1)
    yield { term: word(`domain${index}`), size: domains, index };
  yield { term: word('test'), size: 1, index: 0 };
  const size = recipientsOf(emails);
  for (let index = 0; index < Math.min(size, emails); index += 1) {
    yield { term: termOf(scope, 'address', recipientAt(emails, index)), size, index };
    yield { term: word(`reader${index}`), size, index };
  }
}

/** Fills an empty database that has its tables. `say` is told what is done. */
export async function fillEmails(
  database: Database,
  emails: number,
  say: (done: string) => void,
): Promise<void> {
  // Its statements make millions of rows each.
  const run = (text: string) =>
    database.write(async (tx) => {
      if (database.dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(tx);
      await sql.raw(text).execute(tx);
    });
  await database.write((tx) =>
    sql`insert into accounts (sid, name, "user", token_hash, created_at)
      values (${owner.account}, 'Bench', ${`US${'0'.repeat(32)}`}, '', 0)`.execute(tx),
  );
  await fillHelpers(database, emails, run);
  say('words and addresses');
  for (let from = 0; from < emails; from += emailsAtOnce) {
    const range = [from, Math.min(emails, from + emailsAtOnce) - 1] as const;
    for (const statement of emailStatements(database, emails, range)) await run(statement);
  }
  say('emails');
  // In the order of the index, so that it only grows at its end.
  for (const first of termBeginnings) await run(termStatement(database, emails, first));
  say('search terms');
  for (const table of ['bench_numbers', 'bench_terms', 'bench_shards'])
    await run(`drop table if exists ${table}`);
  if (database.dialect === 'postgres')
    for (const table of ['email_terms', 'outbound_recipients', 'outbound_mails'])
      await vacuum(database, table);
  else await run('analyze');
  say('statistics of the planner');
}

const vacuum = (database: Database, table: string) =>
  database.read.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await sql.raw(`vacuum analyze ${table}`).execute(db);
    await sql`reset statement_timeout`.execute(db);
  });

/** Characters of a term, in the order of their bytes. */
const termBeginnings = [...'-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'];

async function fillHelpers(
  database: Database,
  emails: number,
  run: (text: string) => Promise<unknown>,
): Promise<void> {
  const text = database.dialect === 'postgres' ? 'text collate "C"' : 'text';
  if (database.dialect === 'sqlite') {
    await run('create table bench_numbers (i integer primary key)');
    for (let from = 0; from < emails; from += emailsAtOnce) {
      await run(`insert into bench_numbers with recursive n(i) as (select ${from} union all select i + 1 from n
        where i + 1 < ${Math.min(emails, from + emailsAtOnce)}) select i from n`);
    }
  }
  await run('create table bench_shards (beginning integer primary key, shard integer not null)');
  const shards = Array.from({ length: 256 }, (_, at) => `(${at}, ${shardOfOutboundMail(hex(at, 2))})`);
  await run(`insert into bench_shards values ${shards.join(', ')}`);
  await run(`create table bench_terms (term ${text} primary key, size bigint not null, at bigint not null)`);
  let rows: string[] = [];
  const flush = async () => {
    if (rows.length > 0) await run(`insert into bench_terms values ${rows.join(', ')}`);
    rows = [];
  };
  for (const { term, size, index } of occurrences(emails)) {
    if (rows.push(`('${term}', ${size}, ${index})`) === rowsOfValues) await flush();
  }
  await flush();
  await run('create index bench_terms_by_place on bench_terms (size, at)');
  await run('analyze');
}

/** How the two databases write the same. */
function functionsOf({ dialect }: Database, emails: number) {
  const hexOf = (value: string, length: number) =>
    dialect === 'postgres'
      ? `lpad(to_hex((${value})::bigint), ${length}, '0')`
      : `printf('%0${length}x', ${value})`;
  const textOf = (value: string) => (dialect === 'postgres' ? `(${value})::text` : `cast(${value} as text)`);
  const step = Math.max(1, Math.floor(spanMs / emails));
  const at = (i: string) => `(${begin} + ${i} * ${step})`;
  /** `n.i` from the first to the last; at least these on the embedded file, which has no function for it. */
  const numbers = (first: number, last: number | string) =>
    dialect === 'postgres' ? `generate_series(${first}::bigint, (${last})::bigint) n(i)` : 'bench_numbers n';
  return { hexOf, textOf, numbers, at, sid: (i: string) => `'EM' || ${hexOf(at(i), 12)} || ${hexOf(i, 20)}` };
}

function emailStatements(database: Database, emails: number, range: readonly [number, number]): string[] {
  const { hexOf, textOf, numbers, at, sid } = functionsOf(database, emails);
  const recipients = recipientsOf(emails);
  const mail = `${hexOf('n.i % 256', 2)} || ${hexOf('n.i', 20)}`;
  const from = `from ${numbers(...range)} join bench_shards s on s.beginning = n.i % 256 where n.i between ${range.join(' and ')}`;
  const words = wordClasses.map((size) => `'w${size}x' || ${textOf(`n.i % ${size}`)}`).join(` || ' ' || `);
  const email = `'reader' || ${textOf(`n.i % ${recipients}`)} || '@domain' || ${textOf(`n.i % ${domains}`)} || '.test'`;
  const account = `'${owner.account}', '${owner.region}'`;
  return [
    `insert into outbound_mails (id, shard, account, region, shared, created_at)
      select ${mail}, s.shard, ${account}, '{}', ${at('n.i')} ${from}`,
    `insert into outbound_recipients (sid, mail, shard, account, region, number, personalization, email, sender, subject, status,
        in_mailbox, attempts, response, send_at, created_at, updated_at, terms)
      select ${sid('n.i')}, ${mail}, s.shard, ${account}, 0, 0, ${email}, 'desk' || ${textOf('n.i % 7')} || '@shop.test',
        ${words}, case when n.i % 50 = 3 then 'bounced' else 'delivered' end, 0, 1, '250 2.0.0 OK', ${at('n.i')}, ${at('n.i')},
        ${at('n.i')}, '${'x'.repeat(11 * 16)}' ${from}`,
  ];
}

/** All rows of the terms that begin with this character. */
function termStatement(database: Database, emails: number, first: string): string {
  const { numbers, sid } = functionsOf(database, emails);
  const next = String.fromCharCode(first.charCodeAt(0) + 1);
  const last = `(${emails - 1} - t.at) / t.size`;
  const i = '(t.at + n.i * t.size)';
  return `insert into email_terms (term, email, shard)
    select t.term, ${sid(i)}, s.shard
    from bench_terms t
      join ${database.dialect === 'postgres' ? 'lateral ' : ''}${numbers(0, last)} on n.i <= ${last}
      join bench_shards s on s.beginning = ${i} % 256
    where t.term >= '${first}' and t.term < '${next}'
    order by t.term, n.i`;
}
