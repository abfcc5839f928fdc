/** Rows: carriers of accounts, and their status reports on messages and calls. Conventions as in `tables.ts`. */

import type { CarrierDialect, ConnectionFailure } from '#api/messaging/dialects.ts';

/**
 * A carrier that an account reaches by REST. The built-in test carrier has no row. `token` is encrypted;
 * `problem` says what the last connection test found, null when it passed.
 */
export type CarrierRow = {
  sid: string;
  account: string;
  name: string;
  dialect: CarrierDialect;
  /** With the version in its path, without a slash at the end. */
  base_url: string;
  /** Base URL of its conversation API, without a slash at the end; null where it follows from `base_url`. */
  conversations_url: string | null;
  /** The account's SID at the carrier. */
  carrier_account: string;
  token: string;
  /** By which its posts are verified, encrypted; null where that is the token. */
  signing_key: string | null;
  /** The application at the carrier by which calls are placed. */
  application: string | null;
  /** Whether requests need a valid signature of the carrier. */
  checks_signatures: number;
  /** The default for outbound traffic from unassigned addresses; at most one per account. */
  is_default: number;
  checked_at: number | null;
  failure: ConnectionFailure | null;
  problem: string | null;
  created_at: number;
  updated_at: number | null;
};

/**
 * Marks the start of a request that must be sent at most once. `key` is the job's: a second attempt that finds the
 * row knows that the outcome of the first is unknown.
 */
export type CarrierAttemptRow = { key: string; shard: number; account: string; begun_at: number };

/** The secret in the webhook URL of a flow, encrypted. */
export type WebhookSecretRow = { flow: string; secret: string; created_at: number };

export type CarrierTables = {
  carriers: CarrierRow;
  carrier_attempts: CarrierAttemptRow;
  webhook_secrets: WebhookSecretRow;
};
