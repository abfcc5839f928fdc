/** Which executions name a contact, in themselves or in what belongs to them. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { ContactMatcher } from './matcher.ts';
import type { FoundRow } from './pages.ts';

/** With what retention removes of an execution; its `channel` is an address of the account. */
const places = {
  executions: ['contact', 'state', 'context'],
  steps: ['changes', 'notes'],
  messages: ['sender', 'recipient', 'body', 'media', 'content'],
  calls: ['sender', 'recipient'],
  tasks: ['attributes', 'workflow', 'channel'],
  chat_channels: ['friendly_name', 'unique_name', 'attributes'],
  chat_members: ['identity', 'friendly_name'],
  short_links: ['target'],
  jobs: ['payload', 'problem'],
} as const;

/** Few, as one may have thousands of steps. */
const pageSize = 20;

type Found = { sid: string; status: string };

/** Of the next page of those that have their data; `last` is null when there are no more. */
export async function findExecutions(
  db: Queries,
  { account, after, matcher }: { account: string; after: string | null; matcher: ContactMatcher },
): Promise<{ last: string | null; found: Found[] }> {
  const page = await db
    .selectFrom('executions')
    .select(['sid', 'status'])
    .where('account', '=', account)
    .where('purged_at', 'is', null)
    .$if(after !== null, (query) => query.where('sid', '>', after ?? ''))
    .orderBy('sid')
    .limit(pageSize)
    .execute();
  const sids = page.map(({ sid }) => sid);
  const last = sids.at(-1);
  if (last === undefined) return { last: null, found: [] };
  const named = new Set<unknown>();
  for (const [table, columns] of Object.entries(places)) {
    const key = sql.ref(table === 'executions' ? 'sid' : 'execution');
    const texts = columns.map((column) => sql.ref(column));
    const { rows } = await sql<FoundRow>`
      select ${key} as execution, ${sql.join(texts)} from ${sql.table(table)}
      where ${key} in (${sql.join(sids)}) and ${matcher.mayBeIn(db, texts)}`.execute(db);
    for (const row of rows) if (matcher.has(columns.map((column) => row[column]))) named.add(row.execution);
  }
  return { last, found: page.filter(({ sid }) => named.has(sid)) };
}
