/** Services as they cross the wire: endpoints of the account, chat channels and shared objects. */

import type { Json, JsonObject } from '#flow/json/json.ts';
import type { Page } from '../pagination.ts';

/** What flows may ask for; each kind has one contract, in `docs/services.md`. */
export const serviceKinds = ['tasks', 'chat', 'sync', 'understand'] as const;

export type ServiceKind = (typeof serviceKinds)[number];

/** What a test request led to. `status` is 0 without an answer, `problem` why the answer could not be used. */
export type TrialResource = {
  state: 'waiting' | 'answered' | 'failed';
  status: number;
  answer: Json;
  problem: string | null;
  date: string;
};

/** Where an account's requests of one kind go; `url` is null while the embedded service answers them. */
export type ServiceEndpointResource = {
  kind: ServiceKind;
  account_sid: string;
  endpoint: string | null;
  /** The secret itself is never told. */
  has_secret: boolean;
  last_trial: TrialResource | null;
  date_updated: string | null;
  url: string;
};

export type ServiceEndpointList = { endpoints: ServiceEndpointResource[] };

/** Form fields. An empty Endpoint gives the kind back to the embedded service; Secret left out stays as it was. */
export type ServiceEndpointForm = { Endpoint: string; Secret?: string };

export type ChatMemberResource = {
  sid: string;
  identity: string;
  friendly_name: string;
  role: string;
  date_created: string;
};

/** A channel of the embedded chat. `flow_sid` and `execution_sid` say who made it. */
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

/** An object that applications share; `revision` counts how often it was written. */
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
