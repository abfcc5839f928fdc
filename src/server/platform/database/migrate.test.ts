/** Migrations: each is applied once by one process, in a transaction or, where it says so, outside one. */

import { type CompiledQuery, sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { isPostgres } from './dialect.ts';
import { migrate, migrationState, migrations } from './migrate.ts';
import { anyVersion, type Migration } from './migrations/migration.ts';

/** Builds an index as a later migration would over a table in use. */
function concurrentIndex(ran: string[]): Migration {
  return {
    name: '900-index-built-concurrently',
    locks: 'Nothing.',
    transaction: false,
    async up(db) {
      ran.push('900');
      const how = isPostgres(db) ? sql`concurrently` : sql``;
      await sql`create index ${how} if not exists accounts_by_name on accounts (name)`.execute(db);
    },
  };
}

const failing: Migration = {
  name: '901-failing',
  locks: 'Nothing.',
  async up(db) {
    await db.schema.createTable('half_made').addColumn('name', 'text').execute();
    await sql`select * from no_such_table`.execute(db);
  },
};

const following: Migration = {
  name: '902-following',
  locks: 'Nothing.',
  async up(db) {
    await db.schema.createTable('following').addColumn('name', 'text').execute();
  },
};

describeOnEveryDatabase('migrations', ({ current }) => {
  const applied = async () => {
    const rows = await current().read.selectFrom('migrations').selectAll().orderBy('name').execute();
    return rows.map(({ name, applied_at }) => [name, applied_at]);
  };
  const rowsOf = (query: CompiledQuery) => current().read.executeQuery(query);

  it('keep the bookkeeping of a database that was made before, and run none of its migrations again', async () => {
    const before = migrations
      .map(({ name }) => name)
      .toSorted()
      .map((name) => [name, 0]);
    expect(await applied()).toEqual(before);
    await current().write((tx) =>
      tx
        .insertInto('accounts')
        .values({ sid: 'AC1', name: 'kept', user: 'US1', token_hash: 'x', created_at: 1 })
        .execute(),
    );
    const broken = migrations.map((each) => ({
      ...each,
      up: () => Promise.reject(new Error(`${each.name} ran again`)),
    }));
    await migrate(current(), 1, broken);
    expect(await applied()).toEqual(before);
    expect(await current().read.selectFrom('accounts').select('name').execute()).toEqual([{ name: 'kept' }]);
  });

  it('outside a transaction run once, however many processes begin', async () => {
    const ran: string[] = [];
    const list = [...migrations, concurrentIndex(ran), following];
    await Promise.all([1, 2, 3].map((now) => migrate(current(), now, list)));
    expect(ran).toEqual(['900']);
    const added = (await applied()).slice(-2);
    expect(added.map(([name]) => name)).toEqual(['900-index-built-concurrently', '902-following']);
    await current().write((tx) => sql`insert into following (name) values ('there')`.execute(tx));
  });

  it('that fail leave nothing behind, and are applied by the next start', async () => {
    const before = [...migrations, concurrentIndex([]), following];
    await expect(migrate(current(), 4, [...before, failing])).rejects.toThrow(/no_such_table/);
    expect((await applied()).some(([name]) => name === failing.name)).toBe(false);
    const repaired: Migration = {
      ...failing,
      async up(db) {
        await db.schema.createTable('half_made').addColumn('name', 'text').execute();
      },
    };
    await migrate(current(), 5, [...before, repaired]);
    const { rows } = await rowsOf(sql`select * from half_made`.compile(current().read));
    expect(rows).toEqual([]);
  });

  it('of a newer version leave the database to the versions that they name, and to no other', async () => {
    const known = [...migrations, concurrentIndex([]), failing, following];
    const named = (name: string, servedSince?: string): Migration => ({
      ...{ name, locks: 'Nothing.', up: () => Promise.resolve() },
      ...(servedSince !== undefined && { servedSince }),
    });
    const expanding = named('910-expanding', anyVersion);
    const contracting = named('911-contracting', expanding.name);
    const later = [...known, expanding];
    await migrate(current(), 6, later);
    await migrate(current(), 7, known);
    expect(await migrationState(current())).toMatchObject({
      ...{ missing: [], unknown: expect.arrayContaining([expanding.name]) },
    });
    await migrate(current(), 8, [...later, contracting]);
    // The version that expanded knows what the contracting one needs; the one before does not.
    await migrate(current(), 9, later);
    await expect(migrate(current(), 10, known)).rejects.toThrow(`it has "${contracting.name}"`);
    await migrate(current(), 11, [...later, contracting, named('912-silent')]);
    await expect(migrate(current(), 12, [...later, contracting])).rejects.toThrow('it has "912-silent"');
  });
});
