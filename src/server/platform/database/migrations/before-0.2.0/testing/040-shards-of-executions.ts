/** A filled database of the version before keeps its rows, and each has the shard that the service looks for it in. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { isPostgres } from '../../../dialect.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { shardOfAccount, shardOfExecution, shardOfPair } from '../../../shard.ts';
import { shardsOfExecutions } from '../040-shards-of-executions.ts';
import type { Upgrade } from './upgrade.ts';

const count = 3_000;
const tables = [
  ...(['executions', 'steps', 'live_turns', 'messages', 'calls'] as const),
  ...(['tasks', 'short_links', 'jobs'] as const),
];

async function fill(tx: Queries): Promise<void> {
  const isEmbedded = !isPostgres(tx);
  const numbers = isEmbedded
    ? sql.raw(
        `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) n`,
      )
    : sql.raw(`generate_series(1, ${count}) n(i)`);
  const hex = sql.raw(isEmbedded ? `printf('%02x', n.i % 256)` : `lpad(to_hex(n.i % 256), 2, '0')`);
  const execution = sql`'FN' || ${hex} || n.i`;
  await sql`insert into accounts (sid, name, "user", token_hash, created_at) values ('AC1', 'A', 'US1', '', 0)`.execute(
    tx,
  );
  await sql`insert into flows (sid, account, friendly_name, status, revision, digest, created_at)
    values ('FW1', 'AC1', 'Flow', 'published', 1, '{}', 0)`.execute(tx);
  await sql`insert into executions (sid, account, flow, revision, contact, channel, exclusive, status, state, context,
      version, expires_at, created_at)
    select ${execution}, 'AC1', 'FW1', 1, '', '', 0, 'ended', '', '', 1, 0, 0 from ${numbers}`.execute(tx);
  await sql`insert into steps (execution, seq, sid, name, type, transitioned_from, transitioned_to, changes, notes, created_at)
    select ${execution}, 1, 'FT' || n.i, '', '', '', '', '', '', 0 from ${numbers}`.execute(tx);
  await sql`insert into live_turns (xid, account, flow, execution, first_step, last_step, began, ended, at)
    select 1, 'AC1', 'FW1', ${execution}, 1, 1, 1, 1, 0 from ${numbers}`.execute(tx);
  await sql`insert into messages (account, sid, execution, direction, sender, recipient, body, media, status, created_at)
    select 'AC1', 'SM' || n.i, case when n.i > 5 then ${execution} end, 'inbound', '', '', '', '', 'received', 0
    from ${numbers}`.execute(tx);
  await sql`insert into calls (account, sid, flow, execution, direction, sender, recipient, status, created_at)
    select 'AC1', 'CA' || n.i, 'FW1', case when n.i > 5 then ${execution} else '' end, 'inbound', '+49' || (n.i % 4), '+1',
      'busy', 0 from ${numbers}`.execute(tx);
  await sql`insert into tasks (sid, account, flow, execution, effect, widget, workflow, channel, attributes, priority, status,
      created_at)
    select 'WT' || n.i, 'AC1', 'FW1', ${execution}, '', '', '', '', '', '', 'completed', 0 from ${numbers}`.execute(
    tx,
  );
  await sql`insert into short_links (id, account, execution, step, target, clicks, created_at)
    select 'L' || n.i, 'AC1', ${execution}, 1, '', 0, 0 from ${numbers}`.execute(tx);
  await sql`insert into jobs (key, kind, account, execution, payload, run_at, lease_until, attempts, created_at)
    select 'J' || n.i, 'http', 'AC1', case when n.i > 5 then ${execution} end, '', 0, 0, 0, 0 from ${numbers}`.execute(
    tx,
  );
}

async function countsOf({ read }: Database): Promise<number[]> {
  const counts: number[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(
      read,
    );
    counts.push(Number(rows[0]?.rows));
  }
  return counts;
}

async function expectShards({ read }: Database): Promise<void> {
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(read);
    const wrong = rows.filter(({ sid, execution, sender, recipient, shard }) => {
      const of = String((table === 'executions' ? sid : execution) ?? '');
      if (of !== '') return shard !== shardOfExecution(of);
      if (table === 'calls') return shard !== shardOfPair('AC1', String(sender), String(recipient));
      return shard !== shardOfAccount('AC1');
    });
    expect([table, wrong.slice(0, 3)]).toEqual([table, []]);
  }
}

const at = migrations.indexOf(shardsOfExecutions);

async function upgrade(database: Database, to = migrations): Promise<void> {
  await migrate(database, 0, migrations.slice(0, at));
  await database.write(fill);
  const before = await countsOf(database);
  expect(before).toEqual(tables.map(() => count));
  await migrate(database, 1, to);
  expect(await countsOf(database)).toEqual(before);
  await expectShards(database);
}

/** As it is when the process was killed among the steps: some rows have their shard, and nothing is noted. */
async function cutOff(tx: Queries): Promise<void> {
  for (const table of ['executions', 'messages'] as const) {
    await sql`alter table ${sql.table(table)} alter column shard drop not null`.execute(tx);
    await sql`update ${sql.table(table)} set shard = null where created_at = 0 and sid like '%7'`.execute(tx);
  }
  await tx.deleteFrom('migrations').where('name', '=', shardsOfExecutions.name).execute();
}

export const shardsOfExecutionsUpgrade: Upgrade = {
  title: 'executions, and what belongs to them, get their shard, also when the migration was cut off',
  first: shardsOfExecutions,
  onSqlite: upgrade,
  async afterCutOff(database) {
    await upgrade(database, migrations.slice(0, at + 1));
    await database.write(cutOff);
    await migrate(database, 2);
    await expectShards(database);
  },
  onPostgres: upgrade,
};
