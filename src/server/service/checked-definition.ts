/** The one gate through which a definition comes in: nothing invalid is stored. */

import type { FlowFinding } from '#api/flows.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { type Finding, isValid } from '#flow/finding.ts';
import { validate } from '#flow/validate.ts';
import { Refusal } from './refusal.ts';

export type CheckedDefinition = { definition: FlowDefinition; warnings: FlowFinding[] };

/**
 * Takes any JSON for a definition.
 *
 * @throws Refusal invalid-definition with all findings as `details`
 */
export function checkDefinition(value: unknown): CheckedDefinition {
  const findings = validate(value);
  const warnings = ofSeverity('warning', findings);
  if (!isValid(findings)) {
    throw new Refusal(
      'invalid-definition',
      'Flow definition validation failed, check `details` for more information',
      { details: { errors: ofSeverity('error', findings), warnings } },
    );
  }
  return { definition: value as FlowDefinition, warnings };
}

function ofSeverity(severity: Finding['severity'], findings: readonly Finding[]): FlowFinding[] {
  return findings
    .filter((finding) => finding.severity === severity)
    .map(({ message, property_path }) => ({ message, property_path }));
}
