/** The findings of a transition. */

import { pathOf } from '#flow/json/json-pointer.ts';
import type { Finding } from '#flow/validation/finding.ts';

/** The findings of the transition at that index of the state; none for an event without a transition (null). */
export function findingsOfTransition(findings: readonly Finding[], transition: number | null): Finding[] {
  if (transition === null) return [];
  return findings.filter((each) => {
    const [, , part, index] = pathOf(each.property_path);
    return part === 'transitions' && index === String(transition);
  });
}
