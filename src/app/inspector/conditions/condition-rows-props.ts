/** What the rows of conditions, and each row, need of the form around them. */

import type { State } from '#flow/definition.ts';
import type { VariableSuggestion } from '../code/variable-suggestion.ts';
import type { DocumentEditor } from '../document-editor.ts';

export type ConditionRowsProps = {
  state: State;
  widget: string;
  editor: DocumentEditor;
  suggestions: () => readonly VariableSuggestion[];
};
