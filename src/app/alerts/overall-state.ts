/** Whether all is well: derived here, and nowhere else. */

import type { AlertSummary } from '#api/alerts/schemas.ts';
import { timeAgoInSentence } from '../words/date-time.ts';
import type { Words } from '../words/use-words.ts';

/** After so long without an evaluation it is not known. */
const staleMs = 5 * 60_000;

export type Overall = { state: 'well' | 'not-well' | 'unknown'; sentence: string; more: string };

export function overallState(t: Words<'alerts'>, summary: AlertSummary, now: number): Overall {
  const { open: count, unacknowledged, flows, flows_not_well: notWell, date_evaluated: at } = summary;
  const isKnown = at !== null && now - Date.parse(at) < staleMs;
  const parts = [
    flows === 0 ? t('noFlows') : t('flowsWell', { well: Math.max(0, flows - notWell), flows }),
    at !== null && t('looked', { when: timeAgoInSentence(at, now) }),
    !isKnown && t('notEvaluated'),
  ];
  const more = parts.filter((part) => part !== false).join(' ');
  if (count > 0) {
    const sentence =
      unacknowledged === 0 ? t('notWell', { count }) : t('notWellOpen', { count, unacknowledged });
    return { state: 'not-well', sentence, more };
  }
  return isKnown
    ? { state: 'well', sentence: t('allWell'), more }
    : { state: 'unknown', sentence: t('unknown'), more };
}
