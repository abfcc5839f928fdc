/** Transactions on PostgreSQL: of one write, and of a group of them. */

import { Kysely } from 'kysely';
import { Refusal } from '../errors.ts';
import { eventLoopTurn } from '../event-loop-turn.ts';
import { OutcomeUnknown, type StartedTransaction, type UnconfirmedCommit } from './commit-recovery.ts';
import type { Queries, TransactionWork, WithCommit } from './database.ts';
import { type GroupedWrite, GroupRolledBack, type WriteOutcome } from './grouped-writes.ts';
import { type Client, connectionOn, dialectFor, type Pool } from './postgres-connection.ts';
import { isConnectionLost, isNodeLost, isStatementTimeout } from './retry-while-unavailable.ts';
import type { Tables } from './schema/tables.ts';

/** How transactions begin, and how to find out whether one whose commit got no response was committed. */
export type CommitTracking = {
  /** Called on a connection before each of its transactions. */
  prepare?(client: Client): Promise<void>;
  /** `lockTimeoutMs`: how long its statements wait for rows that others have locked; null is as long as any may take. */
  begin(client: Client, lockTimeoutMs: number | null): Promise<StartedTransaction | null>;
  /** @throws OutcomeUnknown when that cannot be known */
  didCommit(commit: UnconfirmedCommit): Promise<boolean>;
};

/** A group does not wait longer for a locked row: all of its writes would. */
const groupLockTimeoutMs = 50;

/** A transaction that has begun: its connection, and the last writes that were sent behind the others. */
type OpenTransaction = { client: Client; beginning: Promise<unknown>; lastWrites: Promise<unknown>[] };

/** @throws an error of a lost connection only when nothing was committed */
export function transactOnce<T>(pool: Pool, tracking: CommitTracking, work: TransactionWork<T>): Promise<T> {
  return inTransaction(pool, tracking, null, (opened) => runWork(opened, work));
}

/** @throws GroupRolledBack when nothing was committed, OutcomeUnknown when that cannot be known */
export async function transactTogether(
  pool: Pool,
  tracking: CommitTracking,
  group: readonly GroupedWrite[],
): Promise<readonly WriteOutcome[]> {
  try {
    return await inTransaction(pool, tracking, groupLockTimeoutMs, (opened) => runGroup(opened, group));
  } catch (error) {
    if (error instanceof OutcomeUnknown || error instanceof GroupRolledBack) throw error;
    throw new GroupRolledBack([], error);
  }
}

async function inTransaction<T>(
  pool: Pool,
  tracking: CommitTracking,
  lockTimeoutMs: number | null,
  run: (opened: OpenTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const lastWrites: Promise<unknown>[] = [];
  let unconfirmed: UnconfirmedCommit | null = null;
  let isBroken = false;
  let value: T;
  try {
    await tracking.prepare?.(client);
    committing.delete(client);
    // Not awaited here: the first queries of `run` are pipelined with it.
    const beginning = tracking.begin(client, lockTimeoutMs);
    beginning.catch(() => {});
    value = await run({ client, beginning, lastWrites });
    unconfirmed = await commitTransaction(client, await beginning, lastWrites);
  } catch (error) {
    isBroken = isConnectionLost(error instanceof GroupRolledBack ? error.cause : error);
    throw error;
  } finally {
    client.release(isBroken);
  }
  // After the release, as the query for the status takes another connection.
  if (unconfirmed !== null && !(await tracking.didCommit(unconfirmed))) {
    // A node of Citus commits before the coordinator does, so what the coordinator took back may have been made.
    throw client.isDistributed ? new OutcomeUnknown(unconfirmed.error) : unconfirmed.error;
  }
  return value;
}

async function runWork<T>(opened: OpenTransaction, work: TransactionWork<T>): Promise<T> {
  const { client, beginning, lastWrites } = opened;
  try {
    return await work(queriesOn(client), noteIn(lastWrites));
  } catch (error) {
    const writes = await rollBack(opened);
    // Where `begin` or a last write failed, its error is the cause.
    await beginning;
    throw writes.find((each) => each.status === 'rejected')?.reason ?? error;
  }
}

/** All at once, so that their queries are sent together. */
async function runGroup(
  opened: OpenTransaction,
  group: readonly GroupedWrite[],
): Promise<readonly WriteOutcome[]> {
  const { client, lastWrites } = opened;
  const failed: { write: GroupedWrite; error: unknown }[] = [];
  const outcomes = await Promise.all(
    group.map(async (write, nth): Promise<WriteOutcome> => {
      const place = takePlace(client, nth);
      try {
        const value = await write.work(place.queries, noteIn(lastWrites));
        await closePlace(place);
        return { value };
      } catch (error) {
        await closePlace(place);
        if (place.hasWritten || place.hasFailed) failed.push({ write, error });
        return { refusal: error };
      }
    }),
  );
  if (failed.length === 0) return outcomes;
  await rollBack(opened);
  const refused = failed.filter(({ error }) => error instanceof Refusal).map(({ write }) => write);
  const cause = failed.find(({ error }) => isConnectionLost(error)) ?? failed[0];
  throw new GroupRolledBack(refused, cause?.error);
}

/** Gives how the last writes ended. */
async function rollBack({ client, lastWrites }: OpenTransaction): Promise<PromiseSettledResult<unknown>[]> {
  // None may be sent behind the rollback: it would stand.
  const writes = await Promise.allSettled(lastWrites);
  // Over a lost connection nothing can be rolled back, and nothing has to be.
  await client.query('rollback', []).catch(() => {});
  return writes;
}

function noteIn(lastWrites: Promise<unknown>[]): WithCommit {
  return (write) => {
    write.catch(() => {});
    lastWrites.push(write);
  };
}

/** Connections whose transaction sends its commit: what is sent behind it would be outside of the transaction. */
const committing = new WeakSet<Client>();

function requireOpen(client: Client): void {
  if (committing.has(client)) throw new Error('A query came after the commit of its transaction.');
}

/** Allows queries again on a connection whose last transaction has ended. */
export function reopen(client: Client): void {
  committing.delete(client);
}

const builders = new WeakMap<Client, Queries>();

/** Cached per connection: creating a query builder is slow. */
export function queriesOn(client: Client): Queries {
  const known = builders.get(client);
  if (known !== undefined) return known;
  const connection = connectionOn(client, { before: () => requireOpen(client) });
  const queries = new Kysely<Tables>({ dialect: dialectFor(connection, client.isDistributed) });
  builders.set(client, queries);
  return queries;
}

/** A place for one write of a group on a connection, with what its queries have done so far. */
type Place = { queries: Queries; hasWritten: boolean; hasFailed: boolean; isClosed: boolean };

/** Cached per connection, too. */
const placesOn = new WeakMap<Client, Place[]>();

/** Place number `nth`, for another write. */
function takePlace(client: Client, nth: number): Place {
  const places = placesOn.get(client) ?? [];
  placesOn.set(client, places);
  const place = places[nth] ?? newPlace(client);
  places[nth] = place;
  return Object.assign(place, { hasWritten: false, hasFailed: false, isClosed: false });
}

/** The write has ended; what it has begun meanwhile is sent. */
async function closePlace(place: Place): Promise<void> {
  await untilSent();
  place.isClosed = true;
}

function newPlace(client: Client): Place {
  const connection = connectionOn(client, {
    before({ sql }) {
      requireOpen(client);
      if (place.isClosed) throw new Error('A query came after the end of its write.');
      place.hasWritten ||= !sql.startsWith('select');
    },
    failed() {
      place.hasFailed = true;
    },
    // The answers of a group arrive together: what follows them may take more than one turn of the event loop.
    answered: () => eventLoopTurn.enterFirst(),
  });
  const queries = new Kysely<Tables>({ dialect: dialectFor(connection, client.isDistributed) });
  const place: Place = { queries, hasWritten: false, hasFailed: false, isClosed: true };
  return place;
}

/** Null when the transaction is durable. @throws when it certainly is not */
async function commitTransaction(
  client: Client,
  noted: StartedTransaction | null,
  lastWrites: readonly Promise<unknown>[],
): Promise<UnconfirmedCommit | null> {
  if (lastWrites.length > 0) await untilSent();
  committing.add(client);
  const [commit, ...writes] = await Promise.allSettled([client.query('commit', []), ...lastWrites]);
  const [failed] = writes.flatMap((each) =>
    each.status === 'rejected' && !isConnectionLost(each.reason) ? [each] : [],
  );
  // It is the cause of what became of the commit.
  if (failed !== undefined) throw failed.reason;
  if (commit.status === 'fulfilled') {
    if ((commit.value.command as string) !== 'ROLLBACK') return null;
    throw new Error('A transaction went on after one of its queries had failed.');
  }
  const isUnanswered =
    isConnectionLost(commit.reason) ||
    isNodeLost(commit.reason) ||
    // The node that the coordinator waits for may have committed.
    (client.isDistributed && isStatementTimeout(commit.reason));
  if (noted === null || !isUnanswered) throw commit.reason;
  return { transaction: noted, error: commit.reason };
}

/** Queries pass through the query builder in microtasks, all of which run before the next tick. */
function untilSent(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
