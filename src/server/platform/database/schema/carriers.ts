/** Rows: carriers of accounts, and their status reports on messages and calls. Conventions as in `tables.ts`. */

/**
 * A carrier that an account reaches by REST. The built-in test carrier has no row. `token` is sealed;
 * `problem` says what was wrong when the connection was last looked at, null when it was in order.
 */
export type CarrierRow = {
  sid: string;
  account: string;
  name: string;
  /** With the version in its path, without a slash at the end. */
  base_url: string;
  /** What the carrier knows the account as. */
  carrier_account: string;
  token: string;
  /** Whether what arrives has to bear the carrier's signature. */
  checks_signatures: number;
  /** Carries what goes out from addresses that nobody has assigned; at most one of an account. */
  is_default: number;
  checked_at: number | null;
  problem: string | null;
  created_at: number;
  updated_at: number | null;
};

/**
 * That a request which must not be made twice was begun. `key` is its job's: found by a second attempt, it means
 * that nobody knows how the first ended.
 */
export type CarrierAttemptRow = { key: string; account: string; begun_at: number };

export type CarrierTables = {
  carriers: CarrierRow;
  carrier_attempts: CarrierAttemptRow;
};
