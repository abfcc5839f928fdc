/**
 * A commit that was sent and never answered may have happened or not. PostgreSQL remembers what became of a
 * transaction by its number, so each one asks for its number as it begins, and is looked up afterwards.
 */

import { Refusal } from '../errors.ts';
import type { Client, Pool } from './postgres-connection.ts';
import { codeOf, patiently, rest } from './retry-policy.ts';

/** The number of a transaction, and when it began by the server's clock. */
export type Noted = { xid: string; began: string };

/** `error` is what came instead of the commit's answer. */
export type Doubt = { noted: Noted; error: unknown };

const begin =
  'begin isolation level read committed; select pg_current_xact_id()::text as xid, clock_timestamp()::text as began';

/** Begins a transaction and learns its number in the same round trip. */
export async function beginNoted(client: Client): Promise<Noted> {
  // Two statements in one query, which only goes without parameters, are answered by a list.
  const answers = (await (client as unknown as { query(sql: string): Promise<unknown> }).query(begin)) as [
    unknown,
    { rows: [Noted] },
  ];
  return answers[1].rows[0];
}

/**
 * A server that crashed may give the number of a transaction that never reached the disk to another one. It also
 * begins its statistics anew then, which tells.
 */
const look = `
  select pg_xact_status($1::text::xid8) as status,
    coalesce((select stats_reset from pg_stat_wal) > $2::text::timestamptz, false) as crashed`;

/** invalid_parameter_value. */
const numberInTheFuture = '22023';

type Seen = { status: 'committed' | 'aborted' | 'in progress' | null; crashed: boolean };

/** How often to ask about a transaction that the server has not finished with. */
const maxLooks = 50;

/**
 * True when the transaction is durable, false when it left nothing behind.
 * @throws Refusal (unavailable) when that cannot be known: it says so
 */
export async function didCommit(pool: Pool, { noted, error }: Doubt): Promise<boolean> {
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const seen = await patiently(() => lookUp(pool, noted)).catch((reason: unknown) => {
      throw notKnown(new AggregateError([error, reason], 'A commit was not answered, nor what became of it'));
    });
    if (seen === null) break;
    if (seen.status === 'aborted') return false;
    if (seen.status === 'committed' && !seen.crashed) return true;
    if (seen.status !== 'in progress') break;
    await rest();
  }
  throw notKnown(error);
}

function notKnown(cause: unknown): Refusal {
  return new Refusal(
    'unavailable',
    'The database went away before it answered, so it is not known whether the change was made. Look before you repeat it',
    { cause },
  );
}

async function lookUp(pool: Pool, { xid, began }: Noted): Promise<Seen | null> {
  const client = await pool.connect();
  try {
    return (await client.query<Seen>(look, [xid, began])).rows[0] ?? null;
  } catch (error) {
    // After a crash the server has not got to this number yet: nothing of that transaction reached the disk.
    if (codeOf(error) === numberInTheFuture) return { status: 'aborted', crashed: true };
    throw error;
  } finally {
    client.release();
  }
}
