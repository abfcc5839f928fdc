/** Why a problem has no quick fix. */

import type { Finding } from '#flow/validation/finding.ts';

/**
 * `content`: what belongs there only a person knows. `target`: the same of where a connection leads. `path`: other widgets have
 * to change with it. `secret`: a flow has no safe place for it. `type`: no other type does the same.
 */
export type NoFixReason = 'content' | 'target' | 'path' | 'secret' | 'type';

const reasons: Readonly<Record<string, NoFixReason>> = {
  'dead-end': 'target',
  'failure-path': 'target',
  'next-widget': 'target',
  'same-target': 'target',
  'call-without-call': 'path',
  'endless-loop': 'path',
  'endless-poll': 'path',
  'impossible-condition': 'path',
  'reply-during-call': 'path',
  'subflow-cycle': 'path',
  'trigger-variable': 'path',
  'unset-variable': 'path',
  'hard-coded-secret': 'secret',
  'deprecated-type': 'type',
  'legacy-format': 'type',
  'unknown-type': 'type',
};

export function noFixReason({ code }: Pick<Finding, 'code'>): NoFixReason {
  return reasons[code] ?? 'content';
}
