/** Which findings belong to a transition. */

import { pathOf } from '#flow/json/json-pointer.ts';
import type { Finding } from '#flow/validation/finding.ts';

/** The findings about one transition, by its index in the state; none for an event without an entry. */
export function findingsOfTransition(findings: readonly Finding[], transition: number | null): Finding[] {
  if (transition === null) return [];
  return findings.filter((each) => {
    const [, , where, index] = pathOf(each.property_path);
    return where === 'transitions' && index === String(transition);
  });
}
