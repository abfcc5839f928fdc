/** What is checked of one real flow: it opens, keeps all it carries, and is found sound or broken rightly. */

import { isDeepStrictEqual } from 'node:util';
import { canonicalDefinition, canonicalText } from '#flow/canonical/canonical.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { isObject } from '#flow/json/json.ts';
import { validate } from '#flow/validation/validate.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { expectedErrorPaths } from './expected-errors.ts';

/** Walks every transition that can be reached. `failures` and `reasons` are sentences. */
type Walk = (definition: FlowDefinition) => {
  walked: number;
  unreached: number;
  failures: string[];
  reasons: string[];
};

/**
 * `cells` for the table, `passed` checks, and a sentence for each check that failed. `walked` counts transitions;
 * `left` has a sentence for each that cannot fire, `unreachable` one for each that no test is asked to take.
 */
export type Result = {
  cells: string[];
  passed: number;
  failures: string[];
  walked?: number;
  left?: string[];
  unreachable?: string[];
};

export const heads = ['opens', 'kept', 'found', 'walked'];

/** `problems` is what INDEX.md says of the file. The engine walks only flows that it can run as a whole. */
export function checkFlow(text: string, problems: string, walk: Walk): Result {
  const opened = readDefinition(text);
  if (!opened.ok) return { cells: ['no', '', '', ''], passed: 0, failures: [opened.sentence] };
  const { definition } = opened;
  const exported = JSON.parse(canonicalText(definition));
  const kept =
    isDeepStrictEqual(definition, JSON.parse(text)) &&
    isDeepStrictEqual(exported, canonicalDefinition(JSON.parse(text)));
  const found = problems === '' ? checkValid(definition) : checkRejected(problems, definition);
  const steps = problems === '' && isRunnable(definition) ? walk(definition) : null;
  const failures = [
    ...(kept ? [] : ['is changed by opening and exporting']),
    ...found.failures,
    ...(steps?.failures ?? []),
  ];
  const checks = 2 + found.checks + (steps === null ? 0 : 1);
  const failed = Number(!kept) + found.failures.length + Number((steps?.failures.length ?? 0) > 0);
  return {
    cells: [
      'yes',
      kept ? 'yes' : 'no',
      found.cell,
      steps === null ? '–' : `${steps.walked} (${steps.unreached} left)`,
    ],
    passed: checks - failed,
    failures,
    ...(steps !== null && { walked: steps.walked, left: steps.reasons }),
  };
}

type CheckResult = { cell: string; checks: number; failures: string[] };

function checkValid(definition: FlowDefinition): CheckResult {
  const findings = validate(definition);
  const errors = findings.filter(({ severity }) => severity === 'error');
  return {
    cell:
      errors.length > 0
        ? 'broken'
        : `sound, ${findings.length} ${findings.length === 1 ? 'warning' : 'warnings'}`,
    checks: Math.max(errors.length, 1),
    failures: errors.map(({ property_path, message }) => `${property_path} ${message}`),
  };
}

function checkRejected(problems: string, definition: FlowDefinition): CheckResult {
  const places = isObject(definition) ? expectedErrorPaths(problems, definition) : [];
  const errors = new Set(
    validate(definition).flatMap(({ severity, property_path }) =>
      severity === 'error' ? [property_path] : [],
    ),
  );
  const passedOver = places.filter((place) => !errors.has(place));
  if (places.length === 0) passedOver.push('none of the places that INDEX.md means');
  return {
    cell: `refused at ${places.length - passedOver.length} of ${places.length}`,
    checks: Math.max(places.length, 1),
    failures: passedOver.map((place) => `is not refused at ${place}`),
  };
}

function isRunnable({ states }: FlowDefinition): boolean {
  return states.every(({ type }) => canonicalType(type) !== undefined);
}
