/**
 * Recognizes a database that was restored from a backup, and lets the numbers of its turn log go on above all that
 * were given out before, by its own history or by one that the backup does not know (docs/decisions/025).
 */

import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import { isDistributed } from './dialect.ts';
import { errorCode } from './retry-while-unavailable.ts';

/** What a backup of the embedded file notes as its place; the file itself notes nothing. */
export const backupPlace = 'backup';

/** After a restore numbers go on from the clock's microseconds: no history had a million transactions a second. */
const numbersPerMs = 1_000;

type Numbered = Pick<Database, 'dialect' | 'read' | 'write'>;

/**
 * Does nothing where the database is in the place that was noted last. `now` is epoch milliseconds. Processes that
 * start together wait for each other.
 */
export function continueLogNumbers(database: Numbered, now: number): Promise<void> {
  return database.dialect === 'sqlite' ? continueInFile(database, now) : continueInCluster(database, now);
}

async function continueInFile(database: Numbered, now: number): Promise<void> {
  await database.write(async (tx) => {
    await tx
      .updateTable('log_numbers')
      .set({ place: '', lead: sql<number>`max(lead + 1, ${now * numbersPerMs})` })
      .where('id', '=', 1)
      .where('place', '=', backupPlace)
      .execute();
  });
}

async function continueInCluster(database: Numbered, now: number): Promise<void> {
  const place = await describePlace(database.read);
  if ((await compareWithNote(database.read, place)) === 'same') return;
  await database.write(async (tx) => {
    await sql`select 1 from log_numbers where id = 1 for update`.execute(tx);
    const found = await compareWithNote(tx, place);
    if (found === 'same') return;
    // In processes that run already: turns with a number of before are over before one has a number of afterwards.
    if (found === 'other') await sql`lock table live_turns in exclusive mode`.execute(tx);
    await tx
      .updateTable('log_numbers')
      .set({
        place,
        noted_by: sql<number>`pg_current_xact_id()::xid::text::bigint`,
        ...(found === 'other' && { lead: leadAbove(now * numbersPerMs), clock_lead: clockLeadAbove(now) }),
      })
      .where('id', '=', 1)
      .execute();
  });
}

const greatestStored = sql<number>`greatest(
  (select max(xid) from live_turns), (select max(xid) from live_swept), (select max(xid) from sinks))`;

/** Every transaction from now on has a number from `number` on, and above all that are stored. */
function leadAbove(number: number): RawBuilder<number> {
  const oldest = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
  return sql<number>`greatest(lead, greatest(${number}::bigint, ${greatestStored} + 1) - ${oldest})`;
}

/** The same for numbers of clocks; null where they are not used. Clocks of a restored database may be behind those of before. */
function clockLeadAbove(now: number): RawBuilder<number | null> {
  return sql`case when clock_lead is not null
    then greatest(clock_lead, ${greatestStored} + 1 - ${now * numbersPerMs}::bigint) end`;
}

/**
 * From now on the turns of a distributed database are numbered by the clocks of its nodes, in all processes; does nothing where they are
 * already. There is no way back, as transactions of the coordinator have lower numbers.
 */
export async function numberByClocks({ read, write }: Numbered): Promise<void> {
  if (await isNumberedByClocks(read)) return;
  await write(async (tx) => {
    await sql`select 1 from log_numbers where id = 1 for update`.execute(tx);
    if (await isNumberedByClocks(tx)) return;
    // Turns that are numbered by a transaction are over before the first is by a clock.
    await sql`lock table live_turns in exclusive mode`.execute(tx);
    const { rows } = await sql<{ clock: number }>`select log_clock() as clock`.execute(tx);
    await tx
      .updateTable('log_numbers')
      .set({
        noted_by: sql<number>`pg_current_xact_id()::xid::text::bigint`,
        clock_lead: sql<number>`greatest(0, ${greatestStored} + 1 - ${rows[0]?.clock}::bigint)`,
      })
      .where('id', '=', 1)
      .execute();
  });
}

export async function isNumberedByClocks(db: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from log_numbers where id = 1 and clock_lead is not null`.execute(db);
  return rows.length > 0;
}

/**
 * `unnoted`: the first start, and nothing says that the database was elsewhere before. A row that was restored from a
 * dump was written by another transaction than the one that it names, whatever cluster it is in.
 */
async function compareWithNote(db: Queries, place: string): Promise<'same' | 'unnoted' | 'other'> {
  const { rows } = await sql<{ place: string; unmoved: boolean }>`
    select place, noted_by = xmin::text::bigint as unmoved from log_numbers where id = 1`.execute(db);
  const [note] = rows;
  if (note?.place === place && note.unmoved) return 'same';
  return note?.place === '' && !(await isBehindRows(db)) ? 'unnoted' : 'other';
}

async function isBehindRows(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ ahead: boolean }>`
    select coalesce(${greatestStored} >
      lead + pg_snapshot_xmax(pg_current_snapshot())::text::bigint, false) as ahead
    from log_numbers where id = 1`.execute(db);
  return rows[0]?.ahead === true;
}

/**
 * The cluster, its timeline, which a promoted standby and a recovery to a point in time change, and the database. On Citus
 * the last crash of the coordinator, too, which begins its statistics again: it may give the numbers of transactions once more of
 * which nothing but rows on other nodes is left. What this role may not ask is left out.
 */
async function describePlace(db: Queries): Promise<string> {
  const parts = [
    sql<{ part: string }>`select system_identifier::text as part from pg_control_system()`,
    sql<{ part: string }>`select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as part`,
    sql<{ part: string }>`select oid::text as part from pg_database where datname = current_database()`,
    ...(isDistributed(db)
      ? [sql<{ part: string }>`select extract(epoch from stats_reset)::text as part from pg_stat_wal`]
      : []),
  ];
  const known = await Promise.all(parts.map(async (part) => (await rowsIfAllowed(db, part))[0]?.part ?? '-'));
  return known.join('/');
}

/** insufficient_privilege, undefined_function, feature_not_supported and object_not_in_prerequisite_state. */
const notOffered = new Set(['42501', '42883', '0A000', '55000']);

async function rowsIfAllowed<R>(db: Queries, query: RawBuilder<R>): Promise<R[]> {
  try {
    return (await query.execute(db)).rows;
  } catch (error) {
    if (notOffered.has(errorCode(error))) return [];
    throw error;
  }
}
