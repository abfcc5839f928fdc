/** Rows: service endpoints of accounts; chat channels and shared objects of the embedded services. Conventions as in `tables.ts`. */

import type { ServiceKind } from '#api/services/resources.ts';

/**
 * The endpoint for requests of a kind. `secret` is encrypted. `trial` is JSON of the result of the last test request,
 * null before the first; `trial_at` is when it was requested.
 */
export type ServiceEndpointRow = {
  account: string;
  kind: ServiceKind;
  url: string;
  secret: string | null;
  trial: string | null;
  trial_at: number | null;
  updated_at: number;
};

/** `flow` and `execution` made it. `unique_name` is the account's own name for it; `attributes` is JSON. */
export type ChatChannelRow = {
  sid: string;
  account: string;
  /** The account's. */
  shard: number;
  flow: string;
  execution: string;
  friendly_name: string;
  unique_name: string | null;
  type: string;
  attributes: string;
  created_at: number;
  updated_at: number | null;
};

export type ChatMemberRow = {
  sid: string;
  account: string;
  /** The account's. */
  shard: number;
  channel: string;
  execution: string;
  identity: string;
  friendly_name: string;
  role: string;
  created_at: number;
};

/** `data` is a JSON object; `revision` counts the writes. */
export type SyncObjectRow = {
  sid: string;
  account: string;
  /** The account's. */
  shard: number;
  name: string;
  data: string;
  revision: number;
  created_at: number;
  updated_at: number | null;
};

/** The identities under which flows have written in a conversation: messages from them are echoes. */
export type ConversationAuthorRow = { account: string; shard: number; conversation: string; author: string };

/** At which carrier a conversation is: null is the test carrier. */
export type ConversationCarrierRow = {
  account: string;
  shard: number;
  conversation: string;
  carrier: string | null;
};

export type ServiceTables = {
  service_endpoints: ServiceEndpointRow;
  chat_channels: ChatChannelRow;
  chat_members: ChatMemberRow;
  sync_objects: SyncObjectRow;
  conversation_authors: ConversationAuthorRow;
  conversation_carriers: ConversationCarrierRow;
};
