/**
 * How each table would be spread over several databases (docs/decisions/047): by shard, by flow, or whole on each of them.
 * Tables stand behind those that their foreign keys name, so that they can be distributed in this order.
 */

import type { Tables } from './tables.ts';

/** `shardOf` says in words what the shard of a row follows from. */
type HotTable = { readonly kind: 'hot'; readonly shardOf: string };

/**
 * What belongs to a flow and is written while people draw or executions run: the rows of a flow are on one database. Its
 * column is `flow`, which all of its keys contain.
 */
type FlowTable = { readonly kind: 'flow' };

/** A small table that is seldom written: every database has all of it. */
type ReferenceTable = { readonly kind: 'reference' };

const reference: ReferenceTable = { kind: 'reference' };
const byFlow: FlowTable = { kind: 'flow' };
const pair = hot('the hash of its account, contact and channel: two digits of its SID, behind `FN`');
const execution = hot('its execution');
const account = hot('the hash of its account');
const webhook = hot('the hash of its webhook');
const content = hot('the last two digits of its content’s token');
const email = hot('its email');

function hot(shardOf: string): HotTable {
  return { kind: 'hot', shardOf };
}

/**
 * In how many groups the shards are spread over the nodes: a statement that looks into all shards is one for each group, and
 * no cluster has more nodes than groups.
 */
export const shardGroups = 32;

/** All tables of the schema. */
export const distribution: { readonly [Table in keyof Tables]: HotTable | FlowTable | ReferenceTable } = {
  migrations: reference,
  agreements: reference,
  data_keys: reference,
  log_numbers: reference,
  chores: reference,
  accounts: reference,
  people: reference,
  person_pictures: reference,
  members: reference,
  invitations: reference,
  password_links: reference,
  second_factors: reference,
  recovery_codes: reference,
  passkeys: reference,
  used_challenges: reference,
  reveals: reference,
  member_grants: reference,
  identity_providers: reference,
  people_groups: reference,
  group_people: reference,
  group_memberships: reference,
  identities: reference,
  directory_users: reference,
  sign_in_rules: reference,
  sign_in_attempts: reference,
  sign_in_settings: reference,
  account_keys: reference,
  sessions: reference,
  provider_sessions: reference,
  sign_in_links: reference,
  configured_tokens: reference,
  retention_settings: reference,
  service_endpoints: reference,
  carriers: reference,
  flows: reference,
  revisions: reference,
  revision_history: reference,
  test_users: reference,
  flow_tests: reference,
  flow_comments: reference,
  working_copies: byFlow,
  flow_edits: byFlow,
  flow_edit_blocks: byFlow,
  flow_snapshots: byFlow,
  webhook_secrets: reference,
  addresses: reference,
  publish_requests: reference,
  execution_endings: reference,
  execution_batches: reference,
  transition_counts: byFlow,
  transition_count_progress: reference,
  flow_hours: byFlow,
  flow_watches: byFlow,
  alert_rules: reference,
  alerts: reference,
  erasures: reference,
  email_keys: reference,
  event_webhooks: reference,
  webhook_policies: reference,
  parse_settings: reference,
  suppression_groups: reference,
  email_templates: reference,
  email_template_versions: reference,
  scheduled_sends: reference,
  sending_domains: reference,
  dkim_keys: reference,
  link_domains: reference,
  verified_senders: reference,
  sender_rules: reference,
  sending_settings: reference,
  email_alerts: reference,
  executions: pair,
  steps: execution,
  live_turns: execution,
  messages: hot('its execution, or its own addresses where it came in: seldom others than the execution’s'),
  calls: execution,
  tasks: execution,
  short_links: execution,
  jobs: hot('its execution, its email, or else the hash of its account'),
  conversation_carriers: account,
  conversation_authors: account,
  carrier_attempts: hot('its job, which has the same key'),
  start_counts: account,
  live_swept: account,
  sinks: account,
  audit_events: account,
  audit_chains: account,
  chat_channels: account,
  chat_members: account,
  sync_objects: account,
  group_suppressions: account,
  suppressions: account,
  email_quotas: account,
  warm_up_counts: account,
  email_rate_windows: hot('the hash of its subject'),
  parse_stats: hot('its emails; of earlier versions the hash of its account'),
  email_stats: account,
  email_categories: account,
  inbound_parts: content,
  inbound_mails: content,
  inbound_attempts: email,
  outbound_mails: hot('the first byte of its id'),
  outbound_personalizations: email,
  outbound_attachments: email,
  outbound_recipients: email,
  email_terms: email,
  mail_events: hot('its email, or the hash of its account where it is about none'),
  event_queue: hot('its event'),
  event_lanes: webhook,
  event_attempts: webhook,
};

export type TableKind = (typeof distribution)[keyof Tables]['kind'];

/** By which column the tables of a kind are spread, and with which of them their rows lie together; null for those that are not. */
export const spreadBy: Readonly<Record<TableKind, { column: string; first: string } | null>> = {
  hot: { column: 'shard', first: 'executions' },
  flow: { column: 'flow', first: 'working_copies' },
  reference: null,
};
