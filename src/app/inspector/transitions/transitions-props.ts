/** What the transitions of a widget and each of their parts are given. */

import type { FlowDefinition, State } from '#flow/definition.ts';
import type { Finding } from '#flow/finding.ts';
import type { Suggestion } from '../code/variable-suggestion.ts';
import type { FlowEditor } from '../document-editor.ts';

export type TransitionsProps = {
  definition: FlowDefinition;
  state: State;
  /** Its id. */
  widget: string;
  /** Those of this widget. */
  findings: readonly Finding[];
  editor: FlowEditor;
  suggestions: () => readonly Suggestion[];
  /** Goes to another widget. */
  onShow(widget: string): void;
};
