/** Lists by age: the positions of rows that are ordered by when they were made, then by SID. */

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { KeysetPageQuery } from './keyset-pagination.ts';
import type { Tables } from './schema/tables.ts';

type AgeKey = { created_at: number; sid: string };

/** Where a row stands in such a list. */
export function ageCursor({ created_at, sid }: AgeKey): string {
  return `${created_at}.${sid}`;
}

/** The values that a position stands for; null when it is none. */
export function parseAgeCursor(position: string): AgeKey | null {
  const [, time, sid] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(position) ?? [];
  return time === undefined || sid === undefined ? null : { created_at: Number(time), sid };
}

/**
 * The condition for rows beyond the position of `bounds`, as a callback for `where`.
 * @throws when the position is none
 */
export function beyondAgeCursor<T extends 'executions' | 'messages' | 'calls'>({
  operator,
  position,
}: KeysetPageQuery) {
  return (eb: ExpressionBuilder<Tables, T>): Expression<SqlBool> => {
    if (position === null) return eb.lit(true);
    const age = parseAgeCursor(position);
    if (age === null) throw new Error(`"${position}" is no position of this list.`);
    const columns = eb as unknown as ExpressionBuilder<Tables, 'executions'>;
    return columns(columns.refTuple('created_at', 'sid'), operator, columns.tuple(age.created_at, age.sid));
  };
}
