/** Carriers as they cross the wire, and what went through them: addresses, messages and calls under `/v1/Carrier`. */

import type { Page } from '../pagination.ts';

/** A carrier that is reached by REST. Its token is only ever written. */
export type CarrierResource = {
  sid: string;
  account_sid: string;
  friendly_name: string;
  base_url: string;
  carrier_account_sid: string;
  /** Whether what arrives has to bear the carrier's signature. */
  check_signatures: boolean;
  /** Carries what goes out from addresses that nobody has assigned. */
  is_default: boolean;
  /** `unknown` until somebody has asked the carrier; `problem` says why it is `failed`. */
  connection: { status: 'unknown' | 'ok' | 'failed'; problem: string | null; date_checked: string | null };
  /** Where the carrier reports what became of messages and calls. */
  status_url: string;
  date_created: string;
  date_updated: string | null;
  url: string;
};

export type CarrierPage = Page<'carriers', CarrierResource>;

/** An address, its carrier (null is the built-in test carrier), and the flow that answers there. */
export type AddressResource = {
  sid: string;
  account_sid: string;
  address: string;
  flow_sid: string;
  carrier_sid: string | null;
  /** Where the carrier posts what arrives at the address. */
  webhook_url: string;
  date_created: string;
  url: string;
};

/** `inbound` came from a contact, `outbound` went out from a flow. */
export type Direction = 'inbound' | 'outbound';

/** `pending` has not been handed to its carrier yet; the rest are the carriers' words. */
export const messageStatuses = [
  'received',
  'pending',
  'queued',
  'sent',
  'delivered',
  'read',
  'undelivered',
  'failed',
] as const;

export type MessageStatus = (typeof messageStatuses)[number];

export type MessageResource = {
  sid: string;
  account_sid: string;
  flow_sid: string | null;
  execution_sid: string | null;
  direction: Direction;
  /** These four are null once the personal data of its execution was removed. */
  from: string | null;
  to: string | null;
  body: string | null;
  media: string[] | null;
  status: MessageStatus;
  /** Null is the built-in test carrier. */
  carrier_sid: string | null;
  /** A template that is kept with the carrier, in the place of the body. */
  content: { sid: string; variables: Record<string, string> } | null;
  /** The carrier's own code for why it did not arrive. */
  error_code: string | null;
  date_created: string;
  date_updated: string | null;
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
  /** Both are null once the personal data of its execution was removed. */
  from: string | null;
  to: string | null;
  status: CallStatus;
  carrier_sid: string | null;
  date_created: string;
  date_updated: string | null;
  url: string;
  /** What the carrier is to do now; null in lists and when the call was only looked at. */
  markup: string | null;
};

/** A message that somebody wrote in a conversation that a flow listens to. */
export type ConversationMessageResource = {
  sid: string;
  account_sid: string;
  flow_sid: string;
  conversation_sid: string;
  author: string;
  body: string;
};

export type MessagePage = Page<'messages', MessageResource>;
export type CallPage = Page<'calls', CallResource>;

/**
 * The query by which our addresses at a carrier say what they are about: the execution and its effect, and
 * `FlowDetects` where an answer only counts once the carrier has said who answered.
 */
export const callbackParameters = {
  execution: 'FlowExecution',
  effect: 'FlowEffect',
  detects: 'FlowDetects',
} as const;

export function callbackQuery(execution: string, effect: string, detects = false): string {
  const query = new URLSearchParams({
    [callbackParameters.execution]: execution,
    [callbackParameters.effect]: effect,
    ...(detects && { [callbackParameters.detects]: '1' }),
  });
  return query.toString();
}

/** Where carriers put their signature, and the SHA-256 of a body that is no form: names as the wire has them. */
export const signatureHeader = 'x-twilio-signature';
export const bodyHashParameter = 'bodySHA256';
