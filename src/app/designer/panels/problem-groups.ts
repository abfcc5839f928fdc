/** The findings of a flow by the widget that they are about. */

import type { FlowDefinition } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { type Finding, stateIndex } from '#flow/validation/finding.ts';

/** `widget` is null for the flow as a whole. */
export type ProblemGroup<Found extends Finding> = {
  widget: { id: string; type: string | undefined } | null;
  findings: Found[];
};

/** A group for each widget in the order of its first finding, so that errors come first. */
export function groupByWidget<Found extends Finding>(
  definition: FlowDefinition,
  findings: readonly Found[],
): ProblemGroup<Found>[] {
  const ids = widgetIds(definition);
  const groups = new Map<number, ProblemGroup<Found>>();
  for (const finding of findings) {
    const index = stateIndex(finding) ?? -1;
    const id = ids[index];
    const widget = id === undefined ? null : { id, type: definition.states[index]?.type };
    const group = groups.get(index) ?? { widget, findings: [] };
    group.findings.push(finding);
    groups.set(index, group);
  }
  return [...groups.values()];
}
