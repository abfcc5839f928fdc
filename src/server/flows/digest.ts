/** The digest of a definition for the list of flows, denormalized into the flow's row so that no list reads definitions. */

import type { FlowSummary } from '#api/flows/schemas.ts';
import { type FlowDefinition, offsetOf, type State, transitionsOf } from '#flow/definition.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';

export type FlowDigest = Pick<FlowSummary, 'description' | 'triggers' | 'outline'>;

export function digestOf(definition: FlowDefinition): FlowDigest {
  return {
    description: definition.description,
    triggers: triggersOf(definition),
    outline: outlineOf(definition),
  };
}

/** The trigger's events that lead to a widget. */
function triggersOf(definition: FlowDefinition): string[] {
  const triggers = definition.states.filter((state) => state.type === 'trigger');
  const connected = triggers
    .flatMap(transitionsOf)
    .filter(({ next }) => next !== undefined && next !== null && next !== '');
  return [...new Set(connected.map(({ event }) => event))];
}

/** The trigger is drawn in a colour of its own, apart from its category. */
function categoryOf({ type }: State): string {
  return type === 'trigger' ? type : (widgetType(type)?.category ?? 'flow');
}

/** Widgets without a position are omitted: the layout is computed when the flow is opened. */
export function outlineOf(definition: FlowDefinition): FlowDigest['outline'] {
  return definition.states.flatMap((state) => {
    const offset = offsetOf(state);
    return offset === null ? [] : [{ ...offset, category: categoryOf(state) }];
  });
}
