/** The limit of recipients to whom an account may send in a calendar month (`EMAIL_MONTHLY_LIMIT`). */

import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { addToQuota } from './quota-store.ts';

/**
 * Takes up to `recipients` from the limit of the account's month, in UTC; returns how many it may still send to. The
 * transactions of one account that send are serialized, which a limit that is never exceeded needs.
 */
export async function takeFromQuota(
  ctx: ServiceContext,
  tx: Queries,
  { account, recipients }: { account: string; recipients: number },
): Promise<number> {
  const limit = ctx.config.emailMonthlyLimit;
  if (limit === null || recipients === 0) return recipients;
  const month = new Date(ctx.clock.now()).toISOString().slice(0, 'YYYY-MM'.length);
  const taken = await addToQuota(tx, { account, month, recipients });
  const granted = Math.min(recipients, Math.max(0, limit - (taken - recipients)));
  if (granted < recipients) await addToQuota(tx, { account, month, recipients: granted - recipients });
  return granted;
}
