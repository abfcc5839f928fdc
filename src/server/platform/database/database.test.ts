/** What a database promises, on each that there is. */

import { expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import type { Queries } from './database.ts';
import { migrate } from './migrate.ts';
import { prepared, type Values } from './prepared-query.ts';

const account = (sid: string) => ({
  sid,
  name: sid,
  user: 'US1',
  token_hash: sid,
  created_at: 1_700_000_000_000,
});
const add = (tx: Queries, sid: string) => tx.insertInto('accounts').values(account(sid)).execute();
const names = async (db: Queries, like: string) => {
  const rows = await db
    .selectFrom('accounts')
    .select('sid')
    .where('sid', 'like', like)
    .orderBy('sid')
    .execute();
  return rows.map((row) => row.sid);
};

describeOnEveryDatabase('a database', ({ current, isSingleConnection: alone }) => {
  it('keeps what a write did, and gives back its value', async () => {
    const value = await current().write(async (tx) => {
      await add(tx, 'a1');
      return 'done';
    });
    expect(value).toBe('done');
    expect(await names(current().read, 'a%')).toEqual(['a1']);
  });

  it('gives times and counts as numbers', async () => {
    await current().write((tx) => add(tx, 'b1'));
    const row = await current()
      .read.selectFrom('accounts')
      .select((eb) => ['created_at', eb.fn.countAll().as('count')])
      .where('sid', '=', 'b1')
      .groupBy('created_at')
      .executeTakeFirstOrThrow();
    expect({ ...row }).toEqual({ created_at: 1_700_000_000_000, count: 1 });
  });

  it('finds nothing in a list of nothing, and everything outside of it', async () => {
    await current().write((tx) => add(tx, 'z1'));
    const outside = current().read.selectFrom('accounts').select('sid').where('sid', '=', 'z1');
    expect(await outside.where('sid', 'in', []).execute()).toEqual([]);
    expect(await outside.where('sid', 'not in', []).execute()).toEqual([{ sid: 'z1' }]);
  });

  it('takes back a write that throws and no other, of all that stand together', async () => {
    const results = await Promise.allSettled([
      current().write((tx) => add(tx, 'c1')),
      current().write(async (tx) => {
        await add(tx, 'c2');
        throw new Error('not this one');
      }),
      current().write((tx) => add(tx, 'c1')),
      current().write((tx) => add(tx, 'c3')),
    ]);
    const [first, thrown, second, last] = results.map((result) => result.status);
    expect([thrown, last]).toEqual(['rejected', 'fulfilled']);
    // Of the two that add the same row either may have come first.
    expect([first, second].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await names(current().read, 'c%')).toEqual(['c1', 'c3']);
  });

  it.skipIf(alone)('shows nobody what is not committed', async () => {
    let seen: string[] = ['never looked'];
    await Promise.allSettled([
      current().write(async (tx) => {
        await add(tx, 'd1');
        seen = await names(current().read, 'd%');
        expect(await names(tx, 'd%')).toEqual(['d1']);
      }),
    ]);
    expect(seen).toEqual([]);
    expect(await names(current().read, 'd%')).toEqual(['d1']);
  });

  it('loses none of many writes to one row', async () => {
    await current().write((tx) => add(tx, 'e1'));
    const increase = (tx: Queries) =>
      tx
        .updateTable('accounts')
        .set((eb) => ({ created_at: eb('created_at', '+', 1) }))
        .where('sid', '=', 'e1')
        .returning('created_at')
        .executeTakeFirstOrThrow();
    const seen = await Promise.all(Array.from({ length: 200 }, () => current().write(increase)));
    expect(new Set(seen.map((row) => row.created_at)).size).toBe(200);
  });

  it('says how many rows a change touched', async () => {
    await current().write((tx) => add(tx, 'f1'));
    const change = (sid: string) =>
      current().write((tx) => tx.deleteFrom('accounts').where('sid', '=', sid).executeTakeFirst());
    expect((await change('f1')).numDeletedRows).toBe(1n);
    expect((await change('f1')).numDeletedRows).toBe(0n);
  });

  it('inserts where there is room and nothing where there is none', async () => {
    const insert = () =>
      current().write((tx) =>
        tx
          .insertInto('accounts')
          .values(account('g1'))
          .onConflict((conflict) => conflict.column('sid').doNothing())
          .returning('sid')
          .execute(),
      );
    expect(await insert()).toHaveLength(1);
    expect(await insert()).toHaveLength(0);
  });

  it('runs a prepared query with other values each time', async () => {
    const rename = prepared((db, value: Values<{ sid: string; name: string }>) =>
      db
        .updateTable('accounts')
        .set({ name: value('name') })
        .where('sid', '=', value('sid'))
        .returning('name'),
    );
    await current().write((tx) => add(tx, 'h1'));
    const renamed = [];
    for (const name of ['first', 'second']) {
      renamed.push(...(await current().write((tx) => rename(tx, { sid: 'h1', name }))));
    }
    expect(renamed.map((row) => row.name)).toEqual(['first', 'second']);
    expect(await current().write((tx) => rename(tx, { sid: 'h2', name: 'nobody' }))).toEqual([]);
  });

  it('orders and compares SIDs by their bytes', async () => {
    await current().write(async (tx) => {
      for (const sid of ['i_a', 'i_B', 'i_C', 'i_d']) await add(tx, sid);
    });
    expect(await names(current().read, 'i_%')).toEqual(['i_B', 'i_C', 'i_a', 'i_d']);
  });

  it('removes what belongs to a row with the row', async () => {
    await current().write(async (tx) => {
      await add(tx, 'j1');
      await tx
        .insertInto('sessions')
        .values({ token_hash: 'j', account: 'j1', created_at: 1, expires_at: 2 })
        .execute();
    });
    await current().write((tx) => tx.deleteFrom('accounts').where('sid', '=', 'j1').execute());
    expect(await current().read.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it('is brought up to date once, however many processes begin', async () => {
    await Promise.all([migrate(current(), 1), migrate(current(), 2)]);
    const applied = await current().read.selectFrom('migrations').selectAll().execute();
    expect(applied.length).toBeGreaterThan(0);
    expect(applied.every((row) => row.applied_at === 0)).toBe(true);
  });

  it('refuses tables that a newer version has changed', async () => {
    await current().write((tx) =>
      tx.insertInto('migrations').values({ name: '999-from-the-future', applied_at: 1 }).execute(),
    );
    await expect(migrate(current(), 2)).rejects.toThrow('newer version of Patchbay');
    await current().write((tx) =>
      tx.deleteFrom('migrations').where('name', '=', '999-from-the-future').execute(),
    );
  });
});
