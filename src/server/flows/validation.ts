/** Validates every definition before it is stored. */

import type { FlowFinding } from '#api/flows/resources.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { pointer } from '#flow/json/json-pointer.ts';
import { type Finding, isValid } from '#flow/validation/finding.ts';
import { validate } from '#flow/validation/validate.ts';
import { Refusal } from '../platform/errors.ts';

export type ValidDefinition = { definition: FlowDefinition; warnings: FlowFinding[] };

/** Bytes of the text of a definition (documented as 1 MB). */
const maxDefinitionBytes = 1024 * 1024;

/**
 * Validates any JSON as a definition.
 *
 * @throws Refusal invalid-definition with all findings as `details`
 */
export function requireValidDefinition(value: unknown): ValidDefinition {
  const findings = [...tooLarge(value), ...validate(value)];
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

function tooLarge(value: unknown): Finding[] {
  if (Buffer.byteLength(JSON.stringify(value) ?? '') <= maxDefinitionBytes) return [];
  const message = 'The flow definition must not be larger than 1 MB.';
  return [{ severity: 'error', code: 'too-large', message, property_path: pointer() }];
}

function ofSeverity(severity: Finding['severity'], findings: readonly Finding[]): FlowFinding[] {
  return findings
    .filter((finding) => finding.severity === severity)
    .map(({ message, property_path }) => ({ message, property_path }));
}
