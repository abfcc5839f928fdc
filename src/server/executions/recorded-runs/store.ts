/** Reads executions of a flow with all their steps, several at once. */

import { sql } from 'kysely';
import { beyondAgeCursor } from '../../platform/database/age-cursor.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { ExecutionRow, StepRow } from '../../platform/database/schema/tables.ts';

export type PastExecution = Pick<ExecutionRow, 'sid' | 'revision' | 'created_at' | 'purged_at'>;

/** Executions of the flow before the age cursor, newest first. */
export function executionsBefore(
  db: Queries,
  flow: string,
  position: string | null,
  limit: number,
): Promise<PastExecution[]> {
  return db
    .selectFrom('executions')
    .select(['sid', 'revision', 'created_at', 'purged_at'])
    .where('flow', '=', flow)
    .where(beyondAgeCursor<'executions'>({ order: 'desc', operator: '<', position, limit }))
    .orderBy('created_at', 'desc')
    .orderBy('sid', 'desc')
    .limit(limit)
    .execute();
}

/** Characters of the changes and notes of all steps of each execution; none for those without steps. */
export async function recordSizes(db: Queries, executions: readonly string[]): Promise<Map<string, number>> {
  if (executions.length === 0) return new Map();
  const rows = await db
    .selectFrom('steps')
    .select(['execution', sql<number>`sum(length(changes) + length(notes))`.as('characters')])
    .where('execution', 'in', executions)
    .groupBy('execution')
    .execute();
  return new Map(rows.map(({ execution, characters }) => [execution, Number(characters)]));
}

/** All steps of the executions, those of each in order. */
export async function stepsOf(db: Queries, executions: readonly string[]): Promise<StepRow[]> {
  if (executions.length === 0) return [];
  return db
    .selectFrom('steps')
    .selectAll()
    .where('execution', 'in', executions)
    .orderBy('execution')
    .orderBy('seq')
    .execute();
}
