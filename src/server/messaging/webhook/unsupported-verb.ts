/** What a flow reads of a verb that the dialect of its carrier does not have: the result with which that verb fails. */

import type { MarkupVerb } from '#engine/commands/markup-verb.ts';

type VerbName = MarkupVerb['verb'];

/** Verbs without a field for their result report what was not done alone. */
const results: Readonly<Record<VerbName, (reason: string) => Record<string, string>>> = {
  say: () => ({}),
  play: () => ({}),
  digits: () => ({}),
  hangup: () => ({}),
  gather: () => ({}),
  dial: () => ({ DialCallStatus: 'failed' }),
  enqueue: () => ({ QueueResult: 'error' }),
  record: () => ({}),
  pay: (reason) => ({ Result: 'payment-connector-error', PaymentError: reason }),
  stream: () => ({}),
  'virtual-agent': (reason) => ({ VirtualAgentStatus: 'failed', VirtualAgentError: reason }),
};

export function isVerbName(name: string | null): name is VerbName {
  return name !== null && Object.hasOwn(results, name);
}

/** The fields that stand for the carrier's report. */
export function resultOfUnsupported(verb: VerbName): Record<string, string> {
  const reason = `The carrier has no "${verb}", or not in this form`;
  return { ErrorMessage: reason, ...results[verb](reason) };
}
