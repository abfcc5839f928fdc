/** A filled database of the version before keeps its rows, and has keys with the shard on PostgreSQL. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { isPostgres } from '../../../dialect.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { shardOfPair } from '../../../shard.ts';
import { shardsOfInboundMessages } from '../042-shards-of-inbound-messages.ts';
import { keysWithShards } from '../043-keys-with-shards.ts';
import type { Upgrade } from './upgrade.ts';

const count = 2_500;
const tables = ['executions', 'steps', 'messages', 'jobs', 'short_links', 'chat_members'];

/** Conversations through a messaging service, the last with a subflow, and a chat. */
async function fill(tx: Queries): Promise<void> {
  const numbers = isPostgres(tx)
    ? sql.raw(`generate_series(1, ${count}) n(i)`)
    : sql.raw(
        `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) n`,
      );
  await sql`insert into accounts (sid, name, "user", token_hash, created_at) values ('AC1', 'A', 'US1', '', 0)`.execute(
    tx,
  );
  await sql`insert into flows (sid, account, friendly_name, status, revision, digest, created_at)
    values ('FW1', 'AC1', 'Flow', 'published', 1, '{}', 0)`.execute(tx);
  const executionColumns = sql.raw(
    'sid, account, flow, revision, contact, channel, exclusive, status, state, context, version, expires_at, created_at, shard',
  );
  await sql`insert into executions (${executionColumns})
    select 'FN07' || n.i, 'AC1', 'FW1', 1, '+4' || n.i, 'MG1', 1, 'active', '', '', 1, 0, 0, 7 from ${numbers}`.execute(
    tx,
  );
  await sql`insert into executions (${executionColumns}, parent)
    values ('FN07child', 'AC1', 'FW1', 1, '+41', 'MG1', 0, 'active', '', '', 1, 0, 0, 7, 'FN071')`.execute(
    tx,
  );
  await sql`insert into steps (execution, shard, seq, sid, name, type, transitioned_from, transitioned_to, changes, notes,
      created_at)
    select 'FN07' || n.i, 7, 1, 'FT' || n.i, '', '', '', '', '', '', 0 from ${numbers}`.execute(tx);
  await sql`insert into messages (account, sid, shard, execution, direction, sender, recipient, body, media, status, created_at)
    select 'AC1', 'SM' || n.i, 7, 'FN07' || n.i, 'inbound', '+4' || n.i, '+15551234', '', '', 'received', 0
    from ${numbers}`.execute(tx);
  await sql`insert into jobs (key, shard, kind, account, execution, payload, run_at, lease_until, attempts, created_at)
    select 'J' || n.i, 7, 'http', 'AC1', 'FN07' || n.i, '', 0, 0, 0, 0 from ${numbers}`.execute(tx);
  await sql`insert into short_links (id, shard, account, execution, step, target, clicks, created_at)
    select 'L' || n.i, 7, 'AC1', 'FN07' || n.i, 1, '', 0, 0 from ${numbers}`.execute(tx);
  await sql`insert into chat_channels (sid, shard, account, flow, execution, friendly_name, type, attributes, created_at)
    values ('CH1', 9, 'AC1', 'FW1', 'FN071', '', '', '', 0)`.execute(tx);
  await sql`insert into chat_members (sid, shard, account, channel, execution, identity, friendly_name, role, created_at)
    values ('MB1', 9, 'AC1', 'CH1', 'FN071', 'Ann', '', '', 0)`.execute(tx);
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

async function fillVersionBefore(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(shardsOfInboundMessages)));
  await database.write(fill);
  expect(await countsOf(database)).toEqual([count + 1, count, count, count, count, 1]);
}

async function upgrade(database: Database): Promise<void> {
  await migrate(database, 1);
  expect(await countsOf(database)).toEqual([count + 1, count, count, count, count, 1]);
  const messages = await database.read.selectFrom('messages').select(['sender', 'shard']).execute();
  expect(messages.filter(({ sender, shard }) => shard !== shardOfPair('AC1', sender, '+15551234'))).toEqual(
    [],
  );
}

/** What is left of an execution and a channel that are deleted. */
async function expectCascades(database: Database): Promise<void> {
  await database.write(async (tx) => {
    await sql`delete from executions where sid = 'FN071'`.execute(tx);
    await sql`delete from chat_channels`.execute(tx);
  });
  expect(await countsOf(database)).toEqual([count - 1, count - 1, count, count - 1, count - 1, 0]);
}

async function indexesOf(db: Queries): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select indexdef as text from pg_indexes where schemaname = current_schema()
    union all select conname || pg_get_constraintdef(oid) || convalidated from pg_constraint where conrelid <> 0
    order by 1`.execute(db);
  return rows.map(({ text }) => text);
}

/** As it is when the process was killed: one index is built, another is not valid, a foreign key not checked. */
async function cutOff(db: Queries): Promise<void> {
  await sql`create unique index executions_pkey_with_shard on executions (sid, shard)`.execute(db);
  const failing = sql`create unique index concurrently steps_key_with_shard on steps (seq)`;
  await expect(failing.execute(db)).rejects.toThrow('could not create unique index');
  await sql`
    alter table steps add constraint steps_execution_in_shard foreign key (execution, shard)
    references executions (sid, shard) on delete cascade not valid`.execute(db);
}

async function upgradeWithCascades(database: Database): Promise<void> {
  await fillVersionBefore(database);
  await upgrade(database);
  await expectCascades(database);
}

export const keysWithShardsUpgrade: Upgrade = {
  title: 'the keys of the hot tables get the shard on PostgreSQL, also when the migration was cut off',
  first: shardsOfInboundMessages,
  // Keys stay as they are there; messages move to the shard of their addresses all the same.
  onSqlite: upgradeWithCascades,
  async afterCutOff(database) {
    await fillVersionBefore(database);
    await database.session(cutOff);
    await upgrade(database);
    const indexes = await indexesOf(database.read);
    expect(indexes.filter((each) => each.includes('_with_shard'))).toEqual([]);
    await database.write((tx) =>
      tx.deleteFrom('migrations').where('name', '=', keysWithShards.name).execute(),
    );
    await upgrade(database);
    expect(await indexesOf(database.read)).toEqual(indexes);
    await expectCascades(database);
  },
  onPostgres: upgradeWithCascades,
};
