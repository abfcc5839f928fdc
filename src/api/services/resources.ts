/** Wire types of services: endpoints of the account, chat channels and sync objects. */

import type { Json, JsonObject } from '#flow/json/json.ts';
import type { Page } from '../pagination.ts';

/** Kinds of services; each has a contract in `docs/reference/services.md`. */
export const serviceKinds = ['tasks', 'chat', 'sync', 'understand'] as const;

export type ServiceKind = (typeof serviceKinds)[number];

/** The result of a test request. `status` is 0 without a response, `problem` why the response is unusable. */
export type TrialResource = {
  state: 'waiting' | 'answered' | 'failed';
  status: number;
  answer: Json;
  problem: string | null;
  date: string;
};

/** The endpoint of one kind of service; `endpoint` is null while the embedded service is used. */
export type ServiceEndpointResource = {
  kind: ServiceKind;
  account_sid: string;
  endpoint: string | null;
  /** The secret itself is write-only. */
  has_secret: boolean;
  last_trial: TrialResource | null;
  date_updated: string | null;
  url: string;
};

export type ServiceEndpointList = { endpoints: ServiceEndpointResource[] };

/** Form fields. An empty Endpoint restores the embedded service; a Secret that is left out is not changed. */
export type ServiceEndpointForm = { Endpoint: string; Secret?: string };

export type ChatMemberResource = {
  sid: string;
  identity: string;
  friendly_name: string;
  role: string;
  date_created: string;
};

/** A channel of the embedded chat. `flow_sid` and `execution_sid` are its creator's. */
export type ChatChannelResource = {
  sid: string;
  account_sid: string;
  flow_sid: string;
  execution_sid: string;
  friendly_name: string;
  unique_name: string | null;
  type: string;
  attributes: Json;
  members: ChatMemberResource[];
  date_created: string;
  date_updated: string | null;
  url: string;
};

/** A JSON object that applications have in common; `revision` counts writes. */
export type SyncObjectResource = {
  sid: string;
  account_sid: string;
  name: string;
  data: JsonObject;
  revision: number;
  date_created: string;
  date_updated: string | null;
  url: string;
};

export type ChatChannelPage = Page<'chat_channels', ChatChannelResource>;
export type SyncObjectPage = Page<'sync_objects', SyncObjectResource>;
