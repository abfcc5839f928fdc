/** Rows: the turn log that live streams and event sinks read in order. Conventions as in `tables.ts`. */

import type { Generated } from 'kysely';

/**
 * A turn that changed something; its events are read from its execution and steps. (xid, serial) is its position
 * in the log of the account: a serial alone is not in commit order (decision record 011). `xid` is the number of its
 * transaction, with the lead of `LogNumbersRow`.
 */
export type TurnRow = {
  xid: number;
  serial: Generated<number>;
  account: string;
  flow: string;
  execution: string;
  /** Its execution's. */
  shard: number;
  /** The numbers of its steps; the first is greater than the last when there are none. */
  first_step: number;
  last_step: number;
  /** 1 when it was the first of its execution, and 1 when it was the last. */
  began: number;
  ended: number;
  at: number;
};

/** The last deleted position of the account's log: a reader that stopped before it has missed events. */
export type RemovalProgressRow = { account: string; shard: number; xid: number; serial: number };

/** A sink that the events of an account are posted to, and its position in the log. */
export type SinkRow = {
  sid: string;
  account: string;
  /** Its account's. */
  shard: number;
  destination: string;
  /** JSON array of event types. */
  kinds: string;
  /** The signing secret, encrypted; null for none. */
  secret: string | null;
  /** Who made or last changed it, as JSON (`ActsFor`); null for the account itself. */
  acts_for: string | null;
  /** `failed` after too many failed attempts: nothing is posted until it is changed or tested. */
  status: 'active' | 'failed';
  /** The position of the next turn to post, and how many of its events have been posted already. */
  xid: number;
  serial: number;
  sent: number;
  /** The number of the last event of the audit log that was posted or passed over. */
  audit_sequence: number;
  due_at: number;
  lease_until: number;
  /**
   * When a worker looks at the sink even if it has heard of no event: at the next attempt, for a test, when its lease
   * expires. Null when only events make it due.
   */
  wake_at: number | null;
  /** Failed attempts of the post that is due, since when, and the last reason; null when none has failed. */
  attempts: number;
  failing_since: number | null;
  problem: string | null;
  delivered_at: number | null;
  /** 1 while a test is requested; then when it ran and what failed, null for nothing. */
  test_wanted: number;
  tested_at: number | null;
  test_problem: string | null;
  created_at: number;
  updated_at: number | null;
};

/** One row, with the id 1: how the numbers of the log go on where the database was restored (decision record 025). */
export type LogNumbersRow = {
  id: number;
  /** Added to the number of a transaction; on SQLite the number itself. */
  lead: number;
  /** The cluster and database that it was in at the last start, '' for unknown; or that this is a backup. */
  place: string;
  /** PostgreSQL: the transaction that wrote this row, in 32 bits as the server keeps it. */
  noted_by: number;
  /** Citus, where numbers come from the clocks of its nodes: added to the microseconds of a clock; null elsewhere. */
  clock_lead: number | null;
};

export type LiveTables = {
  live_turns: TurnRow;
  live_swept: RemovalProgressRow;
  sinks: SinkRow;
  log_numbers: LogNumbersRow;
};
