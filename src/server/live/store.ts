/**
 * Reads the turn log, which `executions/store/turn-log.ts` appends to, in an order that never grows a gap afterwards.
 *
 * On PostgreSQL an entry's serial is assigned when it is written and visible when its transaction commits, so a reader
 * that remembers the greatest serial misses entries that commit late. Entries therefore carry their transaction's
 * number and are read below the oldest transaction that is still running: nothing can be added there any more. SQLite
 * has one writer at a time: there the serial is the order. Numbers go on rising after a restore
 * (`platform/database/log-numbers.ts`).
 */

import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { hotKey, isDistributed, isPostgres } from '../platform/database/dialect.ts';
import { currentLogNumbers, settledLogNumbers } from '../platform/database/log-numbers.ts';
import { prepared, type Values } from '../platform/database/prepared-query.ts';
import type { TurnRow } from '../platform/database/schema/live.ts';
import type { ExecutionRow, StepRow } from '../platform/database/schema/tables.ts';
import { shardOfAccount, shardOfExecution } from '../platform/database/shard.ts';

/** A place among the turns of an account: before the first turn that is not less than it. */
export type LogPosition = { xid: number; serial: number };

/** The place before everything that has not been read by anybody: what is read from it on is new. */
export async function endOfLog(db: Queries): Promise<LogPosition> {
  const { settled } = await currentLogNumbers(db);
  if (isPostgres(db)) return { xid: settled, serial: 0 };
  const last = await db
    .selectFrom('live_turns')
    .select((eb) => eb.fn.max('serial').as('serial'))
    .executeTakeFirst();
  return { xid: settled, serial: (last?.serial ?? 0) + 1 };
}

/** How many turns that wait for the end of other transactions are told apart. */
const maxUnsettled = 1_000;

const findVisibleFrom = prepared((db, value: Values<{ account: string; xid: number }>) =>
  db
    .selectFrom('live_turns')
    .select(['xid', 'serial'])
    .where('account', '=', value('account'))
    .where('xid', '>=', value('xid'))
    .orderBy('xid')
    .orderBy('serial')
    .limit(sql.lit(maxUnsettled)),
);

/**
 * Turns of the account that have ended and are behind the end of the log, as an earlier transaction runs: what is read of
 * executions from now on has them, and the log gives them later.
 */
export async function turnsBehindEnd(
  db: Queries,
  account: string,
  { xid }: LogPosition,
): Promise<LogPosition[]> {
  return isPostgres(db) ? await findVisibleFrom(db, { account, xid }) : [];
}

/**
 * Whether everything from `place` on is still there. It is not when it was swept away, and when the place is
 * beyond all that this database has given out.
 */
export async function isRetained(db: Queries, account: string, place: LogPosition): Promise<boolean> {
  const swept = await db
    .selectFrom('live_swept')
    .select(['xid', 'serial'])
    .where('account', '=', account)
    .where('shard', '=', shardOfAccount(account))
    .executeTakeFirst();
  if (swept !== undefined && !isBeyond(place, swept)) return false;
  if (!isPostgres(db)) return !isBeyond(place, await endOfLog(db));
  return place.xid <= (await currentLogNumbers(db)).newest;
}

function isBeyond(place: LogPosition, other: LogPosition): boolean {
  return place.xid > other.xid || (place.xid === other.xid && place.serial > other.serial);
}

/** Fields of an execution that its events have; all null when it has been deleted. */
type ExecutionFields = Pick<ExecutionRow, 'revision' | 'contact' | 'initiated_by' | 'parent' | 'parent_step'>;

export type ReadTurn = Omit<TurnRow, 'xid' | 'serial' | 'account' | 'shard'> &
  LogPosition &
  (ExecutionFields | { [K in keyof ExecutionFields]: null });

/** How many turns are read at once. */
export const maxTurnsPerRead = 100;

const findFrom = prepared((db, value: Values<LogPosition & { account: string; settled: number }>) => {
  const query = db
    .selectFrom('live_turns as t')
    .leftJoin('executions as e', (join) =>
      join.onRef('e.sid', '=', 't.execution').onRef('e.shard', '=', 't.shard'),
    )
    .select(['t.xid', 't.serial', 't.flow', 't.execution', 't.first_step', 't.last_step'])
    .select(['t.began', 't.ended', 't.at'])
    .select(['e.revision', 'e.contact', 'e.initiated_by', 'e.parent', 'e.parent_step'])
    .where('t.account', '=', value('account'))
    .where((eb) => eb(eb.refTuple('t.xid', 't.serial'), '>=', eb.tuple(value('xid'), value('serial'))))
    .orderBy('t.xid')
    .orderBy('t.serial')
    .limit(sql.lit(maxTurnsPerRead));
  return isPostgres(db) ? query.where('t.xid', '<', settledLogNumbers(db, value('settled'))) : query;
});

/** On Citus, where a statement does not find it by itself; 0 elsewhere. */
async function settledNumber(db: Queries): Promise<number> {
  return isDistributed(db) ? (await currentLogNumbers(db)).settled : 0;
}

/** Turns of the account from `place` on, the one at it included, in their order, up to `turnsAtOnce`. */
export async function listTurnsFrom(db: Queries, account: string, place: LogPosition): Promise<ReadTurn[]> {
  const { xid, serial } = place;
  return (await findFrom(db, { account, xid, serial, settled: await settledNumber(db) })) as ReadTurn[];
}

/** Fields of a step that its event has. */
export type EventStep = Pick<
  StepRow,
  'execution' | 'seq' | 'sid' | 'name' | 'type' | 'transitioned_from' | 'transitioned_to' | 'created_at'
>;

const stepColumns = [
  's.execution',
  's.seq',
  's.sid',
  's.name',
  's.type',
  's.transitioned_from',
  's.transitioned_to',
  's.created_at',
] as const;

type Span = { account: string; xid: number; serial: number; last_xid: number; last_serial: number };

const findStepsOf = prepared((db, value: Values<Span>) =>
  db
    .selectFrom('live_turns as t')
    .innerJoin('steps as s', (join) =>
      join
        .onRef('s.execution', '=', 't.execution')
        .onRef('s.shard', '=', 't.shard')
        .onRef('s.seq', '>=', 't.first_step')
        .onRef('s.seq', '<=', 't.last_step'),
    )
    .select(stepColumns)
    .where('t.account', '=', value('account'))
    .where((eb) => eb(eb.refTuple('t.xid', 't.serial'), '>=', eb.tuple(value('xid'), value('serial'))))
    .where((eb) =>
      eb(eb.refTuple('t.xid', 't.serial'), '<=', eb.tuple(value('last_xid'), value('last_serial'))),
    ),
);

/** The steps of the account's turns from `first` to `last`, both included, in no order. */
export async function stepsOfTurns(
  db: Queries,
  account: string,
  first: LogPosition,
  last: LogPosition,
): Promise<EventStep[]> {
  const { xid, serial } = first;
  return await findStepsOf(db, { account, xid, serial, last_xid: last.xid, last_serial: last.serial });
}

const findStepsAfter = prepared((db, value: Values<{ execution: string; shard: number; seq: number }>) =>
  db
    .selectFrom('steps as s')
    .select(stepColumns)
    .where('s.execution', '=', value('execution'))
    .where('s.shard', '=', value('shard'))
    .where('s.seq', '>', value('seq'))
    .orderBy('s.seq')
    .limit(sql.lit(200)),
);

/** Steps of an execution after number `seq`, in their order, up to 200. */
export async function stepsAfter(db: Queries, execution: string, seq: number): Promise<EventStep[]> {
  return await findStepsAfter(db, { execution, shard: shardOfExecution(execution), seq });
}

const findSummary = prepared((db, value: Values<{ account: string; sid: string; shard: number }>) =>
  db
    .selectFrom('executions')
    .select(['flow', 'revision', 'contact', 'status', 'initiated_by', 'parent', 'parent_step'])
    .select(['created_at', 'updated_at'])
    .where('sid', '=', value('sid'))
    .where('shard', '=', value('shard'))
    .where('account', '=', value('account')),
);

/** How an execution stands; undefined when the account has none of that SID (any more). */
export async function findExecutionSummary(db: Queries, account: string, sid: string) {
  return (await findSummary(db, { account, sid, shard: shardOfExecution(sid) }))[0];
}

/** `accounts` have turns that can be read now; `hasUnsettled`: there are some that cannot be read yet. */
export type NewTurns = { accounts: string[]; next: LogPosition; hasUnsettled: boolean };

const findAccountsFrom = prepared((db, value: Values<{ xid: number; settled: number }>) =>
  db
    .selectFrom(db.selectNoFrom([settledLogNumbers(db, value('settled')).as('xid')]).as('h'))
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('live_turns')
          .select('account')
          .distinct()
          .where('xid', '>=', value('xid'))
          .where('xid', '<', settledLogNumbers(db, value('settled')))
          .as('t'),
      (join) => join.onTrue(),
    )
    .select(['h.xid', 't.account'])
    // The greatest is one look into the index; asked whether any is greater, PostgreSQL reads the whole log.
    .select((eb) =>
      eb(
        eb.selectFrom('live_turns').select((of) => of.fn.max('live_turns.xid').as('newest')),
        '>=',
        settledLogNumbers(db, value('settled')),
      ).as('unsettled'),
    ),
);

const findEmbeddedAccountsFrom = prepared((db, value: Values<{ serial: number; end: number }>) =>
  db
    .selectFrom('live_turns')
    .select('account')
    .distinct()
    .where('serial', '>=', value('serial'))
    .where('serial', '<', value('end')),
);

/** Which accounts have turns from `place` on, and the place to go on from; its cost does not grow with the accounts. */
export async function accountsWithTurnsFrom(db: Queries, place: LogPosition): Promise<NewTurns> {
  if (isPostgres(db)) {
    const rows = await findAccountsFrom(db, { xid: place.xid, settled: await settledNumber(db) });
    return {
      accounts: rows.flatMap(({ account }) => account ?? []),
      next: { xid: Number(rows[0]?.xid ?? place.xid), serial: 0 },
      hasUnsettled: Boolean(rows[0]?.unsettled),
    };
  }
  const next = await endOfLog(db);
  const rows = await findEmbeddedAccountsFrom(db, { serial: place.serial, end: next.serial });
  return { accounts: rows.map(({ account }) => account), next, hasUnsettled: false };
}

/**
 * Deletes the oldest turns from before `before` whose transitions are counted, at most `limit`, and notes how far for each
 * account. Gives how many.
 * The newest of all stays in any case: the embedded file would give its serial a second time.
 */
export async function deleteOldTurns(
  tx: Queries,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  // The serial alone is the order of the embedded file, and the only index there.
  const all = tx
    .selectFrom('live_turns')
    .leftJoin('transition_count_progress as counted', (join) => join.on('counted.id', '=', 1))
    .select(['account', 'live_turns.xid', 'live_turns.serial', 'at'])
    .select(['counted.xid as counted_xid', 'counted.serial as counted_serial']);
  const ordered = isPostgres(tx)
    ? all.orderBy('live_turns.xid').orderBy('live_turns.serial')
    : all.orderBy('live_turns.serial');
  const oldest = await ordered.limit(limit + 1).execute();
  const young = oldest.findIndex(
    ({ at, counted_xid, counted_serial, ...turn }) =>
      at >= before || !isBeyond({ xid: counted_xid ?? 0, serial: counted_serial ?? 0 }, turn),
  );
  const deleted = oldest.slice(0, young === -1 ? Math.min(limit, oldest.length - 1) : young);
  const last = deleted.at(-1);
  if (last === undefined) return 0;
  await tx
    .deleteFrom('live_turns')
    .where((eb) =>
      isPostgres(tx)
        ? eb(eb.refTuple('xid', 'serial'), '<=', eb.tuple(last.xid, last.serial))
        : eb('serial', '<=', last.serial),
    )
    .execute();
  const swept = new Map(
    deleted.map(({ account, xid, serial }) => [
      account,
      { account, shard: shardOfAccount(account), xid, serial },
    ]),
  );
  await tx
    .insertInto('live_swept')
    .values([...swept.values()])
    .onConflict((conflict) =>
      conflict.columns(hotKey(tx, ['account'])).doUpdateSet((eb) => ({
        xid: eb.ref('excluded.xid'),
        serial: eb.ref('excluded.serial'),
      })),
    )
    .execute();
  return deleted.length;
}
