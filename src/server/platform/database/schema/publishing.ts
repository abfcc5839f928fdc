/** Rows of publish requests, and of the ending of executions in batches. */

import type { EndedExecutions, PublishRequestStatus } from '#api/flows/publishing.ts';

/**
 * A request to publish a revision: at a time, after the approval of a second person, or both. A flow has one that is
 * pending (`closed_at` null) at most. `…_by` is JSON of who it was.
 */
export type PublishRequestRow = {
  sid: string;
  account: string;
  flow: string;
  revision: number;
  /** The one that was published when it was made: with another one it is refused. */
  published_revision: number | null;
  /** Null: at once, when it is approved. */
  publish_at: number | null;
  end_executions: EndedExecutions;
  message: string | null;
  status: PublishRequestStatus;
  /** Why it was rejected or refused. */
  note: string | null;
  /** The revision that it became. */
  published_as: number | null;
  requested_by: string;
  /** Who approved it, or who planned it where that needs no approval, as JSON (`ActsFor`); null for the account itself. */
  acts_for: string | null;
  approved_by: string | null;
  closed_by: string | null;
  requested_at: number;
  approved_at: number | null;
  closed_at: number | null;
};

/** The ending of the active executions of a flow that a published revision leaves behind. */
export type ExecutionEndingRow = {
  sid: string;
  account: string;
  flow: string;
  /** The published revision: executions of it are not ended. */
  revision: number;
  executions: Exclude<EndedExecutions, 'none'>;
  /** JSON of which, by revision and widget; null until they are counted. */
  targets: string | null;
  /** JSON: the last execution that was looked at; null before the first. */
  position: string | null;
  /** How many there were when they were counted; null before that. */
  total: number | null;
  ended: number;
  failed: number;
  created_at: number;
  completed_at: number | null;
  /** JSON: by whom; null before version 073 of the schema. */
  begun_by: string | null;
};

export type PublishingTables = {
  publish_requests: PublishRequestRow;
  execution_endings: ExecutionEndingRow;
};
