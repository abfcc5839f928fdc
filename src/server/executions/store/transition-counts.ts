/**
 * Counts the transitions that executions take, in the transactions of their turns, by hour. A row is split into slots, so
 * that concurrent turns of one widget seldom wait for each other's commit (docs/decisions/037).
 */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { isPostgres } from '../../platform/database/dialect.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { TransitionCountRow } from '../../platform/database/schema/execution-lists.ts';

export const hourMs = 3_600_000;

/** For how many hours counts are kept: seven days, and the hour that has begun. */
export const keptHours = 7 * 24 + 1;

/** On the embedded file there is one writer at a time. */
const slots = 8;

/** A turn seldom takes more different transitions; further ones are another statement. */
const maxAtOnce = 8;

type Transition = Pick<TransitionCountRow, 'flow' | 'revision' | 'widget' | 'event' | 'target'>;

/** The transitions of one transaction, each with how often it was taken. */
export class TransitionTally {
  readonly #counts = new Map<string, Transition & { passed: number }>();

  add(
    { flow, revision }: Pick<Transition, 'flow' | 'revision'>,
    step: { name: string; transitioned_from: string; transitioned_to: string },
  ): void {
    const { name: event, transitioned_from: widget, transitioned_to: target } = step;
    const key = `${flow} ${widget}\n${revision} ${event}\n${target}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { flow, revision, widget, event, target, passed: 1 });
    else known.passed += 1;
  }

  /** In the same order in every transaction. */
  sorted(): (Transition & { passed: number })[] {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
  }
}

const columns = ['flow', 'widget', 'hour', 'revision', 'event', 'target', 'slot', 'passed'] as const;
type RowValues = Record<string, string | number>;

const valueName = (column: string, row: number) => `${column}${row}`;

/** One prepared statement for each number of rows. */
const addRows = Array.from({ length: maxAtOnce }, (_, last) =>
  prepared((db, value: Values<RowValues>) =>
    db
      .insertInto('transition_counts')
      .values(
        Array.from(
          { length: last + 1 },
          (_, row) =>
            Object.fromEntries(
              columns.map((column) => [column, value(valueName(column, row))]),
            ) as unknown as TransitionCountRow,
        ),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['flow', 'widget', 'hour', 'revision', 'event', 'target', 'slot'])
          .doUpdateSet({ passed: sql<number>`transition_counts.passed + excluded.passed` }),
      ),
  ),
);

/** Adds what the transaction has counted; `now` is epoch milliseconds. Nothing where it took no transition. */
export function insertTransitions(tx: Queries, tally: TransitionTally, now: number): Promise<unknown>[] {
  const counts = tally.sorted();
  const hour = Math.floor(now / hourMs);
  const slot = isPostgres(tx) ? nextSlot() : 0;
  const writes: Promise<unknown>[] = [];
  for (let from = 0; from < counts.length; from += maxAtOnce) {
    const rows = counts.slice(from, from + maxAtOnce);
    const values: RowValues = {};
    rows.forEach((count, row) => {
      const full = { ...count, hour, slot };
      for (const column of columns) values[valueName(column, row)] = full[column];
    });
    const add = addRows[rows.length - 1];
    if (add !== undefined) writes.push(add(tx, values));
  }
  return writes;
}

let lastSlot = process.pid % slots;

/** In turn, so that transactions of this process that run at the same time have different ones. */
function nextSlot(): number {
  lastSlot = (lastSlot + 1) % slots;
  return lastSlot;
}

export type PassedCount = Omit<Transition, 'flow'> & { passed: number };

/** How often each transition of the flow was taken in the hours from `from` on, by revision. */
export async function passedSince(db: Queries, flow: string, from: number): Promise<PassedCount[]> {
  const rows = await db
    .selectFrom('transition_counts')
    .select((eb) => ['widget', 'revision', 'event', 'target', eb.fn.sum<number>('passed').as('passed')])
    .where('flow', '=', flow)
    .where('hour', '>=', from)
    .groupBy(['widget', 'revision', 'event', 'target'])
    .orderBy('widget')
    .orderBy('event')
    .orderBy('target')
    .orderBy('revision')
    .execute();
  return rows.map((row) => ({ ...row, passed: Number(row.passed) }));
}

/** The starts of each flow of the account by hour, from the hour `from` on: how often its trigger was left. */
export async function startsSince(
  db: Queries,
  account: string,
  from: number,
): Promise<{ flow: string; hour: number; passed: number }[]> {
  const rows = await db
    .selectFrom('flows')
    .innerJoin('transition_counts', 'transition_counts.flow', 'flows.sid')
    .select((eb) => ['flows.sid as flow', 'hour', eb.fn.sum<number>('passed').as('passed')])
    .where('flows.account', '=', account)
    .where('widget', '=', 'Trigger')
    .where('hour', '>=', from)
    .groupBy(['flows.sid', 'hour'])
    .execute();
  return rows.map((row) => ({ ...row, passed: Number(row.passed) }));
}

/** Deletes counts of hours before `before`; the number of rows, `limit` at most. */
export async function deleteOldCounts(
  tx: Queries,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const hours = await tx
    .selectFrom('transition_counts')
    .select(['flow', 'widget', 'hour', 'revision', 'event', 'target', 'slot'])
    .where('hour', '<', before)
    .orderBy('hour')
    .limit(limit)
    .execute();
  const groups = Map.groupBy(hours, ({ flow, widget, hour }) => JSON.stringify([flow, widget, hour]));
  for (const [first] of groups.values()) {
    if (first === undefined) continue;
    await tx
      .deleteFrom('transition_counts')
      .where('flow', '=', first.flow)
      .where('widget', '=', first.widget)
      .where('hour', '=', first.hour)
      .execute();
  }
  return hours.length;
}

export type WaitingCount = { widget: string; revision: number; executions: number };

/** The active executions at each widget of the flow, counted in their index. */
export async function waitingAt(db: Queries, flow: string): Promise<WaitingCount[]> {
  const rows = await db
    .selectFrom('executions')
    .select((eb) => ['widget', 'revision', eb.fn.countAll<number>().as('executions')])
    .where('flow', '=', flow)
    .where('status', '=', sql.lit('active'))
    .where('widget', 'is not', null)
    .groupBy(['widget', 'revision'])
    .execute();
  return rows.flatMap(({ widget, revision, executions }) =>
    widget === null ? [] : [{ widget, revision, executions: Number(executions) }],
  );
}
