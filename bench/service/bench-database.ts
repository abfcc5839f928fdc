/** The interface of both benchmark databases: seeded and recorded once, then copied for each measurement. */

import type { RecordedSql, SqlRecording } from './sql-recording.ts';

export type BenchDatabase = {
  name: string;
  isDistributed: boolean;
  recording: SqlRecording;
  /** The number of server processes that can share one copy. */
  maxProcesses: number;
  /** How long a new server has to work until it and its connections do as later on. */
  warmUpSeconds: number;
  /** Processor time of the database's own processes since its start, in ms; 0 where it runs in the server's. */
  processorMs(): number;
  /** Runs what is measured, and not what prepares it, while the database has only its share of the processor. */
  atShare<T>(work: () => Promise<T>): Promise<T>;
  copy(): Promise<DatabaseCopy>;
};

/** A separate database in the state at the start of the recording. */
export type DatabaseCopy = {
  /** The environment of a server that uses it. */
  environment: Record<string, string>;
  /** Replays only the recorded statements, with the product's durability; returns transactions per second. */
  replay(recorded: RecordedSql, baseline: SqlBaseline): Promise<number>;
  /** Adds ended executions with steps and a message each, numbers `from` to `to`. */
  fill(from: number, to: number): Promise<void>;
  remove(): Promise<void>;
};

/** How the baseline runs the recorded SQL: number of concurrent callers, and turns in one commit. */
export type SqlBaseline = {
  callers: number;
  /** Turns in one commit on SQLite (an average, not necessarily an integer). */
  group: number;
  /** On PostgreSQL: whether the statements of a turn are sent without waiting for each result. */
  pipelined: boolean;
};
