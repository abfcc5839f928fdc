/** Rows: the working copies of flows and the log of their edits. Conventions as in `tables.ts`. */

/** A flow that has been opened for editing. */
export type WorkingCopyRow = {
  flow: string;
  account: string;
  /** The number of its newest edit, 0 before the first. */
  seq: number;
  updated_at: number;
  /** The published revision that `unpublished` was counted against; null while none is published. */
  published_revision: number | null;
  /** How many parts differ from that, as `changedParts` has them; null where it was not counted yet. */
  unpublished: number | null;
  /** When, by whom and with what the newest edit was made that changes something; null before the first. */
  edited_at: number | null;
  edited_by: string | null;
  /** SID of a user; null when unknown. */
  edited_by_sid: string | null;
  edited_with: string | null;
};

/** A recent edit, in the order in which everybody applies them. `command` is JSON of its label and its operations. */
export type FlowEditRow = {
  flow: string;
  seq: number;
  /** Chosen by the author, unique within the flow. */
  id: string;
  account: string;
  /** SID of a user; null when unknown. */
  author: string | null;
  author_name: string;
  /** Which page or program sent it. */
  client: string;
  command: string;
  /** The revision that was made of the working copy with this edit; null for any other edit. */
  revision: number | null;
  at: number;
};

/**
 * Old edits of a flow as one row, from `first_seq` to `last_seq` without a gap. `edits` is compressed JSON, `ids` has a
 * digest of each of their ids, and `at` is the time of the newest.
 */
export type EditBlockRow = {
  flow: string;
  last_seq: number;
  first_seq: number;
  at: number;
  ids: string;
  edits: Uint8Array;
};

/** The working copy with all edits up to `seq`, as JSON. */
export type FlowSnapshotRow = { flow: string; seq: number; copy: string };

export type FlowEditTables = {
  working_copies: WorkingCopyRow;
  flow_edits: FlowEditRow;
  flow_edit_blocks: EditBlockRow;
  flow_snapshots: FlowSnapshotRow;
};
