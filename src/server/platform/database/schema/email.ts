/**
 * Rows: keys, settings and statistics of the email service. Conventions as in `tables.ts`; `region` is one of
 * `global` and `eu`, and no query goes across regions.
 */

import type { EmailMetric } from '#api/email/email-stats.ts';
import type { Region } from '#api/email/regions.ts';
import type { SuppressionList } from '#api/email/suppressions.ts';
import type { Deletable } from './deletable.ts';

/** The owner of a row of the email service. */
export type Owner = { account: string; region: Region };

/** A key; `scopes` is a JSON array, null for Full Access. */
export type EmailKeyRow = Owner & {
  id: string;
  name: string;
  scopes: string | null;
  /** SHA-256 of the whole key, hexadecimal. */
  key_hash: string;
  /** 1 for the key of the settings, which follows them at every start. */
  configured: number;
  created_at: number;
  /** Kept to the minute. */
  last_used_at: number | null;
};

/** How posts are secured; secrets are encrypted. */
export type SecurityColumns = {
  oauth_client_id: string | null;
  oauth_client_secret: string | null;
  oauth_token_url: string | null;
  /** Base64 of the SPKI form; null while nothing is signed. */
  public_key: string | null;
  /** PKCS #8 as PEM, encrypted. */
  private_key: string | null;
};

/** An event webhook; `kinds` is a JSON array of the kinds that are turned on. */
export type EventWebhookRow = Owner &
  SecurityColumns &
  Deletable & {
    id: string;
    url: string;
    enabled: number;
    friendly_name: string | null;
    kinds: string;
    /** Who made or last changed it, as JSON (`ActsFor`); null for the account itself. */
    acts_for: string | null;
    created_at: number;
    updated_at: number;
  };

/** A security policy; `oauth_scopes` is a JSON array. */
export type WebhookPolicyRow = Owner &
  SecurityColumns & {
    id: string;
    name: string;
    oauth_scopes: string;
    created_at: number;
    updated_at: number;
  };

/** Email to a host name belongs to one account; host names are in lower case. */
export type ParseSettingRow = Owner & {
  hostname: string;
  url: string;
  spam_check: number;
  send_raw: number;
  /** The id of a security policy of the same owner. */
  security_policy: string | null;
  /** Who made or last changed it, as JSON (`ActsFor`); null for the account itself. */
  acts_for: string | null;
  /** When the host name was proven to be the account's; null before. */
  proven_at: number | null;
  /** When its mail exchanger is looked for again, when that was last, and when one was last found; null before the first. */
  check_at: number | null;
  checked_at: number | null;
  mx_found_at: number | null;
  /** Since when none is found, where one was before. */
  failing_since: number | null;
  created_at: number;
  updated_at: number;
};

/**
 * Emails received and parsed in one day (YYYY-MM-DD, UTC): the sum of all shards and slots. They are counted in their shards, slot 0;
 * earlier versions counted in 16 slots, in the shard of the account.
 */
export type ParseStatsRow = Owner & { shard: number; day: string; slot: number; received: number };

/** Counted of sent emails in one day (YYYY-MM-DD, UTC): the sum of all slots. `category` is '' for all emails. */
export type EmailStatsRow = Owner & {
  shard: number;
  day: string;
  category: string;
  metric: EmailMetric;
  slot: number;
  total: number;
};

/** A category that is counted by itself. */
export type EmailCategoryRow = Owner & { shard: number; category: string };

/** Recipients to whom an account has sent in a month (YYYY-MM, UTC); only where emails of a month are limited. */
export type EmailQuotaRow = { account: string; shard: number; month: string; recipients: number };

/** An address on a suppression list, in lower case. */
export type SuppressionRow = Owner & {
  /** Its account's. */
  shard: number;
  list: SuppressionList;
  email: string;
  reason: string;
  status: string;
  ip: string;
  created_at: number;
};

export type GroupRow = Owner &
  Deletable & {
    id: number;
    name: string;
    description: string;
    is_default: number;
    created_at: number;
  };

/** An address that unsubscribed from a group. */
export type GroupSuppressionRow = Owner & {
  shard: number;
  group_id: number;
  email: string;
  created_at: number;
};

/** Requests counted against a rate limit in the window that began at `started_at`. */
export type RateWindowRow = {
  subject: string;
  shard: number;
  endpoint: string;
  started_at: number;
  taken: number;
};

/** A template of emails; ids are `d-` and 32 hexadecimal digits. */
export type EmailTemplateRow = Owner &
  Deletable & { id: string; name: string; created_at: number; updated_at: number };

/** A version of a template. `size` is that of its texts, in characters. */
export type EmailTemplateVersionRow = {
  id: string;
  template: string;
  name: string;
  active: number;
  subject: string;
  html_content: string;
  plain_content: string;
  generate_plain_content: number;
  editor: 'code' | 'design';
  /** JSON; '' without any. */
  test_data: string;
  size: number;
  created_at: number;
  updated_at: number;
};

/** What an email is found by; `email` is the SID of a sent one, or the id of a received one. */
export type EmailTermRow = { term: string; email: string; shard: number };

/** A batch of emails that is paused or cancelled. */
export type ScheduledSendRow = Owner & {
  batch_id: string;
  status: 'pause' | 'cancel';
  created_at: number;
};

/** A domain that email is sent from. */
export type SendingDomainRow = Owner & {
  id: number;
  domain: string;
  /** The return path is this label at the domain. */
  subdomain: string;
  /** What the selectors of its keys have before their number. */
  selector: string;
  custom_spf: number;
  is_default: number;
  /** The number of the key that signs. */
  signing: number;
  /** 1 once the record of that key was found: email is signed. */
  signs: number;
  /** 1 once the mail exchanger of the return path was found: bounces come back. */
  returns: number;
  /** What the last check found of each record, as JSON. */
  checks: string;
  checked_at: number | null;
  /** When they are looked for again; null for one that was never valid. */
  check_at: number | null;
  /** Since when a record that was there is not; null where that is none. */
  failing_since: number | null;
  created_at: number;
  /** Since when it is warmed up; null where it is not. */
  warm_up_since: number | null;
};

/** Emails of a domain that were sent on one day (YYYY-MM-DD, UTC), while it is warmed up. */
export type WarmUpCountRow = Owner & { shard: number; domain: number; day: string; sent: number };

/** A host name, `subdomain` at `domain`, that the links of emails have. */
export type LinkDomainRow = Owner & {
  id: number;
  domain: string;
  subdomain: string;
  is_default: number;
  /** 1 once both of its records were found. */
  valid: number;
  /** What the last check found of each record, as JSON. */
  checks: string;
  checked_at: number | null;
  /** When they are looked for again; null for one that was never valid. */
  check_at: number | null;
  /** Since when a record that was there is not; null where that is none. */
  failing_since: number | null;
  created_at: number;
};

/** An address that an account sends from. */
export type VerifiedSenderRow = Owner & {
  id: number;
  /** In lower case. */
  from_email: string;
  /** The other members of the request, as JSON. */
  profile: string;
  /** Null until the link that was sent to the address was opened. */
  verified_at: number | null;
  /** SHA-256 of the token of that link; null where there is none. */
  token_hash: string | null;
  link_sent_at: number | null;
  /** Why the link could not be sent. */
  problem: string | null;
  created_at: number;
};

/** `known_only` is 1 where email is sent from proven domains and verified senders only. */
export type SenderRuleRow = Owner & { known_only: number };

/** What an account is told of its email by email. */
export type EmailAlertRow = Owner & {
  id: number;
  type: 'stats_notification' | 'usage_limit';
  email_to: string;
  /** Of statistics: how often, and when next. */
  frequency: 'daily' | 'weekly' | 'monthly' | null;
  next_at: number | null;
  /** Of the limit of a month: the part of it, and the last month (YYYY-MM) in which that was told. */
  percentage: number | null;
  told_month: string | null;
  /** Who made or last changed it, as JSON (`ActsFor`); null for the account itself. */
  acts_for: string | null;
  created_at: number;
  updated_at: number;
};

/** A setting of the email that an account sends; `value` is JSON. */
export type SendingSettingRow = Owner & { name: string; value: string };

/** A DKIM key, the first or second of a domain. */
export type DkimKeyRow = Owner & {
  domain: number;
  number: number;
  /** Base64 of the SPKI form. */
  public_key: string;
  /** PKCS #8 as PEM, encrypted. */
  private_key: string;
  created_at: number;
  signing_since: number | null;
  retired_at: number | null;
};

export type EmailTables = {
  email_terms: EmailTermRow;
  scheduled_sends: ScheduledSendRow;
  sending_domains: SendingDomainRow;
  dkim_keys: DkimKeyRow;
  link_domains: LinkDomainRow;
  verified_senders: VerifiedSenderRow;
  sender_rules: SenderRuleRow;
  sending_settings: SendingSettingRow;
  email_alerts: EmailAlertRow;
  email_templates: EmailTemplateRow;
  email_template_versions: EmailTemplateVersionRow;
  email_keys: EmailKeyRow;
  event_webhooks: EventWebhookRow;
  webhook_policies: WebhookPolicyRow;
  parse_settings: ParseSettingRow;
  parse_stats: ParseStatsRow;
  email_stats: EmailStatsRow;
  email_categories: EmailCategoryRow;
  suppressions: SuppressionRow;
  suppression_groups: GroupRow;
  group_suppressions: GroupSuppressionRow;
  email_rate_windows: RateWindowRow;
  email_quotas: EmailQuotaRow;
  warm_up_counts: WarmUpCountRow;
};
