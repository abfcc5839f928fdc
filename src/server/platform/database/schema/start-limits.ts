/** Rows: counters that hold across processes, and the token last applied from the settings. Conventions as in `tables.ts`. */

/** How many executions an account started from one source (`door`) within one second of the clock. */
export type StartCountRow = {
  account: string;
  /** The account's. */
  shard: number;
  door: 'rest' | 'inbound';
  second: number;
  taken: number;
};

/** The token that the settings gave the account when they were last applied: one rotated since is left alone. */
export type ConfiguredTokenRow = { account: string; token_hash: string };

export type LimitTables = { start_counts: StartCountRow; configured_tokens: ConfiguredTokenRow };
