/** Another token for a session that goes on. */

import type { Queries } from '../platform/database/database.ts';
import type { SessionProof } from '../platform/database/schema/tables.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { hashToken } from '../platform/token-hash.ts';
import { updateSession } from './session-store.ts';

/**
 * Gives a session a new token, so that a copy of the old one is worth nothing after its person has become another one or has
 * changed how they sign in. It keeps its age, its provider and what has proven its person.
 */
export async function rotateSession(
  ctx: ServiceContext,
  tx: Queries,
  token: string,
  change: { person?: string; proof?: SessionProof; confirmed_at?: number } = {},
): Promise<string> {
  const next = ctx.ids.token();
  await updateSession(tx, hashToken(token), { ...change, token_hash: hashToken(next) });
  return next;
}
