/** How kinds of events are called in the catalogue, where a dot would lead into a group. */

import type { SinkEventType } from '#api/live/events.ts';

/** In the order in which they happen. */
export const kindLabels = [
  ['flow.execution.started', 'kinds.flow/execution/started'],
  ['flow.step.ended', 'kinds.flow/step/ended'],
  ['flow.execution.ended', 'kinds.flow/execution/ended'],
  ['audit.event', 'kinds.audit/event'],
] as const satisfies readonly (readonly [SinkEventType, string])[];
