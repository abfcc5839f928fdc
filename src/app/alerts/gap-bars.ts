/** What the picture of gaps shows for a threshold: columns, the limit of each, its scale, and how many alerts. Pure. */

import type { AlertRuleGaps, GapResource } from '#api/alerts/schemas.ts';

/** As the rule has it: shorter is no silence. */
const leastMinutes = 10;

export type Bar = {
  id: string;
  gap: GapResource | null;
  /** In minutes; null where there is no gap of which the hours say how long is usual. */
  limit: number | null;
  isOver: boolean;
};

/** The limit in minutes, where that is the usual gap. */
export const limitAt = (threshold: number, usual: number): number =>
  Math.max(leastMinutes, threshold * usual);

/** One for each half day, and the open gap behind them. */
export function barsOf({ half_days, open }: AlertRuleGaps, threshold: number): Bar[] {
  const all = [...half_days.map(({ date_began: id, gap }) => ({ id, gap })), { id: 'open', gap: open }];
  return all.map(({ id, gap }) => ({
    id,
    gap,
    limit: gap === null || gap.multiple === 0 ? null : limitAt(threshold, gap.minutes / gap.multiple),
    isOver: gap !== null && gap.minutes >= leastMinutes && gap.multiple >= threshold,
  }));
}

export const timesTold = ({ multiples }: AlertRuleGaps, threshold: number): number =>
  multiples.filter((multiple) => multiple >= threshold).length;

/** Tops of the scale, in minutes, of which half is a round number too. */
const tops = [20, 40, 60, 120, 240, 480, 720, 1_440, 2_880, 5_760, 10_080];

/** So high that all limits are seen; gaps of more than three of them reach the top and no further. */
export function scaleOf(bars: readonly Bar[], limit: number): number {
  const highest = Math.max(limit, ...bars.map((bar) => bar.limit ?? 0));
  const longest = Math.max(...bars.map(({ gap }) => gap?.minutes ?? 0));
  const wanted = Math.max(highest * 1.2, Math.min(longest, highest * 3));
  return tops.find((top) => top >= wanted) ?? Math.ceil(wanted / 10_080) * 10_080;
}
