/** Rows: mail that goes out. Conventions as in `tables.ts`. */

import type { Owner } from './email.ts';

/** A mail as it was ordered; `shared` is JSON of what holds for all of its recipients. */
export type OutboundMailRow = Owner & { id: string; shared: string; created_at: number };

/** One personalization of a mail; `value` is JSON. */
export type OutboundPersonalizationRow = { mail: string; number: number; value: string };

/** A file that goes with a mail; `content_id` is null where the content does not name it. */
export type OutboundAttachmentRow = {
  mail: string;
  number: number;
  filename: string;
  type: string;
  inline: number;
  content_id: string | null;
  bytes: Uint8Array;
};

/** How far a mail has come. `bounced`, `blocked` and `dropped` are ends without arrival. */
export type OutboundStatus = 'waiting' | 'deferred' | 'delivered' | 'bounced' | 'blocked' | 'dropped';

/** One recipient of a mail, and what has become of it there. `number` counts the recipients of a mail from 0. */
export type OutboundRecipientRow = Owner & {
  sid: string;
  mail: string;
  number: number;
  personalization: number;
  email: string;
  sender: string;
  subject: string;
  status: OutboundStatus;
  /** 1 when it lies in the built-in mailbox. */
  in_mailbox: number;
  attempts: number;
  /** What the other side answered last, or why it was not asked. */
  response: string;
  /** When it is to go out. */
  send_at: number;
  created_at: number;
  updated_at: number | null;
};

export type OutboundMailTables = {
  outbound_mails: OutboundMailRow;
  outbound_personalizations: OutboundPersonalizationRow;
  outbound_attachments: OutboundAttachmentRow;
  outbound_recipients: OutboundRecipientRow;
};
