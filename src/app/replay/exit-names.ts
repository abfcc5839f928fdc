/** How the exits of a widget are called on its card. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { DifferentRun, Exit } from '#simulator/behaviour-diff.ts';
import { shownOutlets } from '../words/widget-labels.ts';

/** `target` is null where the flow ends. */
export type NamedExit = { label: string; target: string | null } | null;

/** The name of the end of a flow in steps. */
const end = 'Ended';

/** Both exits of an execution that goes elsewhere, with the labels of the outlets in `definition`. */
export function exitsOf(
  definition: FlowDefinition,
  { widget, before, after }: DifferentRun,
): { before: NamedExit; after: NamedExit } {
  const outlets = shownOutlets(definition.states.find(({ name }) => name === widget) ?? {});
  const named = (exit: Exit): NamedExit => {
    if (exit === null) return null;
    const target = exit.to === end || exit.to === '' ? null : exit.to;
    const ofEvent = outlets.filter(({ event }) => event === exit.event);
    // Of several branches the one that leads there; an event of one outlet has its label wherever it leads.
    const outlet = ofEvent.length === 1 ? ofEvent[0] : ofEvent.find(({ next }) => (next || null) === target);
    return { label: outlet?.label ?? exit.event, target };
  };
  return { before: named(before), after: named(after) };
}
