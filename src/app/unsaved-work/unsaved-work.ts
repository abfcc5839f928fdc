/** Flows that the server does not have, as this browser stores them. Written by the designer, listed by the flows page. */

import type { FlowResource } from '#api/flows/schemas.ts';
import type { EditorState } from '#flow/commands/editor.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { EditLabel } from './edit-label.ts';

/** The editable content of a flow. Immutable. */
export type Draft = { name: string; definition: FlowDefinition };

/** The revision that the draft is based on. `draft` is its content on the server. */
export type Base = { flow: FlowResource; draft: Draft };

/** An undo step of an earlier version. Work that was stored before steps had labels has none. */
export type StoredEdit = { label?: EditLabel; gesture: string | null; before: Draft; after: Draft };

/** The stored work of a flow that is in this browser only; of one of the server where an earlier version stored it. */
export type UnsavedWork = {
  /** SID of the flow, or the id of a local draft. */
  id: string;
  base: Base | null;
  /** The undo steps of an earlier version, oldest first. */
  past: readonly StoredEdit[];
  /** The draft with what undoes its edits. */
  editor?: EditorState;
  draft: Draft;
  changes: number;
  /** Time of the last change, epoch ms. */
  at: number;
};
