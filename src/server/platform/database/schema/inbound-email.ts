/** Rows: mail that came in and its way to the receivers. Conventions as in `tables.ts`. */

import type { Owner } from './email.ts';

/** A chunk of a received message, in the order of `seq` from 0. Chunks of a message that no row names are deleted by maintenance. */
export type InboundPartRow = { content: string; seq: number; bytes: Uint8Array; created_at: number };

/**
 * A mail for one host name; mails of several host names may share a content. `waiting` is on its way to the
 * receiver, `posted` has arrived there, `dead` failed for good. `recipients` is a JSON array. Once posted, the
 * content is gone.
 */
export type InboundMailRow = Owner & {
  id: string;
  hostname: string;
  content: string;
  /** Bytes of the content. */
  size: number;
  /** Of the envelope; '' for a bounce. */
  sender: string;
  recipients: string;
  client_ip: string;
  status: 'waiting' | 'posted' | 'dead';
  attempts: number;
  received_at: number;
  finished_at: number | null;
};

/** One try to post a mail; `status` is null when there was no answer, `next_at` when none follows. */
export type InboundAttemptRow = {
  mail: string;
  number: number;
  status: number | null;
  latency_ms: number;
  problem: string | null;
  /** How the receiver's answer begins. */
  response: string | null;
  next_at: number | null;
  made_at: number;
};

export type InboundMailTables = {
  inbound_parts: InboundPartRow;
  inbound_mails: InboundMailRow;
  inbound_attempts: InboundAttemptRow;
};
