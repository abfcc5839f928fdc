/** The paths of the email API, relative to the base URL of a region (see `regions.ts`). */

import { at } from '../operation/path-template.ts';

const eventSettings = '/v3/user/webhooks/event/settings';
const parseSettings = '/v3/user/webhooks/parse/settings';
const policies = '/v3/user/webhooks/security/policies';
const groups = '/v3/asm/groups';

export const emailPaths = {
  keys: '/v3/api_keys',
  key: at('/v3/api_keys/{api_key_id}'),
  scopes: '/v3/scopes',

  /** Without an id: the oldest webhook. */
  eventWebhooks: eventSettings,
  eventWebhook: at('/v3/user/webhooks/event/settings/{id}'),
  allEventWebhooks: `${eventSettings}/all`,
  signedEventWebhooks: `${eventSettings}/signed`,
  signedEventWebhook: at('/v3/user/webhooks/event/settings/signed/{id}'),
  testEvent: '/v3/user/webhooks/event/test',
  policies,
  policy: at('/v3/user/webhooks/security/policies/{id}'),

  parseSettings,
  parseSetting: at('/v3/user/webhooks/parse/settings/{hostname}'),
  parseStats: '/v3/user/webhooks/parse/stats',

  stats: '/v3/stats',
  categories: '/v3/categories',
  categoryStats: '/v3/categories/stats',
  categorySums: '/v3/categories/stats/sums',
  providerStats: '/v3/mailbox_providers/stats',

  bounces: '/v3/suppression/bounces',
  bounceClassifications: '/v3/suppression/bounces/classifications',
  bounceClassification: at('/v3/suppression/bounces/classifications/{classification}'),
  blocks: '/v3/suppression/blocks',
  invalidEmails: '/v3/suppression/invalid_emails',
  spamReports: '/v3/suppression/spam_reports',
  unsubscribes: '/v3/suppression/unsubscribes',
  suppression: at('/v3/suppression/{List}/{Email}'),
  globalSuppressions: '/v3/asm/suppressions/global',
  globalSuppression: at('/v3/asm/suppressions/global/{email}'),
  groups,
  group: at('/v3/asm/groups/{group_id}'),
  groupSuppressions: at('/v3/asm/groups/{group_id}/suppressions'),
  groupSuppressionSearch: at('/v3/asm/groups/{group_id}/suppressions/search'),
  groupSuppression: at('/v3/asm/groups/{group_id}/suppressions/{email}'),
  allGroupSuppressions: '/v3/asm/suppressions',
  suppressionsOf: at('/v3/asm/suppressions/{email}'),

  templates: '/v3/templates',
  template: at('/v3/templates/{template_id}'),
  templateVersions: at('/v3/templates/{template_id}/versions'),
  templateVersion: at('/v3/templates/{template_id}/versions/{version_id}'),
  templateVersionActivation: at('/v3/templates/{template_id}/versions/{version_id}/activate'),

  sendingDomains: '/v3/whitelabel/domains',
  defaultSendingDomain: '/v3/whitelabel/domains/default',
  sendingDomain: at('/v3/whitelabel/domains/{domain_id}'),
  sendingDomainValidation: at('/v3/whitelabel/domains/{domain_id}/validate'),
  sendingDomainRotation: at('/v3/whitelabel/domains/{domain_id}/rotate'),

  linkDomains: '/v3/whitelabel/links',
  defaultLinkDomain: '/v3/whitelabel/links/default',
  linkDomain: at('/v3/whitelabel/links/{id}'),
  linkDomainValidation: at('/v3/whitelabel/links/{id}/validate'),

  verifiedSenders: '/v3/verified_senders',
  verifiedSender: at('/v3/verified_senders/{id}'),
  verifiedSenderResend: at('/v3/verified_senders/resend/{id}'),
  verifiedSenderToken: at('/v3/verified_senders/verify/{token}'),
  verifiedSenderSteps: '/v3/verified_senders/steps_completed',
  verifiedSenderDomains: '/v3/verified_senders/domains',
  senderRule: '/v3/verified_senders/rule',

  userAccount: '/v3/user/account',
  userName: '/v3/user/username',
  userEmail: '/v3/user/email',
  userProfile: '/v3/user/profile',
  teammates: '/v3/teammates',
  pendingTeammates: '/v3/teammates/pending',
  teammate: at('/v3/teammates/{username}'),
  subusers: '/v3/subusers',

  accessActivity: '/v3/access_settings/activity',
  allowedAddresses: '/v3/access_settings/whitelist',

  emailAlerts: '/v3/alerts',
  emailAlert: at('/v3/alerts/{alert_id}'),

  trackingSettings: '/v3/tracking_settings',
  clickTracking: '/v3/tracking_settings/click',
  openTracking: '/v3/tracking_settings/open',
  subscriptionTracking: '/v3/tracking_settings/subscription',
  analyticsTracking: '/v3/tracking_settings/google_analytics',
  mailSettings: '/v3/mail_settings',
  footer: '/v3/mail_settings/footer',

  addressValidation: '/v3/validations/email',
  activity: '/v3/messages',
  activityOf: at('/v3/messages/{msg_id}'),

  sendEmail: '/v3/mail/send',
  batches: '/v3/mail/batch',
  batch: at('/v3/mail/batch/{batch_id}'),
  scheduledSends: '/v3/user/scheduled_sends',
  scheduledSend: at('/v3/user/scheduled_sends/{batch_id}'),
} as const;
