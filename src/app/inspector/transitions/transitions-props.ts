/** The props that the transitions tab passes on to its branches. */

import type { FlowDefinition, State } from '#flow/definition.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { VariableSuggestion } from '../code/variable-suggestion.ts';
import type { DocumentEditor } from '../document-editor.ts';

export type TransitionsProps = {
  definition: FlowDefinition;
  state: State;
  /** Id of the widget. */
  widget: string;
  /** The findings of this widget. */
  findings: readonly Finding[];
  editor: DocumentEditor;
  suggestions: () => readonly VariableSuggestion[];
  /** Selects another widget. */
  onShow(widget: string): void;
};
