/** What the transitions of a widget and each of their parts are given. */

import type { FlowDefinition, State } from '#flow/definition.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { VariableSuggestion } from '../code/variable-suggestion.ts';
import type { DocumentEditor } from '../document-editor.ts';

export type TransitionsProps = {
  definition: FlowDefinition;
  state: State;
  /** Its id. */
  widget: string;
  /** Those of this widget. */
  findings: readonly Finding[];
  editor: DocumentEditor;
  suggestions: () => readonly VariableSuggestion[];
  /** Goes to another widget. */
  onShow(widget: string): void;
};
