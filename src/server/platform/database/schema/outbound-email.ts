/** Rows: outbound email. Conventions as in `tables.ts`. */

import type { Owner } from './email.ts';

/** An email as requested; `shared` is JSON of what all of its recipients share. */
export type OutboundMailRow = Owner & {
  id: string;
  /** The first byte of its id. */
  shard: number;
  shared: string;
  created_at: number;
};

/** One personalization of an email; `value` is JSON. */
export type OutboundPersonalizationRow = { mail: string; shard: number; number: number; value: string };

/** An attachment; `content_id` is null where the content does not reference it. */
export type OutboundAttachmentRow = {
  mail: string;
  shard: number;
  number: number;
  filename: string;
  type: string;
  inline: number;
  content_id: string | null;
  bytes: Uint8Array;
};

/** The delivery status. `bounced`, `blocked` and `dropped` are final without delivery. */
export type OutboundStatus = 'waiting' | 'deferred' | 'delivered' | 'bounced' | 'blocked' | 'dropped';

/** One recipient of an email and the delivery to it. `number` counts the recipients from 0. */
export type OutboundRecipientRow = Owner & {
  sid: string;
  mail: string;
  /** Its email's. */
  shard: number;
  number: number;
  personalization: number;
  email: string;
  sender: string;
  subject: string;
  status: OutboundStatus;
  /** 1 when it was delivered to the built-in mailbox. */
  in_mailbox: number;
  attempts: number;
  /** The last reply of the receiving server, or why there was none. */
  response: string;
  /** When it is to be sent. */
  send_at: number;
  created_at: number;
  updated_at: number | null;
  /** The same as `send_at` until it is sent or discarded, where that was later than its request; else null. */
  waits_until: number | null;
  batch_id: string | null;
  /** The search terms, one after the other; '' in rows of before them. */
  terms: string;
};

export type OutboundMailTables = {
  outbound_mails: OutboundMailRow;
  outbound_personalizations: OutboundPersonalizationRow;
  outbound_attachments: OutboundAttachmentRow;
  outbound_recipients: OutboundRecipientRow;
};
