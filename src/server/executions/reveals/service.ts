/** Service functions of reveals: a person who sees contacts masked sees those of one execution for a while, having said why. */

import { maxRevealsPerHour, revealMinutes } from '#api/executions/reveal-limits.ts';
import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { fetchExecutionBySid } from '../views/service.ts';
import { deleteExpiredReveals, findReveal, upsertReveal } from './store.ts';

const limit = { count: maxRevealsPerHour, windowMs: 3_600_000 };
const limiterOf = perServer(() => new RateLimiter<typeof limit>());

/**
 * Shows an execution to the caller, and returns until when, in epoch milliseconds. The reason is in the audit log, with the
 * request.
 *
 * @throws Refusal when the caller is no person who is signed in, has no such execution, or has revealed too many
 */
export async function revealExecution(
  ctx: ServiceContext,
  caller: Caller,
  execution: string,
): Promise<number> {
  const { account, person, isSession } = caller;
  // A reason is given by a person who can be asked about it: no key, no token, and not the account itself.
  if (isSession === undefined || person === undefined) {
    throw new Refusal('forbidden', 'Only a person who is signed in may show what is masked');
  }
  await fetchExecutionBySid(ctx, caller, execution);
  const now = ctx.clock.now();
  const refused = limiterOf(ctx).take([[person.sid, limit]], 1, now);
  if (refused !== null) {
    throw new Refusal('too-many', `No more than ${maxRevealsPerHour} executions are shown in an hour`, {
      retryAfterSeconds: refused.retryAfterSeconds,
    });
  }
  const expires_at = now + revealMinutes * 60_000;
  await ctx.database.write(async (tx) => {
    await deleteExpiredReveals(tx, now);
    await upsertReveal(tx, { account, person: person.sid, execution, expires_at });
  });
  return expires_at;
}

/** Until when the execution is shown to the caller; null when it is masked. */
export async function shownUntil(
  ctx: ServiceContext,
  { account, person, isSession }: Caller,
  execution: string,
): Promise<number | null> {
  if (isSession === undefined || person === undefined) return null;
  return findReveal(ctx.database.read, { account, person: person.sid, execution }, ctx.clock.now());
}

export async function isRevealed(ctx: ServiceContext, caller: Caller, execution: string): Promise<boolean> {
  return (await shownUntil(ctx, caller, execution)) !== null;
}
