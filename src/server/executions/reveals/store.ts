/** Rows of reveals: which person sees which execution unmasked, and until when. */

import type { Queries } from '../../platform/database/database.ts';
import type { RevealRow } from '../../platform/database/schema/reveals.ts';

export type RevealKey = Pick<RevealRow, 'account' | 'person' | 'execution'>;

/** The end of a reveal that lasts, in epoch milliseconds. */
export async function findReveal(
  db: Queries,
  { account, person, execution }: RevealKey,
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('reveals')
    .select('expires_at')
    .where('account', '=', account)
    .where('person', '=', person)
    .where('execution', '=', execution)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** A further one for the same execution lasts until its own end. */
export async function upsertReveal(tx: Queries, row: RevealRow): Promise<void> {
  await tx
    .insertInto('reveals')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'person', 'execution'])
        .doUpdateSet({ expires_at: (eb) => eb.ref('excluded.expires_at') }),
    )
    .execute();
}

export async function deleteExpiredReveals(tx: Queries, now: number): Promise<void> {
  await tx.deleteFrom('reveals').where('expires_at', '<=', now).execute();
}
