/** What this device keeps of a flow whose changes are not on the server: written by the designer, listed by others. */

import type { FlowResource } from '#api/flows.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { EditName } from '../words/designer.ts';

/** What a person edits. Never changed in place. */
export type Draft = { name: string; definition: FlowDefinition };

/** The revision that the draft stands on. `draft` is what the server keeps of it. */
export type Base = { flow: FlowResource; draft: Draft };

/**
 * What is kept of one flow. `base.draft`, `past` and `draft` are written in one piece, so that drafts which
 * are one object stay one object; that is how a restored document still knows when it is back at what is saved.
 */
export type UnsavedWork = {
  id: string;
  base: Base | null;
  /** The edits that can be undone, oldest first. */
  past: readonly { name: EditName; gesture: string | null; before: Draft; after: Draft }[];
  draft: Draft;
  changes: number;
  /** When it was last changed, epoch ms. */
  at: number;
};
