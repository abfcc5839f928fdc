/** The paths of the email API, relative to the base URL of a region (see `regions.ts`). */

const eventSettings = '/v3/user/webhooks/event/settings';
const parseSettings = '/v3/user/webhooks/parse/settings';
const policies = '/v3/user/webhooks/security/policies';
const groups = '/v3/asm/groups';

export const emailPaths = {
  keys: '/v3/api_keys',
  key: (id: string) => `/v3/api_keys/${id}`,
  scopes: '/v3/scopes',

  /** Without an id: the oldest webhook. */
  eventWebhooks: eventSettings,
  eventWebhook: (id: string) => `${eventSettings}/${id}`,
  allEventWebhooks: `${eventSettings}/all`,
  signedEventWebhooks: `${eventSettings}/signed`,
  signedEventWebhook: (id: string) => `${eventSettings}/signed/${id}`,
  testEvent: '/v3/user/webhooks/event/test',
  policies,
  policy: (id: string) => `${policies}/${id}`,

  parseSettings,
  parseSetting: (hostname: string) => `${parseSettings}/${hostname}`,
  parseStats: '/v3/user/webhooks/parse/stats',

  bounces: '/v3/suppression/bounces',
  blocks: '/v3/suppression/blocks',
  invalidEmails: '/v3/suppression/invalid_emails',
  spamReports: '/v3/suppression/spam_reports',
  unsubscribes: '/v3/suppression/unsubscribes',
  suppression: (list: string, email: string) => `/v3/suppression/${list}/${email}`,
  globalSuppressions: '/v3/asm/suppressions/global',
  globalSuppression: (email: string) => `/v3/asm/suppressions/global/${email}`,
  groups,
  group: (id: number | string) => `${groups}/${id}`,
  groupSuppressions: (id: number | string) => `${groups}/${id}/suppressions`,
  groupSuppression: (id: number | string, email: string) => `${groups}/${id}/suppressions/${email}`,
  allGroupSuppressions: '/v3/asm/suppressions',
  suppressionsOf: (email: string) => `/v3/asm/suppressions/${email}`,

  sendEmail: '/v3/mail/send',
  batches: '/v3/mail/batch',
} as const;
