/** Texts of the email section of the settings: those around all its pages, and one object for each page. */

import { apiKeys, scopes } from './api-keys.ts';
import { deliveries } from './deliveries.ts';
import { health, oauth, signature, webhook } from './event-webhooks.ts';
import { inbound, policies, statistics } from './inbound.ts';
import { groups, suppressions } from './suppressions.ts';

/** Texts of the page of received emails. */
const received = {
  title: 'Received email',
  lead: 'Email that came in, and the posts of it to your webhooks.',
  one: 'Received email',
  back: 'Go to received email',
  facts: {
    from: 'From',
    to: 'To',
    received: 'Received',
    size: 'Size',
    client: 'Sent from',
    spf: 'SPF',
    dkim: 'DKIM',
    dmarc: 'DMARC',
    keptUntil: 'Post again',
  },
  policy: 'policy of {{domain}}: {{policy}}',
  aligned: 'aligned: {{methods}}',
  notAligned: 'not aligned',
  notChecked: 'Not checked yet',
  postAgain: 'Post again',
  posting: 'Posting the email again.',
  postFailed: 'Could not post the email again. {{message}}',
  postableUntil: 'Possible until {{at}} at most',
  contentDeleted: 'No longer possible: the content was deleted after it was posted.',
  anyHost: 'All host names',
  attempts: 'Posts to the webhook',
  noAttempts: 'No post yet.',
} as const;

/** Texts of the search of sent and of received emails. */
const search = {
  sent: 'Recipient, sender, words of the subject or message ID',
  sentMasked: 'Message ID',
  received: 'Sender, recipient or words of the subject',
  days: 'Days',
  anyTime: 'Any time',
  lastDays_one: 'Today',
  lastDays_other: 'Last {{count}} days',
  category: 'Category: {{category}}',
  template: 'Template: {{template}}',
  remove: 'Remove the filter “{{filter}}”',
  noneTitle: 'No email found',
  noneText: 'Addresses are found as a whole, and whole words of the subject. All that is given must hold.',
  searchedTo: 'Searched back to {{date}}.',
  maskedText: 'Contacts are masked for your role, so emails are found by their message ID.',
} as const;

export const email = {
  title: 'Email',
  lead: 'Event webhooks, received emails and API keys at a glance.',
  pages: {
    label: 'Email pages',
    overview: 'Overview',
    deliveries: 'Deliveries',
    inbound: 'Inbound',
    keys: 'API keys',
    suppressions: 'Suppressions',
    sent: 'Sent email',
    received: 'Received email',
    statistics: 'Statistics',
    scheduled: 'Scheduled sends',
    setUp: 'Set up',
    webhooks: 'Webhooks',
    templates: 'Templates',
    domains: 'Sending domains',
  },
  target: {
    choose: 'Region and account',
    global: 'Global region',
    eu: 'EU region',
    own: 'Your own account',
    acting: 'You are acting on behalf of {{name}}. What you see and change here belongs to that account.',
    inEu: 'This is the EU region. Its keys, settings and statistics are separate from the global region.',
    leaveAccount: 'Back to your own account',
    leaveEu: 'Back to the global region',
  },
  undo: 'Undo',
  cancel: 'Cancel',
  save: 'Save changes',
  saveFailed: 'Could not save the change. {{message}}',
  deleting: '{{name}} will be deleted when this message closes.',
  deleteFailed: 'Could not complete the deletion. {{message}}',
  resendFailed: 'Could not resend. {{message}}',
  actions: 'Actions',
  webhook,
  health,
  deliveries,
  oauth,
  signature,
  statistics,
  inbound,
  policies,
  keys: apiKeys,
  scopes,
  suppressions,
  groups,
  received,
  search,
} as const;
