/** What a carrier reports of a live call once it has executed the verbs of a wait. */

import { callFields, type ReportedCall } from '#engine/carrier-fields.ts';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import type { JsonObject } from '#flow/json/json.ts';

/**
 * The event of the report. `byItself` is true for verbs that end without the caller, `mocked` for those that another
 * party ends and that a mock may therefore answer.
 */
export type ReportingEvent = { name: string; byItself: boolean; mocked: boolean };

const played = { name: 'audioComplete', byItself: true, mocked: false };
const awaited = (name: string) => ({ name, byItself: false, mocked: true });

const events: Readonly<Record<MarkupVerb['verb'], ReportingEvent>> = {
  say: played,
  play: played,
  digits: played,
  hangup: played,
  stream: { ...played, name: 'streamed' },
  gather: { name: 'timeout', byItself: false, mocked: false },
  dial: awaited('dialed'),
  enqueue: awaited('queued'),
  record: awaited('recorded'),
  pay: awaited('paid'),
  'virtual-agent': awaited('talked'),
};

/** The event of a wait's report: that of its last verb. */
export function reportingEvent(verbs: readonly MarkupVerb[]): ReportingEvent {
  return events[verbs.at(-1)?.verb ?? 'hangup'];
}

/** The fields of a report of a call in progress, with what it adds; `call` is null for one that is not known. */
export function reportFields(call: ReportedCall | null, data: JsonObject): JsonObject {
  return call === null ? { ...data } : { ...callFields(call, 'in-progress'), ...data };
}
