/** People are found by their addresses as before, whatever letters these have. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { addressesOfPeople } from '../../088-addresses-of-people.ts';
import type { Upgrade } from './upgrade.ts';

const before = ['ann@example.org', 'jörg@example.org', 'bob@bücher.example', 'eve@bücher.example'];
const taken = 'eve@xn--bcher-kva.example';

async function fill(tx: Queries): Promise<void> {
  for (const email of [...before, taken])
    await sql`insert into people (sid, email, name, password_hash, created_at)
      values (${email}, ${email}, 'kept', '', 1)`.execute(tx);
}

async function upgrade(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(addressesOfPeople)));
  await database.write(fill);
  await migrate(database, 1);
  const rows = await database.read.selectFrom('people').select(['sid', 'email']).execute();
  expect(Object.fromEntries(rows.map(({ sid, email }) => [sid, email]))).toEqual({
    ...Object.fromEntries([...before, taken].map((email) => [email, email])),
    'bob@bücher.example': 'bob@xn--bcher-kva.example',
  });
}

export const addressesOfPeopleUpgrade: Upgrade = {
  title: 'people keep their addresses',
  first: addressesOfPeople,
  onSqlite: upgrade,
  onPostgres: upgrade,
};
