/**
 * Benchmark of the search in sent email, on the embedded file and on PostgreSQL, as milliseconds of one request to the service
 * function, with a page of fifty. `--emails N` (100,000), `--on embedded,postgres`, `--requests N` of each search (200).
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { listOutboundEmails, type OutboundFilter } from '#server/email/mailbox/service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { createServiceRuntime } from '#server/platform/service-runtime.ts';
import { PostgresServer } from '../../../e2e/cluster/postgres-server.ts';
import { freePort } from '../../service/free-port.ts';
import { fillEmails, mailAt, owner, recipientAt, wordAt, wordClasses } from './seeded-emails.ts';

const { values } = parseArgs({
  options: {
    emails: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '200' },
    on: { type: 'string', default: 'embedded,postgres' },
    // Of other benchmarks that run with this one.
    quick: { type: 'boolean' },
  },
});
const emails = Number(values.emails);
const requests = Number(values.requests);
const now = Date.UTC(2026, 3, 1);

/** An email somewhere, another one each time. */
const placeOf = (nth: number) => (nth * 7_654_321 + 12_345) % emails;
const wordOf = (nth: number, at: number) => {
  const size = wordClasses[at] ?? 1;
  return wordAt(size, placeOf(nth));
};
const words =
  (...classes: number[]) =>
  (nth: number) => ({
    search: classes.map((at) => wordOf(nth, at)).join(' '),
  });

/** With the bound of 95 in 100 requests, in milliseconds. */
const searches: Record<string, [bound: number, filterOf: (nth: number) => OutboundFilter]> = {
  recipient: [100, (nth) => ({ search: recipientAt(emails, placeOf(nth)) })],
  'unknown recipient': [100, (nth) => ({ search: `nobody${nth}@domain1.test` })],
  'recipient, bounced': [100, (nth) => ({ search: recipientAt(emails, placeOf(nth)), status: 'bounced' })],
  'message id': [100, (nth) => ({ messageId: mailAt(placeOf(nth)) })],
  'a word of every 11th email': [300, words(0)],
  'a word of every 10,007th email': [300, words(3)],
  'two words, common and common': [300, words(0, 1)],
  'two words, common and rare': [300, words(0, 4)],
  'five words, as an email has them': [300, words(0, 1, 2, 3, 4)],
  'two words, never together': [
    300,
    (nth) => ({ search: `${wordAt(11, placeOf(nth))} ${wordAt(11, placeOf(nth) + 1)}` }),
  ],
  'a word, bounced, in a week': [
    300,
    (nth) => ({
      ...words(1)(nth),
      status: 'bounced',
      from: now - 40 * 86_400_000,
      to: now - 33 * 86_400_000,
    }),
  ],
  'no search, newest': [100, () => ({})],
};

async function measure(name: string, database: Database): Promise<void> {
  await migrate(database, now);
  let before = performance.now();
  await fillEmails(database, emails, (done) => {
    console.log(`${name}: ${done} after ${Math.round((performance.now() - before) / 1_000)} s`);
    before = performance.now();
  });
  const { ctx } = createServiceRuntime(readConfig({ LOG_LEVEL: 'silent' }), database, () => now);
  const bytes = await sizeOf(database);
  console.log(`\n### ${name}: ${emails.toLocaleString('en')} emails, ${Math.round(bytes / 2 ** 20)} MiB\n`);
  console.log('| search | p50, ms | p95, ms | slowest, ms | bound of p95 | emails of a page |');
  console.log('|---|---:|---:|---:|---:|---:|');
  for (const [title, [bound, filterOf]] of Object.entries(searches)) {
    const times: number[] = [];
    let rows = 0;
    for (let nth = 0; nth < requests; nth += 1) {
      const startedAt = performance.now();
      const page = await listOutboundEmails(ctx, owner, filterOf(nth), { size: 50, from: null });
      times.push(performance.now() - startedAt);
      rows += page.rows.length;
    }
    times.sort((a, b) => a - b);
    const at = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
    const shown = [at(0.5), at(0.95), at(1)].map((each) => each.toFixed(1)).join(' | ');
    console.log(`| ${title} | ${shown} | ${bound} | ${(rows / requests).toFixed(1)} |`);
    if (at(0.95) > bound) process.exitCode = 1;
  }
  console.log();
}

async function sizeOf({ dialect, read }: Database): Promise<number> {
  const asked =
    dialect === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`;
  return Number((await asked.execute(read)).rows[0]?.bytes);
}

if (values.on.includes('embedded')) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-search-'));
  const database = openSqlite(join(folder, 'patchbay.db'));
  try {
    await measure('Embedded', database);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
if (values.on.includes('postgres')) {
  const server = new PostgresServer(await freePort());
  try {
    const database = openPostgres(server.url);
    try {
      await measure('PostgreSQL', database);
    } finally {
      await database.close();
    }
  } finally {
    server.remove();
  }
}
