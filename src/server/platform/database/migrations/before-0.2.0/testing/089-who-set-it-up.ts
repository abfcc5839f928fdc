/** A publishing that was planned before acts for who planned or approved it: a person, a key, or the account itself. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { whoSetItUp } from '../../089-who-set-it-up.ts';
import type { Upgrade } from './upgrade.ts';

const person = 'US00000000000000000000000000000001';
const key = { sid: 'SK00000000000000000000000000000001', friendly_name: 'Deployment' };
const by = (user_sid: string | null, of: typeof key | null = null) =>
  JSON.stringify({ user_sid, name: null, key: of });

/** Of each plan: who requested it, who approved it, and for whom it acts afterwards. */
const plans = [
  [by(person), null, { person }],
  [by('US00000000000000000000000000000009', key), null, { key: key.sid }],
  [by('US00000000000000000000000000000009'), null, null],
  [by('US00000000000000000000000000000009', key), by(person), { person }],
] as const;

async function fill(tx: Queries): Promise<void> {
  await sql`insert into accounts (sid, name, "user", token_hash, created_at)
    values ('AC1', 'A', 'US00000000000000000000000000000009', '', 0)`.execute(tx);
  await sql`insert into people (sid, email, name, password_hash, created_at)
    values (${person}, 'ann@example.org', 'Ann', '', 1)`.execute(tx);
  for (const [n, [requested, approved]] of plans.entries()) {
    await sql`insert into flows (sid, account, friendly_name, status, revision, digest, created_at)
      values (${`FW${n}`}, 'AC1', 'Flow', 'published', 1, '{}', 0)`.execute(tx);
    await sql`insert into publish_requests
      (sid, account, flow, revision, end_executions, status, requested_by, approved_by, requested_at)
      values (${`PR${n}`}, 'AC1', ${`FW${n}`}, 1, 'none', 'scheduled', ${requested}, ${approved}, 1)`.execute(
      tx,
    );
  }
}

async function upgrade(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(whoSetItUp)));
  await database.write(fill);
  await migrate(database, 1);
  const rows = await database.read
    .selectFrom('publish_requests')
    .select(['sid', 'acts_for'])
    .orderBy('sid')
    .execute();
  expect(rows.map(({ acts_for }) => JSON.parse(acts_for ?? 'null'))).toEqual(
    plans.map(([, , actsFor]) => actsFor),
  );
}

export const whoSetItUpUpgrade: Upgrade = {
  title: 'planned publishing acts for who planned it',
  first: whoSetItUp,
  onSqlite: upgrade,
  onPostgres: upgrade,
};
