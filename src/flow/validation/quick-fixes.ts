/** The quick fix of a finding: a pure edit that resolves it, with a label. */

import type { FlowDefinition } from '../definition.ts';
import { pathOf } from '../json/json-pointer.ts';
import type { Finding } from './finding.ts';
import type { Fixer, QuickFix } from './rules/rule.ts';
import { flowRules, widgetRules } from './rules/rules.ts';

const fixers = new Map<string, Fixer>(
  [...flowRules, ...widgetRules].flatMap(({ code, fix }) => (fix === undefined ? [] : [[code, fix]])),
);

/**
 * How to resolve `finding`, which `validate` has found in `definition`; null where a person has to decide.
 * Grows: n in widgets.
 */
export function quickFix(definition: FlowDefinition, finding: Finding): QuickFix | null {
  return fixers.get(finding.code)?.(finding, pathOf(finding.property_path), definition) ?? null;
}

/** The codes of the rules that offer a quick fix. */
export function fixableCodes(): string[] {
  return [...fixers.keys()];
}
