/** Edit commands for the flow as a whole: description and flags. */

import type { Flags, FlowDefinition } from '../definition.ts';
import { jsonEqual } from '../json/json-equal.ts';

/** Sets the description of the flow. */
export function setDescription(definition: FlowDefinition, description: string): FlowDefinition {
  return definition.description === description ? definition : { ...definition, description };
}

/** Sets the flow's flags; other flags stay. */
export function setFlags(definition: FlowDefinition, flags: Partial<Flags>): FlowDefinition {
  const changed = { allow_concurrent_calls: false, ...definition.flags, ...flags };
  return definition.flags !== undefined && jsonEqual(changed, definition.flags)
    ? definition
    : { ...definition, flags: changed };
}
