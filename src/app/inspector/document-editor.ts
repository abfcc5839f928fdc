/** The door through which the inspector changes the flow. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { EditName } from '../words/designer.ts';

export type DocumentEditor = {
  /** Makes a named edit; edits of one `gesture` in a row are one step of undo. */
  apply(
    name: EditName,
    edit: (definition: FlowDefinition) => FlowDefinition,
    options?: { gesture?: string },
  ): void;
  /** Ends the gesture: the focus has left the field. */
  endGesture(): void;
  /** The definition as it is now, which may be newer than the one that is drawn. */
  read(): FlowDefinition;
};
