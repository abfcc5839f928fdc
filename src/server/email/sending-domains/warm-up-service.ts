/** Warm-up of a sending domain: a most number of emails on each day, which grows, as receivers do not know the domain yet. */

import type { WarmUp } from '#api/email/sending-domains.ts';
import type { Owner, SendingDomainRow } from '../../platform/database/schema/email.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { dayMs, dayOf } from '../statistics/service.ts';
import { countWarmUp, listWarmUpCounts } from './warm-up-store.ts';

/** Emails on each day, the first one first; after the last there is no limit. As in docs/guides/sending-domains.md. */
export const warmUpCeilings: readonly number[] = [
  ...[50, 100, 200, 400, 800, 1_500, 3_000],
  ...[5_000, 8_000, 12_000, 20_000, 30_000, 45_000, 70_000],
  ...[100_000, 150_000, 225_000, 350_000, 500_000, 750_000, 1_000_000],
];

type Warmed = Owner & Pick<SendingDomainRow, 'id' | 'domain' | 'warm_up_since'>;

/** The day of the warm-up (UTC), from 1, and its ceiling; null where there is none or it is over. */
function stageOf({ warm_up_since }: Pick<Warmed, 'warm_up_since'>, now: number) {
  if (warm_up_since === null) return null;
  const number = Math.floor(now / dayMs) - Math.floor(Number(warm_up_since) / dayMs) + 1;
  const ceiling = warmUpCeilings[number - 1];
  return ceiling === undefined ? null : { number, ceiling };
}

/** One that goes on keeps its day. */
export function warmUpBegin({ clock }: ServiceContext, row: Pick<Warmed, 'warm_up_since'>): number {
  const now = clock.now();
  return stageOf(row, now) === null ? now : Number(row.warm_up_since);
}

/** In the first part of the next day, so that not all comes at its first moment. */
const spreadMs = 60 * 60_000;

/** An email that has to wait for the next day. */
export type WarmUpHold = { at: number; day: string; text: string };

/** Counts an email that is about to be sent; a hold when the day has its number of them. */
export async function admitToWarmUp(ctx: ServiceContext, warmed: Warmed): Promise<WarmUpHold | null> {
  const now = ctx.clock.now();
  const stage = stageOf(warmed, now);
  if (stage === null) return null;
  const { account, region, id, domain } = warmed;
  const { number, ceiling } = stage;
  const day = dayOf(now);
  const row = { account, region, domain: id, day };
  if (await ctx.database.write((tx) => countWarmUp(tx, row, ceiling))) return null;
  const at = (Math.floor(now / dayMs) + 1) * dayMs + Math.floor(ctx.random() * spreadMs);
  const text = `Waits for the next day: day ${number} of the warm-up of ${domain} has ${ceiling} emails`;
  return { at, day, text };
}

/** The warm-ups that go on, by the id of their domain. */
export async function warmUpsOf(
  ctx: ServiceContext,
  owner: Owner,
  rows: readonly Warmed[],
): Promise<Map<number, WarmUp>> {
  const now = ctx.clock.now();
  const stages = rows.flatMap((row) => {
    const stage = stageOf(row, now);
    return stage === null ? [] : [{ id: row.id, ...stage }];
  });
  if (stages.length === 0) return new Map();
  const counts = await listWarmUpCounts(ctx.database.read, owner);
  const today = dayOf(now);
  return new Map(
    stages.map(({ id, number, ceiling }) => {
      const count = counts.find(({ domain, day }) => Number(domain) === id && day === today);
      return [id, { day: number, days: warmUpCeilings.length, ceiling, sent: Number(count?.sent ?? 0) }];
    }),
  );
}
