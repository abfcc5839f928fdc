/** The two databases as the bench uses them: laid and recorded once, then copied for each measurement. */

import type { RecordedSql, SqlRecording } from './sql-recording.ts';

export type BenchDatabase = {
  name: string;
  recording: SqlRecording;
  /** How many processes can serve from one copy. */
  maxProcesses: number;
  copy(): Promise<DatabaseCopy>;
};

/** A database of its own, in the state in which the recording began. */
export type DatabaseCopy = {
  /** The settings of a server on it. */
  environment: Record<string, string>;
  /** Replays nothing but the recorded statements, with the product's durability; gives how many a second. */
  replay(recorded: RecordedSql, baseline: SqlBaseline): Promise<number>;
  /** Adds ended executions with steps and a message each, numbers `from` to `to`. */
  fill(from: number, to: number): Promise<void>;
  remove(): Promise<void>;
};

/** How bare SQL is run: by how many callers at once, and how many turns are brought together. */
export type SqlBaseline = {
  callers: number;
  /** Turns in one commit on the embedded file (on average: it need not be whole). */
  group: number;
  /** On PostgreSQL: all statements of a turn are sent at once, instead of each after the response to the last. */
  pipelined: boolean;
};
