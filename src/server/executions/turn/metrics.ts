/** Records the metrics and the log lines of committed turns: counts and SIDs, no personal data. */

import {
  executionsEndedTotal,
  executionsStartedTotal,
  stepsTotal,
  turnsTotal,
} from '../../platform/metrics.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

/** One turn as metrics and log know it; `ended` is how its execution ended, null while it is active. */
export type TurnMetrics = {
  flow: string;
  execution: string;
  signal: string;
  steps: number;
  ended: 'finished' | 'stopped' | 'hangup' | 'expired' | null;
};

/** Call it after the commit. `startEvents` are the trigger events of the executions that were started. */
export function recordTurnMetrics(
  ctx: ServiceContext,
  { startEvents, turns }: { startEvents: readonly string[]; turns: readonly TurnMetrics[] },
): void {
  for (const event of startEvents) executionsStartedTotal.inc({ event });
  if (turns.length === 0) return;
  turnsTotal.inc(turns.length);
  const logsTurns = ctx.log.isLevelEnabled('debug');
  for (const turn of turns) {
    if (turn.steps > 0) stepsTotal.inc(turn.steps);
    if (turn.ended !== null) executionsEndedTotal.inc({ how: turn.ended });
    if (logsTurns) ctx.log.debug(turn, 'Turn committed');
  }
}
