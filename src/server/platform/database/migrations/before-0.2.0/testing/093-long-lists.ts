/** What is suppressed in groups stays, and lists get their indexes. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { longLists } from '../../093-long-lists.ts';
import type { Upgrade } from './upgrade.ts';
import { invalidate, validIndexes } from './valid-indexes.ts';

const indexes = ['group_suppressions_by_age', 'group_suppressions_by_group', 'inbound_mails_in_order'];

async function fill(tx: Queries): Promise<void> {
  await sql`insert into accounts (sid, name, "user", token_hash, created_at)
    values ('AC1', 'kept', 'US1', 'x', 1)`.execute(tx);
  await sql`insert into suppression_groups (account, region, id, name, description, is_default, created_at)
    values ('AC1', 'global', 7, 'Group', '', 0, 1)`.execute(tx);
  await sql`insert into group_suppressions (account, region, group_id, email, created_at, shard)
    values ('AC1', 'global', 7, 'kept@a.test', 1, 1)`.execute(tx);
}

async function upgrade(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(longLists)));
  await database.write(fill);
  await migrate(database, 1);
  await isKept(database);
}

async function isKept({ read }: Database): Promise<void> {
  const rows = await read.selectFrom('group_suppressions').select('email').execute();
  expect(rows).toEqual([{ email: 'kept@a.test' }]);
  expect(await validIndexes(read, indexes)).toEqual(indexes);
}

/** The second index was being built, and is there without being of use. */
async function afterCutOff(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(longLists)));
  await database.write(async (tx) => {
    await fill(tx);
    await sql`create index group_suppressions_by_age on group_suppressions (email)`.execute(tx);
    await invalidate(tx, 'group_suppressions_by_age');
  });
  await migrate(database, 1);
  await isKept(database);
}

export const longListsUpgrade: Upgrade = {
  title: 'what is suppressed in groups stays',
  first: longLists,
  onSqlite: upgrade,
  onPostgres: upgrade,
  afterCutOff,
};
