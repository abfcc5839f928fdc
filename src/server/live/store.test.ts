/** What is asked of the turn log many times a second reads as little of a long log as of a short one, on PostgreSQL. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTurns, hasUncountedTurns } from '../executions/store/transition-counts.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { openTestPostgres, sharedTestPostgres } from '../testing/postgres.ts';
import { countRowsRead } from '../testing/rows-read.ts';
import { accountsWithTurnsFrom, deleteOldTurns, endOfLog, listTurnsFrom } from './store.ts';

const turns = 20_000;
/** The numbers that transactions of a new database do not reach, so that the last of the log are not settled. */
const unsettledFrom = 1_000_000_000;
const startTimeoutMs = 60_000;

describe('a log of 20,000 turns', () => {
  const server = sharedTestPostgres();
  let database: Database;
  beforeAll(async () => {
    database = openTestPostgres(await server.createMigrated());
    await database.write((tx) =>
      sql`insert into live_turns (xid, account, flow, execution, shard, first_step, last_step, began, ended, at)
        select case when i > ${turns - 3} then ${unsettledFrom} + i else i / 100 end, 'AC' || i % 3, 'FW1', 'FN00' || i, 0, 1, 1, 0, 0, i
        from generate_series(1, ${turns}::int) i`.execute(tx),
    );
    await database.session((db) => sql`analyze live_turns`.execute(db));
  }, startTimeoutMs);
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  const rowsRead = (work: (tx: Queries) => Promise<unknown>) => countRowsRead(database, 'live_turns', work);

  it('is asked for what is new', async () => {
    const place = { xid: turns / 100 - 1, serial: 0 };
    const news = await database.write((tx) => accountsWithTurnsFrom(tx, place));
    expect(news.accounts.toSorted()).toEqual(['AC0', 'AC1', 'AC2']);
    expect(news.hasUnsettled).toBe(true);
    expect(await rowsRead((tx) => accountsWithTurnsFrom(tx, place))).toBeLessThan(250);
    expect(await rowsRead((tx) => endOfLog(tx))).toBe(0);
  });

  it('is read a hundred at a time', async () => {
    const place = { xid: 50, serial: 0 };
    expect(await rowsRead((tx) => listTurnsFrom(tx, 'AC1', place))).toBeLessThan(400);
  });

  it('is counted a few hundred at a time', async () => {
    expect(await rowsRead((tx) => hasUncountedTurns(tx))).toBeLessThan(10);
    expect(await rowsRead((tx) => countTurns(tx, 0))).toBeLessThan(1_000);
  });

  it('loses its oldest a few at a time', async () => {
    expect(await rowsRead((tx) => deleteOldTurns(tx, { before: turns, limit: 50 }))).toBeLessThan(250);
  });
});
