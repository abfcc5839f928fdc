/** A validation finding: an error, a warning or a note, with its location in the definition. */

import type { Pointer } from '../json/json-pointer.ts';

export type Severity = 'error' | 'warning' | 'note';

/**
 * `code` is the stable kebab-case id of the rule, `message` a sentence for the flow's author, `property_path` a
 * JSON Pointer (0-based, `#/states/3/properties/timeout`). Errors prevent saving and publishing; warnings do not, and
 * notes, which are advice, are not part of the documented API either.
 */
export type Finding = { severity: Severity; code: string; message: string; property_path: Pointer };

/** `incomplete` are the warnings about what cannot do its work as it stands: publishing asks about them. */
export type Rank = 'error' | 'incomplete' | 'warning' | 'note';

/** Gravest first. */
export const ranks: readonly Rank[] = ['error', 'incomplete', 'warning', 'note'];

const incompleteCodes = new Set(['incomplete', 'address-form']);

/** How grave a finding is to its author; the API has its `severity` only. */
export function rankOf({ severity, code }: Pick<Finding, 'severity' | 'code'>): Rank {
  return severity === 'warning' && incompleteCodes.has(code) ? 'incomplete' : severity;
}

export type FindingCounts = {
  errors: number;
  warnings: number;
  /** Those of the warnings that publishing asks about. */
  incomplete: number;
};

/** How many there are of each rank; notes are not counted. Grows: n in findings. */
export function countFindings(findings: readonly Finding[]): FindingCounts {
  const count = (rank: Rank) => findings.filter((finding) => rankOf(finding) === rank).length;
  const incomplete = count('incomplete');
  return { errors: count('error'), warnings: count('warning') + incomplete, incomplete };
}

/** True when `findings` has no error, so that the definition may be stored. Grows: n in findings. */
export function isValid(findings: readonly Finding[]): boolean {
  return findings.every((finding) => finding.severity !== 'error');
}

/** The 0-based index of the state that a finding is about, or null when it is about the whole definition. */
export function stateIndex(finding: Finding): number | null {
  const match = /^#\/states\/(\d+)(\/|$)/.exec(finding.property_path);
  return match?.[1] === undefined ? null : Number(match[1]);
}
