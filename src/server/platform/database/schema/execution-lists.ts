/** Rows: batches of executions that are ended or deleted, and counts of transitions. Conventions as in `tables.ts`. */

/** Ends or deletes the executions that a filter of the account's list finds. */
export type ExecutionBatchRow = {
  sid: string;
  account: string;
  action: 'end' | 'delete';
  /** JSON of the filter; `{}` once it is over, because a filter may name a contact. */
  filter: string;
  status: 'running' | 'completed' | 'canceled';
  /** How many the filter found when it was created, how many of them are dealt with, and how many of those failed. */
  total: number;
  done: number;
  failed: number;
  /** The age cursor of the last execution that was dealt with; null before the first. */
  position: string | null;
  begins_at: number;
  created_at: number;
  updated_at: number | null;
  /** JSON: by whom; null before version 073 of the schema. */
  begun_by: string | null;
};

/**
 * How often executions of a revision left a widget by an event for a target, in an hour (whole hours since 1970),
 * as far as the turn log is counted.
 */
export type TransitionCountRow = {
  flow: string;
  widget: string;
  hour: number;
  revision: number;
  event: string;
  target: string;
  passed: number;
};

/** One row, with the id 1: the place in the turn log before the first turn whose transitions are not counted yet. */
export type TransitionCountProgressRow = { id: number; xid: number; serial: number };

export type ExecutionListTables = {
  execution_batches: ExecutionBatchRow;
  transition_counts: TransitionCountRow;
  transition_count_progress: TransitionCountProgressRow;
};
