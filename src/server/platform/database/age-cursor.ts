/** The cursor of keyset pagination by age: rows ordered by `created_at`, then by SID. */

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { KeysetPageQuery } from './keyset-pagination.ts';
import type { Tables } from './schema/tables.ts';

type AgeKey = { created_at: number; sid: string };

/** The cursor of a row. */
export function ageCursor({ created_at, sid }: AgeKey): string {
  return `${created_at}.${sid}`;
}

/** True for a text that can be a cursor of such a list. */
export function isAgeCursor(text: string): boolean {
  return parseAgeCursor(text) !== null;
}

/** Null when the text is no cursor. */
export function parseAgeCursor(cursor: string): AgeKey | null {
  const [, time, sid] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  return time === undefined || sid === undefined ? null : { created_at: Number(time), sid };
}

/**
 * The condition for rows beyond the cursor of the page, as a callback for `where`.
 * @throws when that is no cursor
 */
export function beyondAgeCursor<T extends 'executions' | 'execution_batches' | 'messages' | 'calls'>({
  operator,
  position,
}: KeysetPageQuery) {
  return (eb: ExpressionBuilder<Tables, T>): Expression<SqlBool> => {
    if (position === null) return eb.lit(true);
    const age = parseAgeCursor(position);
    if (age === null) throw new Error(`"${position}" is no cursor of this list.`);
    const columns = eb as unknown as ExpressionBuilder<Tables, 'executions'>;
    return columns(columns.refTuple('created_at', 'sid'), operator, columns.tuple(age.created_at, age.sid));
  };
}
