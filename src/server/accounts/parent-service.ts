/** Which account is above another one. */

import type { Queries } from '../platform/database/database.ts';
import { perServer } from '../platform/per-server.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { findAccount } from './store.ts';

/** The parents of accounts that were looked up; a parent never changes. */
const parents = perServer(() => new Map<string, string | null>());
const maxParents = 10_000;

/** The account above this one; null for an account of its own. */
export async function findParentAccount(
  ctx: ServiceContext,
  db: Queries,
  account: string,
): Promise<string | null> {
  const known = parents(ctx);
  const cached = known.get(account);
  if (cached !== undefined) return cached;
  const row = await findAccount(db, account);
  if (row === undefined) return null;
  if (known.size >= maxParents) known.clear();
  known.set(account, row.parent);
  return row.parent;
}
