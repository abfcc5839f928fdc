/** Rows: what happened, in order: the ground of the live streams and of the event sinks. Conventions as in `tables.ts`. */

import type { Generated } from 'kysely';

/**
 * A turn that something came of: what happened in it is read from its execution and its steps. (xid, serial)
 * is its place among the turns of the account; see `live.ts` on why a serial alone would not do.
 */
export type TurnRow = {
  xid: number;
  serial: Generated<number>;
  account: string;
  flow: string;
  execution: string;
  /** The numbers of its steps; the first is greater than the last when there are none. */
  first_step: number;
  last_step: number;
  /** 1 when it was the first of its execution, and 1 when it was the last. */
  began: number;
  ended: number;
  at: number;
};

/** The last place that was swept away in the account: whoever stopped before it has missed something. */
export type RemovalProgressRow = { account: string; xid: number; serial: number };

/** Where the events of an account are posted to, and how far that has come. */
export type SinkRow = {
  sid: string;
  account: string;
  destination: string;
  /** JSON array of kinds. */
  kinds: string;
  /** What posts are signed with, sealed; null for none. */
  secret: string | null;
  /** `failed` has been tried for too long: nothing is posted until somebody changes or tests it. */
  status: 'active' | 'failed';
  /** The place of the next turn to post, and how many of its events have been posted already. */
  xid: number;
  serial: number;
  sent: number;
  due_at: number;
  lease_until: number;
  /** How often the post that is due now has failed, since when, and why the last time; null when it has not. */
  attempts: number;
  failing_since: number | null;
  problem: string | null;
  delivered_at: number | null;
  /** 1 while a test is wanted; then when it was made and what was wrong with it, null for nothing. */
  test_wanted: number;
  tested_at: number | null;
  test_problem: string | null;
  created_at: number;
  updated_at: number | null;
};

export type LiveTables = { live_turns: TurnRow; live_swept: RemovalProgressRow; sinks: SinkRow };
