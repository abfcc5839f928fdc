/** What is right or wrong with a definition, said at its place. */

import type { Pointer } from '../json/json-pointer.ts';

export type Severity = 'error' | 'warning';

/**
 * One fault or doubt. `code` is the stable kebab-case id of the rule, `property_path` the JSON pointer
 * to the faulty place (0-based, `#/states/3/properties/timeout`). Errors stop saving and publishing;
 * warnings do not.
 */
export type Finding = { severity: Severity; code: string; message: string; property_path: Pointer };

/** True when nothing in `findings` stops the definition from being stored. */
export function isValid(findings: readonly Finding[]): boolean {
  return findings.every((finding) => finding.severity !== 'error');
}

/** The 0-based index of the state that a finding is about, or null when it is about the whole definition. */
export function stateIndex(finding: Finding): number | null {
  const match = /^#\/states\/(\d+)(\/|$)/.exec(finding.property_path);
  return match?.[1] === undefined ? null : Number(match[1]);
}
