/** Which executions name a contact, in themselves or in what belongs to them. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';
import type { ContactMatcher } from './matcher.ts';
import { type FoundRow, type Place, readPage } from './pages.ts';

/** With what retention removes of an execution; its `channel` is an address of the account. Each is in the order of its `key`. */
const places: readonly Place[] = [
  { table: 'executions', key: 'sid', texts: ['contact', 'state', 'context'] },
  { table: 'steps', key: 'execution', second: 'seq', texts: ['changes', 'notes'] },
  { table: 'messages', key: 'sid', texts: ['sender', 'recipient', 'body', 'media', 'content'] },
  { table: 'calls', key: 'sid', texts: ['sender', 'recipient'] },
  { table: 'tasks', key: 'sid', texts: ['attributes', 'workflow', 'channel'] },
  { table: 'chat_channels', key: 'sid', texts: ['friendly_name', 'unique_name', 'attributes'] },
  { table: 'chat_members', key: 'sid', texts: ['identity', 'friendly_name'] },
  { table: 'short_links', key: 'id', texts: ['target'] },
  { table: 'jobs', key: 'key', texts: ['payload', 'problem'] },
];

/** Few, as one may have thousands of steps. */
const pageSize = 20;

export type FoundExecution = { sid: string; status: string };

/** Of the next page of those that have their data, the oldest first; `last` is null when there are no more. */
export async function findExecutions(
  db: Queries,
  { account, after, matcher }: { account: string; after: string | null; matcher: ContactMatcher },
): Promise<{ last: string | null; found: FoundExecution[] }> {
  // As `executions_by_removal` has them: in the order of their SIDs each page would sort all executions of the account.
  const [createdAt, behind = ''] = after?.split(' ') ?? [];
  const page = await db
    .selectFrom('executions')
    .select(['sid', 'status', 'created_at'])
    .where('account', '=', account)
    .where('purged_at', 'is', null)
    .$if(createdAt !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'sid'), '>', eb.tuple(Number(createdAt), behind))),
    )
    .orderBy('created_at')
    .orderBy('sid')
    .limit(pageSize)
    .execute();
  const sids = page.map(({ sid }) => sid);
  const end = page.at(-1);
  if (end === undefined) return { last: null, found: [] };
  const last = `${end.created_at} ${end.sid}`;
  const named = new Set<unknown>();
  for (const { table, texts: columns } of places) {
    const key = sql.ref(ownerOf(table));
    const texts = columns.map((column) => sql.ref(column));
    const { rows } = await sql<FoundRow>`
      select ${key} as execution, ${sql.join(texts)} from ${sql.table(table)}
      where ${key} in (${sql.join(sids)}) and ${matcher.mayBeIn(db, texts)}`.execute(db);
    for (const row of rows) if (matcher.has(columns.map((column) => row[column]))) named.add(row.execution);
  }
  return { last, found: page.filter(({ sid }) => named.has(sid)) };
}

const ownerOf = (table: string) => (table === 'executions' ? 'sid' : 'execution');

/** Their rows are not all in the shard of their execution. */
const inOtherShards = new Set(['messages', 'chat_channels', 'chat_members']);

/** All rows of an execution, a page of one table at a time. */
export async function* rowsOfExecution(
  db: Queries,
  account: string,
  execution: string,
): AsyncGenerator<{ table: string; rows: FoundRow[] }> {
  for (const each of places) {
    const owner = sql`${sql.ref(ownerOf(each.table))} = ${execution}`;
    const own = inOtherShards.has(each.table)
      ? owner
      : sql`${owner} and shard = ${shardOfExecution(execution)}`;
    const place = { ...each, scope: () => own };
    let after: string | null = null;
    do {
      const page: Page = await readPage(db, place, { account, after, matcher: null, isWhole: true });
      yield { table: each.table, rows: page.rows };
      after = page.last;
    } while (after !== null);
  }
}

type Page = Awaited<ReturnType<typeof readPage>>;
