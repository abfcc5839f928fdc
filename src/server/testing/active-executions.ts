/** Test fixture: many active executions of one flow, inserted as copies of an existing one. */

import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** As many as one statement inserts in a fraction of the time that it has, on a busy machine too. */
const atOnce = 10_000;

/**
 * Inserts `count` active executions of `flow`, spread over its revisions 1 to `revisions` and over `widgets` as a hash of
 * their numbers has it. There must be an execution of the flow to copy.
 */
export async function addActiveExecutions(
  database: Database,
  {
    flow,
    count,
    revisions,
    widgets,
  }: { flow: string; count: number; revisions: number; widgets: readonly string[] },
): Promise<void> {
  const isSqlite = database.dialect === 'sqlite';
  const numbers = (first: number, last: number) =>
    isSqlite
      ? sql`(with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${last}) select i from n) n`
      : sql`generate_series(${sql.lit(first)}, ${sql.lit(last)}) n(i)`;
  const sid = isSqlite ? sql`printf('FN%032x', n.i)` : sql`'FN' || lpad(to_hex(n.i), 32, '0')`;
  const widget = sql`case (n.i * 7919) % ${sql.lit(widgets.length)} ${sql.join(
    widgets.map((name, index) => sql`when ${sql.lit(index)} then ${sql.lit(name)}`),
    sql` `,
  )} end`;
  const copied = sql.raw(
    'account, flow, channel, exclusive, status, waiting, state, context, version, due_at, expires_at',
  );
  for (let first = 1; first <= count; first += atOnce) {
    await database.write((tx) =>
      sql`
        insert into executions (sid, shard, contact, revision, widget, created_at, ${copied})
        select ${sid}, 0, ${isSqlite ? sql`'+9' || n.i` : sql`'+9' || n.i::text`}, 1 + (n.i * 31) % ${sql.lit(revisions)},
          ${widget}, n.i, ${copied}
        from ${numbers(first, Math.min(first + atOnce - 1, count))},
          (select * from executions where flow = ${flow} order by created_at desc limit 1) e`.execute(tx),
    );
  }
}
