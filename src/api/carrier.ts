/** The built-in test carrier as it crosses the wire: addresses, messages and calls under `/v1/Carrier`. */

import type { Page } from './page.ts';

/** An address of the carrier, and the flow that answers there. */
export type AddressResource = {
  sid: string;
  account_sid: string;
  address: string;
  flow_sid: string;
  date_created: string;
  url: string;
};

/** `inbound` came from a contact, `outbound` went out from a flow. */
export type Direction = 'inbound' | 'outbound';

export type MessageResource = {
  sid: string;
  account_sid: string;
  flow_sid: string | null;
  execution_sid: string | null;
  direction: Direction;
  from: string;
  to: string;
  body: string;
  media: string[];
  status: 'received' | 'sent';
  date_created: string;
};

export const callStatuses = [
  'queued',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
] as const;

export type CallStatus = (typeof callStatuses)[number];

export type CallResource = {
  sid: string;
  account_sid: string;
  flow_sid: string;
  execution_sid: string;
  direction: Direction;
  from: string;
  to: string;
  status: CallStatus;
  date_created: string;
  date_updated: string | null;
  url: string;
  /** What the carrier is to do now; null in lists and when the call was only looked at. */
  markup: string | null;
};

export type MessagePage = Page<'messages', MessageResource>;
export type CallPage = Page<'calls', CallResource>;
