/** Domains that were proven before are looked at again, as new ones are; those that never were are not. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { checksOfDomains } from '../../077-checks-of-domains.ts';
import type { Upgrade } from './upgrade.ts';

async function fill(tx: Queries): Promise<void> {
  await sql`insert into accounts (sid, name, "user", token_hash, created_at)
    values ('AC1', 'kept', 'US1', 'x', 1)`.execute(tx);
  for (const proven of [0, 1]) {
    const domain = `proven-${proven}.example`;
    await sql`insert into sending_domains
        (account, region, id, domain, subdomain, selector, custom_spf, is_default, signing, signs, returns, checks, created_at)
      values ('AC1', 'global', ${proven}, ${domain}, 'em', 's1', 0, 0, 1, ${proven}, 0, '{}', 1)`.execute(tx);
    await sql`insert into link_domains (account, region, id, domain, subdomain, is_default, valid, checks, created_at)
      values ('AC1', 'global', ${proven}, ${domain}, 'links', 0, ${proven}, '{}', 1)`.execute(tx);
  }
}

async function upgrade(database: Database): Promise<void> {
  await migrate(database, 0, migrations.slice(0, migrations.indexOf(checksOfDomains)));
  await database.write(fill);
  await migrate(database, 1);
  for (const table of ['sending_domains', 'link_domains'] as const)
    expect(
      await database.read
        .selectFrom(table)
        .select(['id', 'check_at', 'failing_since'])
        .orderBy('id')
        .execute(),
      table,
    ).toEqual([
      { id: 0, check_at: null, failing_since: null },
      { id: 1, check_at: 0, failing_since: null },
    ]);
}

export const checksOfDomainsUpgrade: Upgrade = {
  title: 'domains that were proven are looked at again',
  first: checksOfDomains,
  onSqlite: upgrade,
  onPostgres: upgrade,
};
