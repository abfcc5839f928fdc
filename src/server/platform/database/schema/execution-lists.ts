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
};

/**
 * How often executions of a revision left a widget by an event for a target, in an hour (whole hours since 1970). The
 * sum over all slots counts: slots only keep concurrent turns apart.
 */
export type TransitionCountRow = {
  flow: string;
  widget: string;
  hour: number;
  revision: number;
  event: string;
  target: string;
  slot: number;
  passed: number;
};

export type ExecutionListTables = {
  execution_batches: ExecutionBatchRow;
  transition_counts: TransitionCountRow;
};
