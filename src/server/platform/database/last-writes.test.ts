/** Last writes of a transaction: they and the commit are one exchange, and what fails among them fails the transaction. */

import { describe, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { sharedTestPostgres } from '../../testing/postgres.ts';
import { recordPostgres, transactionsWith } from '../../testing/postgres-exchanges.ts';
import type { Queries } from './database.ts';
import { openPostgres } from './postgres.ts';

const say = (tx: Queries, name: string) =>
  tx.insertInto('agreements').values({ name, value: name }).execute();
const said = async (db: Queries, like: string) => {
  const rows = await db.selectFrom('agreements').select('name').where('name', 'like', like).execute();
  return rows.map(({ name }) => name).sort();
};

describeOnEveryDatabase('last writes of a transaction', ({ current }) => {
  it('are committed with it', async () => {
    const value = await current().write(async (tx, withCommit) => {
      await say(tx, 'a1');
      withCommit(say(tx, 'a2'));
      withCommit(say(tx, 'a3'));
      return 'done';
    });
    expect(value).toBe('done');
    expect(await said(current().read, 'a%')).toEqual(['a1', 'a2', 'a3']);
  });

  it('fail the transaction with their error, and leave nothing of it', async () => {
    await current().write((tx) => say(tx, 'b1'));
    const refused = current().write(async (tx, withCommit) => {
      await said(tx, 'b%');
      withCommit(say(tx, 'b2'));
      withCommit(
        say(tx, 'b1').catch(() => {
          throw new Error('said before');
        }),
      );
      withCommit(say(tx, 'b3'));
    });
    await expect(refused).rejects.toThrow('said before');
    expect(await said(current().read, 'b%')).toEqual(['b1']);
    await current().write((tx) => say(tx, 'b4'));
    expect(await said(current().read, 'b%')).toEqual(['b1', 'b4']);
  });

  it('are taken back when the work throws behind them', async () => {
    const refused = current().write(async (tx, withCommit) => {
      withCommit(say(tx, 'c1'));
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(await said(current().read, 'c%')).toEqual([]);
  });

  it('may be all that there is', async () => {
    await current().write(async (tx, withCommit) => withCommit(say(tx, 'd1')));
    expect(await said(current().read, 'd%')).toEqual(['d1']);
  });
});

describe('the commit on PostgreSQL', () => {
  it('is sent behind the last writes, in one exchange', async () => {
    const server = sharedTestPostgres();
    const database = openPostgres(await server.createMigrated());
    const sent = await recordPostgres(() =>
      database.write(async (tx, withCommit) => {
        await said(tx, 'e%');
        withCommit(say(tx, 'e1'));
        withCommit(say(tx, 'e2'));
      }),
    );
    const [transaction] = transactionsWith('agreements', sent);
    expect(transaction?.exchanges).toBe(2);
    const words = transaction?.statements.map((each) => each.split(' ')[0]);
    expect(words).toEqual(['begin', 'select', 'insert', 'insert', 'commit']);
    await database.close();
    await server.stop();
  });
});
