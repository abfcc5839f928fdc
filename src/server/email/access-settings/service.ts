/** Service functions of the addresses that an account was used from, as its audit log has them. */

import type { accessMethods } from '#api/email/access-settings.ts';
import { type AccessRow, recentAccess } from '../../audit/service.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';

export type AccessAttempt = {
  allowed: boolean;
  method: (typeof accessMethods)[number];
  address: string;
  /** Epoch milliseconds. */
  firstAt: number;
  lastAt: number;
};

/** One for each address, method and result, the latest first. */
export async function listAccessAttempts(
  ctx: ServiceContext,
  caller: EmailCaller,
  limit: number,
): Promise<AccessAttempt[]> {
  const attempts = new Map<string, AccessAttempt>();
  for (const row of await recentAccess(ctx, caller)) {
    const attempt = attemptOf(row);
    if (attempt === null) continue;
    const { allowed, method, address } = attempt;
    const key = `${allowed} ${method} ${address}`;
    const later = attempts.get(key);
    if (later === undefined) attempts.set(key, attempt);
    else later.firstAt = row.at;
  }
  return [...attempts.values()].slice(0, limit);
}

/** Null for what the server did by itself, or was asked without credentials. */
function attemptOf({ operation, actor_kind: by, address, at }: AccessRow): AccessAttempt | null {
  if (address === null) return null;
  const times = { address, firstAt: at, lastAt: at };
  if (operation === 'SignInLimited') return { allowed: false, method: 'Web', ...times };
  if (by === 'session') return { allowed: true, method: 'Web', ...times };
  return by === 'token' || by === 'key' ? { allowed: true, method: 'API', ...times } : null;
}
