/**
 * Which columns hold what contacts said, and what flows know of them: those are encrypted where ENCRYPT_CONTACT_DATA is on
 * (docs/decisions/095). The test fails with a column of texts or bytes that is in neither list.
 */

import type { Tables } from './tables.ts';

/** Why a column stays as it is. */
const id = 'an id';
const address = 'an address: it is looked up by equality and prefix';
const word = 'a word of the product or of the flow';
const server = 'of the other server: its name, address or verdict';

type Columns<Table extends keyof Tables> = {
  /** What finds a row, with its shard: the first columns of the primary key. */
  key: readonly (keyof Tables[Table] & string)[];
  encrypted: readonly (keyof Tables[Table] & string)[];
  /** The others, by why. */
  plain: Readonly<Record<string, readonly (keyof Tables[Table] & string)[]>>;
};

export const contactData: { readonly [Table in keyof Tables]?: Columns<Table> } = {
  executions: {
    key: ['sid'],
    encrypted: ['state', 'context'],
    plain: {
      [id]: ['sid', 'account', 'flow', 'initiated_by', 'parent', 'parent_effect', 'parent_step'],
      [address]: ['contact', 'channel'],
      [word]: ['status', 'waiting', 'widget', 'event'],
      'the member or program that ended it': ['ended_by'],
    },
  },
  steps: {
    key: ['execution', 'seq'],
    encrypted: ['changes', 'notes'],
    plain: {
      [id]: ['execution', 'sid'],
      [word]: ['name', 'type', 'transitioned_from', 'transitioned_to'],
    },
  },
  jobs: {
    key: ['key'],
    encrypted: ['payload', 'problem'],
    plain: { [id]: ['key', 'account', 'execution'], [word]: ['kind'] },
  },
  messages: {
    key: ['account', 'sid'],
    encrypted: ['body', 'media', 'content'],
    plain: {
      [id]: ['account', 'sid', 'flow', 'execution', 'reply_to', 'carrier', 'effect', 'error_code'],
      [address]: ['sender', 'recipient'],
      [word]: ['direction', 'status'],
    },
  },
  calls: {
    key: ['account', 'sid'],
    // What was said in a call is in its execution.
    encrypted: [],
    plain: {
      [id]: ['account', 'sid', 'flow', 'execution', 'carrier', 'effect'],
      [address]: ['sender', 'recipient'],
      [word]: ['direction', 'status'],
    },
  },
  tasks: {
    key: ['sid'],
    encrypted: ['workflow', 'channel', 'attributes', 'priority'],
    plain: { [id]: ['sid', 'account', 'flow', 'execution', 'effect'], [word]: ['widget', 'status'] },
  },
  short_links: { key: ['id'], encrypted: ['target'], plain: { [id]: ['id', 'account', 'execution'] } },
  chat_channels: {
    key: ['sid'],
    encrypted: ['friendly_name', 'attributes'],
    plain: {
      [id]: ['sid', 'account', 'flow', 'execution'],
      'looked up by equality': ['unique_name'],
      [word]: ['type'],
    },
  },
  chat_members: {
    key: ['sid'],
    encrypted: ['friendly_name'],
    plain: { [id]: ['sid', 'account', 'channel', 'execution'], [address]: ['identity'], [word]: ['role'] },
  },
  sync_objects: {
    key: ['sid'],
    encrypted: ['data'],
    plain: { [id]: ['sid', 'account'], 'looked up by equality': ['name'] },
  },
  conversation_authors: {
    key: ['account', 'conversation', 'author'],
    encrypted: [],
    plain: { [id]: ['account', 'conversation'], [address]: ['author'] },
  },
  inbound_parts: { key: ['content', 'seq'], encrypted: ['bytes'], plain: { [id]: ['content'] } },
  inbound_mails: {
    key: ['id'],
    encrypted: ['subject'],
    plain: {
      [id]: ['id', 'account', 'region', 'content'],
      [address]: ['hostname', 'sender', 'recipients'],
      [server]: ['client_ip', 'helo', 'spf', 'dkim', 'dmarc'],
      [word]: ['status'],
      'terms that emails are found by': ['terms'],
    },
  },
  inbound_attempts: {
    key: ['mail', 'number'],
    encrypted: ['problem', 'response'],
    plain: { [id]: ['mail'] },
  },
  outbound_mails: { key: ['id'], encrypted: ['shared'], plain: { [id]: ['id', 'account', 'region'] } },
  outbound_personalizations: { key: ['mail', 'number'], encrypted: ['value'], plain: { [id]: ['mail'] } },
  outbound_attachments: {
    key: ['mail', 'number'],
    encrypted: ['filename', 'content_id', 'bytes'],
    plain: { [id]: ['mail'], [word]: ['type'] },
  },
  outbound_recipients: {
    key: ['sid'],
    encrypted: ['subject', 'response'],
    plain: {
      [id]: ['sid', 'mail', 'account', 'region', 'batch_id'],
      [address]: ['email', 'sender'],
      [word]: ['status'],
      'terms that emails are found by': ['terms'],
    },
  },
  email_terms: {
    key: ['term', 'email'],
    encrypted: [],
    plain: { [id]: ['email'], 'terms that emails are found by': ['term'] },
  },
  mail_events: {
    key: ['seq'],
    encrypted: ['payload'],
    plain: { [id]: ['id', 'account', 'region', 'message'], [word]: ['kind'] },
  },
  event_attempts: {
    key: ['id'],
    encrypted: ['problem', 'response', 'headers', 'response_headers'],
    plain: { [id]: ['id', 'account', 'region', 'webhook', 'runs'], [word]: ['kinds'] },
  },
  suppressions: {
    key: ['account', 'region', 'email', 'list'],
    encrypted: ['reason'],
    plain: {
      [id]: ['account', 'region'],
      [word]: ['list'],
      [address]: ['email'],
      [server]: ['status', 'ip'],
    },
  },
  group_suppressions: {
    key: ['account', 'region', 'email', 'group_id'],
    encrypted: [],
    plain: { [id]: ['account', 'region'], [address]: ['email'] },
  },
  execution_batches: {
    key: ['sid'],
    encrypted: [],
    plain: {
      [id]: ['sid', 'account', 'position'],
      'addresses and words of flows, until the batch is over': ['filter'],
      [word]: ['action', 'status'],
      'the member or program that began it': ['begun_by'],
    },
  },
  test_users: {
    key: ['flow', 'position'],
    encrypted: [],
    plain: { [id]: ['flow'], [address]: ['identity'] },
  },
  erasures: {
    key: ['sid'],
    encrypted: [],
    plain: {
      [id]: ['sid', 'account', 'position', 'public_key', 'signature'],
      'digests by a key, and counts': ['digests', 'counts', 'certificate'],
      'the member or program that asked for it, and why': ['requested_by', 'reason'],
    },
  },
};

/** The tables that have nothing of contacts in any column. */
export const withoutContactData: { readonly [Table in keyof Tables]?: string } = {
  ...reason('settings and keys of the installation', [
    ...(['migrations', 'agreements', 'data_keys', 'log_numbers', 'chores', 'configured_tokens'] as const),
    ...(['retention_settings'] as const),
  ]),
  ...reason('members and programs of an account, and what they may do', [
    ...(['accounts', 'people', 'person_pictures', 'members', 'invitations', 'password_links'] as const),
    ...([
      'second_factors',
      'recovery_codes',
      'passkeys',
      'used_challenges',
      'reveals',
      'member_grants',
    ] as const),
    ...(['identity_providers', 'people_groups', 'group_people', 'group_memberships', 'identities'] as const),
    ...([
      'directory_users',
      'sign_in_rules',
      'sign_in_attempts',
      'sign_in_settings',
      'account_keys',
    ] as const),
    ...(['sessions', 'provider_sessions', 'sign_in_links', 'audit_events', 'audit_chains'] as const),
  ]),
  ...reason('flows, as their authors made them', [
    ...(['flows', 'revisions', 'revision_history', 'flow_tests', 'flow_comments', 'working_copies'] as const),
    ...([
      'flow_edits',
      'flow_edit_blocks',
      'flow_snapshots',
      'publish_requests',
      'execution_endings',
    ] as const),
  ]),
  ...reason('settings of an account', [
    ...(['service_endpoints', 'carriers', 'webhook_secrets', 'addresses', 'sinks', 'alert_rules'] as const),
    ...([
      'email_keys',
      'event_webhooks',
      'webhook_policies',
      'parse_settings',
      'suppression_groups',
    ] as const),
    ...([
      'email_templates',
      'email_template_versions',
      'scheduled_sends',
      'sending_domains',
      'dkim_keys',
    ] as const),
    ...(['link_domains', 'verified_senders', 'sender_rules', 'sending_settings', 'email_alerts'] as const),
    ...(['conversation_carriers'] as const),
  ]),
  ...reason('counts, queues and places in logs, by ids', [
    ...(['transition_counts', 'transition_count_progress', 'flow_hours', 'flow_watches', 'alerts'] as const),
    ...(['live_turns', 'live_swept', 'carrier_attempts', 'start_counts', 'email_quotas'] as const),
    ...(['warm_up_counts', 'email_rate_windows', 'parse_stats', 'email_stats', 'email_categories'] as const),
    ...(['event_queue', 'event_lanes'] as const),
  ]),
};

function reason<Table extends keyof Tables>(why: string, tables: readonly Table[]): Record<Table, string> {
  return Object.fromEntries(tables.map((table) => [table, why])) as Record<Table, string>;
}

const byTable = new Map(
  Object.entries(contactData)
    .filter(([, { encrypted }]) => encrypted.length > 0)
    .map(([table, { encrypted }]) => [table, new Set<string>(encrypted)]),
);

/** Undefined for a table without any. */
export function encryptedColumns(table: string): ReadonlySet<string> | undefined {
  return byTable.get(table);
}

/** As `table.column`: all that may hold what somebody wrote or an address of somebody. */
export const personalColumns: readonly string[] = Object.entries(contactData).flatMap(
  ([table, { encrypted, plain }]) => {
    const others = Object.entries(plain).flatMap(([why, columns]) =>
      why === id || why === word ? [] : columns,
    );
    return [...encrypted, ...others].map((column) => `${table}.${column}`);
  },
);
