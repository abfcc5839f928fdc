/** Stores what calls and messages have in common: the rows of both tables have the same keys. */

import { beyondAgeCursor } from '../../platform/database/age-cursor.ts';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { CallRow, MessageRow } from '../../platform/database/schema/tables.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';

/** What finds a row without looking into other shards. */
export type SubjectRowKey = Pick<CallRow | MessageRow, 'account' | 'sid' | 'shard'>;

/** The carrier's SID, and the command of an execution that caused the row. */
type ReportedSubject = {
  account: string;
  sid: string | null;
  effect: { execution: string; effect: string } | null;
};

type Table = 'calls' | 'messages';

/** Both tables have the columns that are named here. */
const asCalls = (table: Table) => table as 'calls';

const insertInto = <Row extends CallRow | MessageRow>(table: Table, values: (value: Values<Row>) => Row) =>
  prepared((db, value: Values<Row>) =>
    db
      .insertInto(asCalls(table))
      .values(values(value) as CallRow)
      .onConflict((conflict) => conflict.columns(hotKey(db, ['account', 'sid'])).doNothing())
      .returning('sid'),
  );

const setExecutionIn = (table: Table) =>
  prepared((db, value: Values<SubjectRowKey & { execution: string }>) =>
    db
      .updateTable(asCalls(table))
      .set({ execution: value('execution') })
      .where('shard', '=', value('shard'))
      .where('account', '=', value('account'))
      .where('sid', '=', value('sid')),
  );

/** The queries of one of the tables; `values` names the value of each of its columns. */
export function subjectTable<Row extends CallRow | MessageRow>(
  table: Row extends CallRow ? 'calls' : 'messages',
  values: (value: Values<Row>) => Row,
) {
  const [insertRow, setExecutionOf] = [insertInto(table, values), setExecutionIn(table)];
  const rowsOf = (db: Queries, account: string) =>
    db.selectFrom(asCalls(table)).selectAll().where('account', '=', account);

  const find = async (db: Queries, account: string, sid: string): Promise<Row | undefined> =>
    (await rowsOf(db, account).where('sid', '=', sid).executeTakeFirst()) as Row | undefined;

  /** By the command of an execution that caused it. */
  const findOf = async (
    db: Queries,
    { account, execution, effect }: { account: string; execution: string; effect: string },
  ): Promise<Row | undefined> =>
    (await rowsOf(db, account)
      .where('execution', '=', execution)
      .where('shard', '=', shardOfExecution(execution))
      .where('effect', '=', effect)
      .executeTakeFirst()) as Row | undefined;

  return {
    find,
    findOf,

    /** By the command, or by the SID where no row has that. */
    async findReported(db: Queries, { account, sid, effect }: ReportedSubject): Promise<Row | undefined> {
      const byEffect = effect === null ? undefined : await findOf(db, { account, ...effect });
      return byEffect ?? (sid === null ? undefined : await find(db, account, sid));
    },

    /** False, and nothing is stored, when the account has a row with that SID already. */
    async insert(tx: Queries, row: Row): Promise<boolean> {
      return (await insertRow(tx, row)).length === 1;
    },

    /** Sets the execution that it is for. */
    async setExecution(
      tx: Queries,
      { account, sid, shard }: SubjectRowKey,
      execution: string,
    ): Promise<void> {
      await setExecutionOf(tx, { account, sid, shard, execution });
    },

    /** `sid` is the carrier's, which replaces ours, unless another row of the account has it. */
    async change(
      tx: Queries,
      { account, sid, shard }: SubjectRowKey,
      { sid: newSid = sid, ...change }: Partial<Row>,
    ): Promise<void> {
      const isFree = newSid === sid || (await find(tx, account, newSid)) === undefined;
      await tx
        .updateTable(asCalls(table))
        .set({ ...(change as Partial<CallRow>), sid: isFree ? newSid : sid })
        .where('shard', '=', shard)
        .where('account', '=', account)
        .where('sid', '=', sid)
        .execute();
    },

    /** Newest first; columns that are undefined in the filter are left out. */
    list(
      db: Queries,
      { account, ...filter }: { account: string } & { [K in keyof Row]?: Row[K] | undefined },
      request: KeysetPageRequest,
    ): Promise<KeysetPage<Row>> {
      return fetchKeysetPage(request, async (bounds) => {
        let query = rowsOf(db, account);
        for (const [column, value] of Object.entries(filter))
          if (value !== undefined) query = query.where(column as keyof CallRow, '=', value as string);
        const rows = await query
          .where(beyondAgeCursor(bounds))
          .orderBy('created_at', bounds.order)
          .orderBy('sid', bounds.order)
          .limit(bounds.limit)
          .execute();
        return rows as Row[];
      });
    },
  };
}
