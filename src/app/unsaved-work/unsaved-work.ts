/** A flow's changes that the server does not have, as this browser stores them. Written by the designer, listed by the flows page. */

import type { FlowResource } from '#api/flows/resources.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { EditLabel } from './edit-label.ts';

/** The editable content of a flow. Immutable. */
export type Draft = { name: string; definition: FlowDefinition };

/** The revision that the draft is based on. `draft` is its content on the server. */
export type Base = { flow: FlowResource; draft: Draft };

/** An undo step. Work that was stored before steps had labels has none. */
export type StoredEdit = { label?: EditLabel; gesture: string | null; before: Draft; after: Draft };

/**
 * The stored work of one flow. It is written in one structured clone, which preserves object identity: a restored
 * document recognises by it that it is back at the saved draft.
 */
export type UnsavedWork = {
  /** SID of the flow, or the id of a local draft. */
  id: string;
  base: Base | null;
  /** Undo steps, oldest first. */
  past: readonly StoredEdit[];
  draft: Draft;
  changes: number;
  /** Time of the last change, epoch ms. */
  at: number;
};
