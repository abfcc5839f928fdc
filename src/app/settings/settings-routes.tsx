/** Which address shows which section of the settings, and which of its pages. */

import { createRoute, lazyRouteComponent, redirect, retainSearchParams } from '@tanstack/react-router';
import { shellRoute } from '../shell/root-routes.tsx';
import type { AuditSearch } from './audit/search-params.ts';
import { readEmailSearch } from './email/region-account-search.ts';
import type {
  DeliveriesSearch,
  InboundSearch,
  OverviewSearch,
  ReceivedEmailsSearch,
  SentEmailsSearch,
  SentStatsSearch,
  SuppressionsSearch,
  TemplateSearch,
} from './email/search-params.ts';
import type { MembersSearch, RolesSearch, TokensSearch } from './people/search-params.ts';
import type { ServicesSearch } from './services/services-search-params.ts';

const settings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-layout.tsx'), 'SettingsLayout'),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account' });
  },
});

const accountSettings = createRoute({
  getParentRoute: () => settings,
  path: 'account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
});

const members = createRoute({
  getParentRoute: () => settings,
  path: 'members',
  // Read by the page itself, as the audit log's are.
  validateSearch: (search: Record<string, unknown>): MembersSearch => search,
  component: lazyRouteComponent(() => import('./people/members-page.tsx'), 'MembersPage'),
});

const roles = createRoute({
  getParentRoute: () => settings,
  path: 'roles',
  validateSearch: (search: Record<string, unknown>): RolesSearch => search,
  component: lazyRouteComponent(() => import('./people/roles-page.tsx'), 'RolesPage'),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: 'audit',
  // Read by the page itself: it is too much for what every page loads.
  validateSearch: (search: Record<string, unknown>): AuditSearch => search,
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
});

const contacts = createRoute({
  getParentRoute: () => settings,
  path: 'contacts',
  component: lazyRouteComponent(() => import('./contacts/contacts-page.tsx'), 'ContactsPage'),
});

const signIn = createRoute({
  getParentRoute: () => settings,
  path: 'sign-in',
  component: lazyRouteComponent(() => import('./sign-in/sign-in-settings-page.tsx'), 'SignInSettingsPage'),
});

const profile = createRoute({
  getParentRoute: () => settings,
  path: 'profile',
  component: lazyRouteComponent(() => import('./people/profile-page.tsx'), 'ProfilePage'),
});

const tokens = createRoute({
  getParentRoute: () => settings,
  path: 'tokens',
  validateSearch: (search: Record<string, unknown>): TokensSearch => search,
  component: lazyRouteComponent(() => import('./tokens/tokens-page.tsx'), 'TokensPage'),
});

const operations = createRoute({
  getParentRoute: () => settings,
  path: 'operations',
  component: lazyRouteComponent(() => import('./operations/operations-page.tsx'), 'OperationsPage'),
});

const testUsers = createRoute({
  getParentRoute: () => settings,
  path: 'flows/$sid/test-users',
  component: lazyRouteComponent(() => import('./test-users/test-users-page.tsx'), 'TestUsersPage'),
});

const flowWebhook = createRoute({
  getParentRoute: () => settings,
  path: 'flows/$sid/webhook',
  component: lazyRouteComponent(() => import('./flow-webhook/flow-webhook-page.tsx'), 'FlowWebhookPage'),
});

const serviceSettings = createRoute({
  getParentRoute: () => settings,
  path: 'services',
  validateSearch: (search: Record<string, unknown>): ServicesSearch => search,
  component: lazyRouteComponent(() => import('./services/services-page.tsx'), 'ServicesPage'),
});

const numberSettings = createRoute({
  getParentRoute: () => settings,
  path: 'numbers',
  component: lazyRouteComponent(() => import('./numbers/numbers-page.tsx'), 'NumbersPage'),
});

/** Links of the time when the test phone was a page of the settings keep working. */
const oldTestPhone = createRoute({
  getParentRoute: () => settings,
  path: 'numbers/test-carrier',
  beforeLoad: () => {
    throw redirect({ to: '/test-phone', replace: true });
  },
});

const eventSettings = createRoute({
  getParentRoute: () => settings,
  path: 'events',
  component: lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
});

/** Region and account are kept in the search parameters across the email pages. */
const emailSettings = createRoute({
  getParentRoute: () => settings,
  path: 'email',
  validateSearch: readEmailSearch,
  search: { middlewares: [retainSearchParams(['region', 'as'])] },
  component: lazyRouteComponent(() => import('./email/email-layout.tsx'), 'EmailLayout'),
});

const emailOverview = createRoute({
  getParentRoute: () => emailSettings,
  path: '/',
  validateSearch: (search: Record<string, unknown>): OverviewSearch => search,
  component: lazyRouteComponent(() => import('./email/overview-page.tsx'), 'OverviewPage'),
});

const newEventWebhook = createRoute({
  getParentRoute: () => emailSettings,
  path: 'webhooks/new',
  component: lazyRouteComponent(() => import('./email/webhooks/new-webhook-page.tsx'), 'NewWebhookPage'),
});

const eventWebhook = createRoute({
  getParentRoute: () => emailSettings,
  path: 'webhooks/$id',
  component: lazyRouteComponent(() => import('./email/webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const deliveries = createRoute({
  getParentRoute: () => emailSettings,
  path: 'deliveries',
  validateSearch: (search: Record<string, unknown>): DeliveriesSearch => search,
  component: lazyRouteComponent(() => import('./email/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
});

const inboundParse = createRoute({
  getParentRoute: () => emailSettings,
  path: 'inbound',
  validateSearch: (search: Record<string, unknown>): InboundSearch => search,
  component: lazyRouteComponent(() => import('./email/inbound/inbound-page.tsx'), 'InboundPage'),
});

/** Email for daily work. Region and account are kept in the search parameters, as on the email pages of the settings. */
const email = createRoute({
  getParentRoute: () => shellRoute,
  path: '/email',
  validateSearch: readEmailSearch,
  search: { middlewares: [retainSearchParams(['region', 'as'])] },
  component: lazyRouteComponent(() => import('./email/email-section.tsx'), 'EmailSection'),
});

const emailHome = createRoute({
  getParentRoute: () => email,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/email/sent', search, replace: true });
  },
});

/** The list and one email are one page: the list stays while an email is shown. */
const sentEmails = createRoute({
  getParentRoute: () => email,
  path: 'sent',
  validateSearch: (search: Record<string, unknown>): SentEmailsSearch => search,
  component: lazyRouteComponent(() => import('./email/sent/sent-emails-page.tsx'), 'SentEmailsPage'),
});

const sentEmail = createRoute({ getParentRoute: () => sentEmails, path: '$sid' });

const receivedEmails = createRoute({
  getParentRoute: () => email,
  path: 'received',
  validateSearch: (search: Record<string, unknown>): ReceivedEmailsSearch => search,
  component: lazyRouteComponent(
    () => import('./email/received/received-emails-page.tsx'),
    'ReceivedEmailsPage',
  ),
});

const receivedEmail = createRoute({ getParentRoute: () => receivedEmails, path: '$id' });

const scheduledSends = createRoute({
  getParentRoute: () => email,
  path: 'scheduled',
  component: lazyRouteComponent(
    () => import('./email/scheduled/scheduled-sends-page.tsx'),
    'ScheduledSendsPage',
  ),
});

const sentStatistics = createRoute({
  getParentRoute: () => email,
  path: 'statistics',
  validateSearch: (search: Record<string, unknown>): SentStatsSearch => search,
  component: lazyRouteComponent(() => import('./email/statistics/statistics-page.tsx'), 'StatisticsPage'),
});

const emailTemplates = createRoute({
  getParentRoute: () => email,
  path: 'templates',
  component: lazyRouteComponent(() => import('./email/templates/templates-page.tsx'), 'TemplatesPage'),
});

const emailTemplate = createRoute({
  getParentRoute: () => email,
  path: 'templates/$id',
  validateSearch: (search: Record<string, unknown>): TemplateSearch => search,
  component: lazyRouteComponent(() => import('./email/templates/template-page.tsx'), 'TemplatePage'),
});

const sendingDomains = createRoute({
  getParentRoute: () => email,
  path: 'domains',
  component: lazyRouteComponent(
    () => import('./email/domains/sending-domains-page.tsx'),
    'SendingDomainsPage',
  ),
});

const sendingDomain = createRoute({
  getParentRoute: () => email,
  path: 'domains/$id',
  component: lazyRouteComponent(() => import('./email/domains/sending-domain-page.tsx'), 'DomainPage'),
});

/** Links of the time when sent email was in the settings keep working. */
const oldSentEmails = createRoute({
  getParentRoute: () => emailSettings,
  path: 'sent',
  validateSearch: (search: Record<string, unknown>): SentEmailsSearch => search,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/email/sent', search, replace: true });
  },
});

const oldSentEmail = createRoute({
  getParentRoute: () => emailSettings,
  path: 'sent/$sid',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/email/sent/$sid', params, search, replace: true });
  },
});

const suppressions = createRoute({
  getParentRoute: () => emailSettings,
  path: 'suppressions',
  validateSearch: (search: Record<string, unknown>): SuppressionsSearch => search,
  component: lazyRouteComponent(
    () => import('./email/suppressions/suppressions-page.tsx'),
    'SuppressionsPage',
  ),
});

const apiKeys = createRoute({
  getParentRoute: () => emailSettings,
  path: 'keys',
  component: lazyRouteComponent(() => import('./email/keys/keys-page.tsx'), 'KeysPage'),
});

const newApiKey = createRoute({
  getParentRoute: () => emailSettings,
  path: 'keys/new',
  component: lazyRouteComponent(() => import('./email/keys/new-key-page.tsx'), 'NewKeyPage'),
});

const apiKey = createRoute({
  getParentRoute: () => emailSettings,
  path: 'keys/$id',
  component: lazyRouteComponent(() => import('./email/keys/key-page.tsx'), 'KeyPage'),
});

export const emailRoutes = email.addChildren([
  emailHome,
  sentEmails.addChildren([sentEmail]),
  receivedEmails.addChildren([receivedEmail]),
  emailTemplates,
  emailTemplate,
  sendingDomains,
  sendingDomain,
  scheduledSends,
  sentStatistics,
]);

export const settingsRoutes = settings.addChildren([
  settingsHome,
  accountSettings,
  numberSettings,
  oldTestPhone,
  emailSettings.addChildren([
    emailOverview,
    deliveries,
    inboundParse,
    oldSentEmails,
    oldSentEmail,
    suppressions,
    newEventWebhook,
    eventWebhook,
    apiKeys,
    newApiKey,
    apiKey,
  ]),
  eventSettings,
  serviceSettings,
  operations,
  members,
  roles,
  audit,
  contacts,
  signIn,
  profile,
  tokens,
  testUsers,
  flowWebhook,
]);
