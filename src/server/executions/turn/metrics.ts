/** Tells the metrics and the log of what was committed: counts and SIDs, nothing that anybody said. */

import {
  executionsEndedTotal,
  executionsStartedTotal,
  stepsTotal,
  turnsTotal,
} from '../../platform/metrics.ts';
import type { TurnTransaction } from '../service/turn-transaction.ts';

export function recordTurnMetrics({ ctx, startEvents: began, turnMetrics: taken }: TurnTransaction): void {
  for (const event of began) executionsStartedTotal.inc({ event });
  if (taken.length === 0) return;
  turnsTotal.inc(taken.length);
  const wordy = ctx.log.isLevelEnabled('debug');
  for (const turn of taken) {
    if (turn.steps > 0) stepsTotal.inc(turn.steps);
    if (turn.ended !== null) executionsEndedTotal.inc({ how: turn.ended });
    if (wordy) ctx.log.debug(turn, 'A turn was taken');
  }
}
