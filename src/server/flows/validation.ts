/** Validates every definition before it is stored. */

import type { FlowFinding } from '#api/flows/schemas.ts';
import { maxDefinitionBytes } from '#flow/commands/sound-copy.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { pointer } from '#flow/json/json-pointer.ts';
import { type Finding, isValid } from '#flow/validation/finding.ts';
import { type ValidationContext, validate } from '#flow/validation/validate.ts';
import { Refusal } from '../platform/errors.ts';
import { maxLengthHere, validateInThread } from './definition-queue.ts';

/** `text` is the definition as JSON. */
export type ValidDefinition = { definition: FlowDefinition; text: string; warnings: FlowFinding[] };

/** What is found in any JSON, `text` being its own: in a thread where it is large. @throws Refusal too-many when too many wait for that */
export async function findingsOf(
  value: unknown,
  text: string,
  context: ValidationContext,
): Promise<Finding[]> {
  return text.length > maxLengthHere ? validateInThread(text, context) : validate(value, context);
}

/**
 * Validates any JSON as a definition. `schemaUri` is the only value that its `$schema` may have; left out where the definition
 * is stored already, as a server may change its address.
 *
 * @throws Refusal invalid-definition with all findings as `details`, too-many when too many large ones are being validated
 */
export async function requireValidDefinition(
  value: unknown,
  schemaUri: string | null = null,
): Promise<ValidDefinition & { findings: Finding[] }> {
  const text = JSON.stringify(value) ?? '';
  const findings = [...tooLarge(text), ...(await findingsOf(value, text, { schemaUri }))];
  const warnings = ofSeverity('warning', findings);
  if (!isValid(findings)) {
    throw new Refusal(
      'invalid-definition',
      'Flow definition validation failed, check `details` for more information',
      { details: { errors: ofSeverity('error', findings), warnings } },
    );
  }
  return { definition: value as FlowDefinition, text, warnings, findings };
}

function tooLarge(text: string): Finding[] {
  if (Buffer.byteLength(text) <= maxDefinitionBytes) return [];
  const message = 'The flow definition must not be larger than 1 MB.';
  return [{ severity: 'error', code: 'too-large', message, property_path: pointer() }];
}

function ofSeverity(severity: Finding['severity'], findings: readonly Finding[]): FlowFinding[] {
  return findings
    .filter((finding) => finding.severity === severity)
    .map(({ message, property_path }) => ({ message, property_path }));
}
