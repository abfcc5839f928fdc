/** Records the metrics and the log lines of committed turns: counts and SIDs, no personal data. */

import { failureEvents } from '#engine/interpreter.ts';
import {
  executionsEndedTotal,
  executionsStartedTotal,
  flowEndedTotal,
  flowFailuresTotal,
  flowLastStart,
  flowStartedTotal,
  stepsTotal,
  turnsTotal,
} from '../../platform/metrics.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { FlowLabelSlots, flowLabelLimits, otherLabel } from './flow-labels.ts';

type TurnStep = { name: string; transitioned_from: string };

/** How an execution may end. */
const ends = ['finished', 'stopped', 'hangup', 'expired'] as const;

/** One turn as metrics and log know it; `ended` is how its execution ended, null while it is active. */
export type TurnMetrics = {
  account: string;
  flow: string;
  execution: string;
  signal: string;
  /** Event and widget of each step, in order. */
  steps: readonly TurnStep[];
  ended: (typeof ends)[number] | null;
};

/** Of the process, as the metrics are. */
const slots = new FlowLabelSlots(flowLabelLimits, (labels, widgets) => {
  flowStartedTotal.remove(labels);
  flowLastStart.remove(labels);
  for (const how of ends) flowEndedTotal.remove({ ...labels, how });
  for (const widget of [...widgets, otherLabel]) flowFailuresTotal.remove({ ...labels, widget });
});

/** Call it after the commit, `now` epoch milliseconds. `startEvents` are the trigger events of the executions that were started. */
export function recordTurnMetrics(
  ctx: ServiceContext,
  { now, startEvents, turns }: { now: number; startEvents: readonly string[]; turns: readonly TurnMetrics[] },
): void {
  for (const event of startEvents) executionsStartedTotal.inc({ event });
  if (turns.length === 0) return;
  turnsTotal.inc(turns.length);
  const logsTurns = ctx.log.isLevelEnabled('debug');
  for (const turn of turns) {
    if (turn.steps.length > 0) stepsTotal.inc(turn.steps.length);
    if (turn.ended !== null) executionsEndedTotal.inc({ how: turn.ended });
    countOfFlow(turn, now);
    if (logsTurns) ctx.log.debug({ ...turn, steps: turn.steps.length }, 'Turn committed');
  }
}

function countOfFlow({ account, flow, signal, steps, ended }: TurnMetrics, now: number): void {
  const labels = slots.labelsOf(account, flow, now);
  if (signal === 'trigger') {
    flowStartedTotal.inc(labels);
    flowLastStart.set(labels, now / 1_000);
  }
  if (ended !== null) flowEndedTotal.inc({ ...labels, how: ended });
  for (const { name, transitioned_from } of steps)
    if (failureEvents.includes(name))
      flowFailuresTotal.inc({ ...labels, widget: slots.widgetLabelOf(labels, transitioned_from) });
}
