/** Chains of the audit log keep their ends, and have no signed head yet. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { headsOfTheAuditLog } from '../../092-heads-of-the-audit-log.ts';
import type { Upgrade } from './upgrade.ts';

const rows = ['AC1', 'AC2', ''].map((account, index) => ({
  account,
  sequence: 7 + index,
  hash: `h${index}`,
}));

async function upgrade(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(headsOfTheAuditLog)));
  await database.write(async (tx) => {
    await sql`delete from audit_chains`.execute(tx);
    for (const { account, sequence, hash } of rows)
      await sql`insert into audit_chains (account, shard, sequence, hash, anchor_sequence, anchor_hash, kept_ms)
        values (${account}, 1, ${sequence}, ${hash}, 0, 'a', 5)`.execute(tx);
  });
  await migrate(database, 1);
  const found = await database.read.selectFrom('audit_chains').selectAll().orderBy('sequence').execute();
  expect(found).toMatchObject(rows.map((row) => ({ ...row, anchor_hash: 'a', kept_ms: 5, head: null })));
}

export const headsOfTheAuditLogUpgrade: Upgrade = {
  title: 'chains of the audit log keep their ends',
  first: headsOfTheAuditLog,
  onSqlite: upgrade,
  onPostgres: upgrade,
};
