/** What the list of flows shows of a definition, kept beside the flow so that no list reads definitions. */

import type { FlowSummary } from '#api/flows/resources.ts';
import { type FlowDefinition, offsetOf, type State, transitionsOf } from '#flow/definition.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import type { ValidDefinition } from './validation.ts';

export type FlowDigest = Pick<FlowSummary, 'description' | 'triggers' | 'outline' | 'warnings'>;

export function digestOf({ definition, warnings }: ValidDefinition): FlowDigest {
  return {
    description: definition.description,
    triggers: triggersOf(definition),
    outline: outlineOf(definition),
    warnings: warnings.length,
  };
}

/** The events that start something: those of the trigger that lead to a widget. */
function triggersOf(definition: FlowDefinition): string[] {
  const triggers = definition.states.filter((state) => state.type === 'trigger');
  const leading = triggers
    .flatMap(transitionsOf)
    .filter(({ next }) => next !== undefined && next !== null && next !== '');
  return [...new Set(leading.map(({ event }) => event))];
}

/** The trigger is drawn in a colour of its own, apart from its category. */
function categoryOf({ type }: State): string {
  return type === 'trigger' ? type : (widgetType(type)?.category ?? 'flow');
}

/** Widgets without a place are left out: where they will stand is decided when the flow is opened. */
function outlineOf(definition: FlowDefinition): FlowDigest['outline'] {
  return definition.states.flatMap((state) => {
    const offset = offsetOf(state);
    return offset === null ? [] : [{ ...offset, category: categoryOf(state) }];
  });
}
