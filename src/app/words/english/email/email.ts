/** Texts of the email section of the settings: those around all its pages, and one object for each page. */

import { apiKeys, scopes } from './api-keys.ts';
import { deliveries } from './deliveries.ts';
import { health, oauth, signature, webhook } from './event-webhooks.ts';
import { inbound, policies, statistics } from './inbound.ts';
import { received } from './received.ts';
import { search } from './search.ts';
import { groups, suppressions } from './suppressions.ts';

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
