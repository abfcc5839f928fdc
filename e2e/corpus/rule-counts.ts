/** How often each rule objects to the flows of the corpus. */

import { isObject } from '#flow/json/json.ts';
import { flowRules, widgetRules } from '#flow/validation/rules/rules.ts';
import { validate } from '#flow/validation/validate.ts';

/** A row for each rule, by code: its severity, its findings, and the flows that have one. */
export function ruleCounts(texts: readonly string[]): string[][] {
  const found = texts.map((text) => {
    const definition: unknown = JSON.parse(text);
    return isObject(definition) ? validate(definition) : [];
  });
  const severities = new Map([...flowRules, ...widgetRules].map(({ code, severity }) => [code, severity]));
  return [...severities]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, severity]) => {
      const counts = found.map((findings) => findings.filter((each) => each.code === code).length);
      const total = counts.reduce((sum, count) => sum + count, 0);
      return [code, severity, String(total), String(counts.filter((count) => count > 0).length)];
    });
}
