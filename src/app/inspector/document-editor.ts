/** The interface through which the inspector edits the document. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { EditLabel } from '../unsaved-work/edit-label.ts';

export type DocumentEditor = {
  /** Applies an edit as an undo step; consecutive edits of one `gesture` are one step. */
  apply(
    label: EditLabel,
    edit: (definition: FlowDefinition) => FlowDefinition,
    options?: { gesture?: string },
  ): void;
  /** Ends the gesture: the focus has left the field. */
  endGesture(): void;
  /** The current definition, which may be newer than the rendered one. */
  read(): FlowDefinition;
};
