/** What the transitions of a widget and each of their parts are given. */

import type { FlowDefinition, State } from '#flow/definition.ts';
import type { Finding } from '#flow/finding.ts';
import type { FlowEditor } from './flow-editor.ts';
import type { Suggestion } from './suggestion.ts';

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
