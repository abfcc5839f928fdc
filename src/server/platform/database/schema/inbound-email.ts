/** Rows: received email and its delivery to parse webhooks. Conventions as in `tables.ts`. */

import type { Owner } from './email.ts';

/** A chunk of a received message, in the order of `seq` from 0. Chunks of a message that no row names are deleted by maintenance. */
export type InboundPartRow = {
  content: string;
  /** The last two digits of the content's token, which are random. */
  shard: number;
  seq: number;
  bytes: Uint8Array;
  created_at: number;
};

/**
 * An email to one host name; emails to several host names may share a content. `waiting` is queued for the
 * webhook, `posted` was accepted by it, `dead` failed for good. `recipients` is a JSON array.
 */
export type InboundMailRow = Owner & {
  id: string;
  /** Its content's. */
  shard: number;
  hostname: string;
  content: string;
  /** Bytes of the content. */
  size: number;
  /** Of the envelope; '' for a bounce. */
  sender: string;
  recipients: string;
  client_ip: string;
  /** The host name that the client gave in HELO or EHLO; null without one. */
  helo: string | null;
  /** The results of SPF and DKIM as they are posted; null until the first attempt. */
  spf: string | null;
  dkim: string | null;
  /** JSON of the result of DMARC; null until the first attempt. */
  dmarc: string | null;
  status: 'waiting' | 'posted' | 'dead';
  attempts: number;
  received_at: number;
  finished_at: number | null;
  /** Decoded; null until the first attempt at posting. */
  subject: string | null;
  /** The search terms, one after the other; '' until the first attempt. */
  terms: string;
  /** Until when the content of a posted email is kept; null where it is not posted, or its content was deleted. */
  kept_until: number | null;
};

/** One attempt to post an email; `status` is null when there was no response, `next_at` when no retry follows. */
export type InboundAttemptRow = {
  mail: string;
  /** Its email's. */
  shard: number;
  number: number;
  status: number | null;
  latency_ms: number;
  problem: string | null;
  /** The beginning of the response body. */
  response: string | null;
  next_at: number | null;
  made_at: number;
};

export type InboundMailTables = {
  inbound_parts: InboundPartRow;
  inbound_mails: InboundMailRow;
  inbound_attempts: InboundAttemptRow;
};
