/** Who is in groups, and what is granted, stays, and is found by the person. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { groupsOfPeople } from '../../091-groups-of-people.ts';
import type { Upgrade } from './upgrade.ts';
import { invalidate, validIndexes } from './valid-indexes.ts';

const indexes = ['group_people_by_person', 'member_grants_by_person'];

async function fill(tx: Queries): Promise<void> {
  await sql`insert into accounts (sid, name, "user", token_hash, created_at)
    values ('AC1', 'kept', 'US1', 'x', 1)`.execute(tx);
  await sql`insert into people_groups (sid, account, name, created_at) values ('GR1', 'AC1', 'kept', 1)`.execute(
    tx,
  );
  for (const person of ['US1', 'US2']) {
    await sql`insert into people (sid, email, name, password_hash, created_at)
      values (${person}, ${person}, 'kept', '', 1)`.execute(tx);
    await sql`insert into group_people (group_sid, person) values ('GR1', ${person})`.execute(tx);
    await sql`insert into member_grants (account, person, source, role)
      values ('AC1', ${person}, 'GR1', 'viewer')`.execute(tx);
  }
}

async function upgrade(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(groupsOfPeople)));
  await database.write(fill);
  await migrate(database, 1);
  await isKept(database);
}

async function isKept({ read }: Database): Promise<void> {
  const people = await read.selectFrom('group_people').select('person').orderBy('person').execute();
  const grants = await read.selectFrom('member_grants').select('person').orderBy('person').execute();
  expect([people, grants]).toEqual([0, 1].map(() => [{ person: 'US1' }, { person: 'US2' }]));
  expect(await validIndexes(read, indexes)).toEqual(indexes);
}

/** The first index was being built, and is there without being of use. */
async function afterCutOff(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(groupsOfPeople)));
  await database.write(async (tx) => {
    await fill(tx);
    await sql`create index group_people_by_person on group_people (group_sid)`.execute(tx);
    await invalidate(tx, 'group_people_by_person');
  });
  await migrate(database, 1);
  await isKept(database);
}

export const groupsOfPeopleUpgrade: Upgrade = {
  title: 'people are found in their groups',
  first: groupsOfPeople,
  onSqlite: upgrade,
  onPostgres: upgrade,
  afterCutOff,
};
