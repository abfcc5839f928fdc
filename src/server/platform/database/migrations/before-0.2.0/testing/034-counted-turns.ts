/** A database of the version before keeps its counts, and turns that it has counted are not counted again. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { countedTurns } from '../034-counted-turns.ts';
import type { Upgrade } from './upgrade.ts';

async function upgradeWithSlots(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(countedTurns)));
  await database.write(async (tx) => {
    await sql`insert into accounts (sid, name, "user", token_hash, created_at) values ('AC1', 'A', 'US1', '', 0)`.execute(
      tx,
    );
    await sql`insert into flows (sid, account, friendly_name, status, revision, digest, created_at)
      values ('FW1', 'AC1', 'Flow', 'published', 1, '{}', 0)`.execute(tx);
    for (const [slot, passed] of [
      [0, 3],
      [5, 4],
    ]) {
      await sql`insert into transition_counts (flow, widget, hour, revision, event, target, slot, passed)
        values ('FW1', 'ask', 7, 1, 'timeout', 'Ended', ${slot}, ${passed})`.execute(tx);
    }
    await sql`insert into live_turns (xid, account, flow, execution, first_step, last_step, began, ended, at)
      values (1, 'AC1', 'FW1', 'FN1', 1, 1, 1, 0, 0)`.execute(tx);
  });
  await migrate(database, 1);
  const counts = await database.read.selectFrom('transition_counts').selectAll().execute();
  expect(counts).toEqual([
    { flow: 'FW1', widget: 'ask', hour: 7, revision: 1, event: 'timeout', target: 'Ended', passed: 7 },
  ]);
  const uncounted = await database.read
    .selectFrom('live_turns')
    .innerJoin('transition_count_progress as p', (join) =>
      join.onRef('p.xid', '<=', 'live_turns.xid').onRef('p.serial', '<=', 'live_turns.serial'),
    )
    .select('live_turns.serial')
    .execute();
  expect(uncounted).toEqual([]);
}

export const countedTurnsUpgrade: Upgrade = {
  title: 'counts in slots are added up',
  first: countedTurns,
  onSqlite: upgradeWithSlots,
  onPostgres: upgradeWithSlots,
};
