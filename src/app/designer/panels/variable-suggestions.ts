/** The variables that completion suggests in a widget's templates. */

import type { FlowDefinition } from '#flow/definition.ts';
import { variablesAt } from '#flow/variables/variables.ts';
import type { VariableSuggestion } from '../../inspector/code/variable-suggestion.ts';

/** Nearest first; listed under the path before the last part. */
export function suggestVariables(definition: FlowDefinition, widget: string): VariableSuggestion[] {
  return variablesAt(definition, widget).map(({ path, means }) => ({ path, means, group: groupOf(path) }));
}

/** `widgets.ask` of `widgets.ask.inbound.Body`, `flow.data` of `flow.data.name`. */
function groupOf(path: string): string {
  const parts = path.split('.');
  return parts.slice(0, Math.min(2, parts.length - 1)).join('.') || path;
}
