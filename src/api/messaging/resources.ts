/** Wire types of carriers, and of addresses, messages and calls under `/v1/Carrier`. */

import type { Page } from '../pagination.ts';

/** A carrier with a REST interface. Its token is write-only. */
export type CarrierResource = {
  sid: string;
  account_sid: string;
  friendly_name: string;
  base_url: string;
  /** Where its conversations are: the setting, or what follows from `base_url`. */
  conversations_url: string;
  carrier_account_sid: string;
  /** Whether requests must have the carrier's signature. */
  check_signatures: boolean;
  /** Carries outbound messages and calls from addresses without a carrier. */
  is_default: boolean;
  /** `unknown` until the connection was checked; `problem` is the reason for `failed`. */
  connection: { status: 'unknown' | 'ok' | 'failed'; problem: string | null; date_checked: string | null };
  /** The status callback URL of messages and calls. */
  status_url: string;
  date_created: string;
  date_updated: string | null;
  url: string;
};

export type CarrierPage = Page<'carriers', CarrierResource>;

/** An address, its carrier (null is the built-in test carrier), and the flow that handles it. */
export type AddressResource = {
  sid: string;
  account_sid: string;
  address: string;
  flow_sid: string;
  carrier_sid: string | null;
  /** The webhook URL of the address. */
  webhook_url: string;
  date_created: string;
  url: string;
};

/** The webhook URL of a flow with its secret: the test carrier can be reached at it from other machines. */
export type WebhookSecretResource = {
  account_sid: string;
  flow_sid: string;
  webhook_url: string;
  /** When the secret was made, or last replaced. */
  date_created: string;
  url: string;
};

/** `inbound` came from a contact, `outbound` went out from a flow. */
export type Direction = 'inbound' | 'outbound';

/** `pending` was not sent to the carrier yet; the others are carriers' statuses. */
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
  /** The carrier's error code of a failed delivery. */
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
  /** The current markup; null in lists and where the call was only fetched. */
  markup: string | null;
};

/** An inbound message in a conversation that a flow takes part in. */
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
 * Query parameters of callback URLs that identify the execution and its effect; `FlowDetects` where a call only
 * counts as answered after answering machine detection.
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

/** Header of the carrier's signature, and parameter with the SHA-256 of a body that is not a form. */
export const signatureHeader = 'x-twilio-signature';
export const bodyHashParameter = 'bodySHA256';

/** Query parameter with the secret of the flow, in its webhook URL. */
export const secretParameter = 'FlowSecret';
