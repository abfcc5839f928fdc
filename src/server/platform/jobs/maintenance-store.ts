/** Leases of maintenance tasks: one process at a time runs each. */

import type { Queries } from '../database/database.ts';
import type { MaintenanceTaskRow } from '../database/schema/retention.ts';

type MaintenanceLease = { name: string; now: number; leaseUntil: number };

/** True when the task is due and not leased: the caller then holds its lease until `leaseUntil`. */
export async function claimMaintenanceTask(
  tx: Queries,
  { name, now, leaseUntil }: MaintenanceLease,
): Promise<boolean> {
  await tx
    .insertInto('chores')
    .values({ name, due_at: 0, lease_until: 0, ended_at: null, outcome: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable('chores')
    .set({ lease_until: leaseUntil })
    .where('name', '=', name)
    .where('due_at', '<=', now)
    .where('lease_until', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Renews the caller's lease; false when another process has taken over. */
export async function renewMaintenanceLease(
  tx: Queries,
  { name, held, leaseUntil }: { name: string; held: number; leaseUntil: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chores')
    .set({ lease_until: leaseUntil })
    .where('name', '=', name)
    .where('lease_until', '=', held)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases the task until `dueAt`. `outcome` is stored unless it is null. */
export async function completeMaintenanceTask(
  tx: Queries,
  {
    name,
    held,
    dueAt,
    now,
    outcome,
  }: {
    name: string;
    held: number;
    dueAt: number;
    now: number;
    outcome: string | null;
  },
): Promise<void> {
  await tx
    .updateTable('chores')
    .set({ lease_until: 0, due_at: dueAt, ...(outcome !== null && { ended_at: now, outcome }) })
    .where('name', '=', name)
    .where('lease_until', '=', held)
    .execute();
}

export function findMaintenanceTask(db: Queries, name: string): Promise<MaintenanceTaskRow | undefined> {
  return db.selectFrom('chores').selectAll().where('name', '=', name).executeTakeFirst();
}
