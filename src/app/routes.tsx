/** Which address shows which page. Every screen, filter and selection is a link. */

import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { sessionQuery } from './client/session.ts';
import { readDesignerSearch } from './designer/address.ts';
import { readExecutionSearch, readExecutionsSearch } from './executions/address.ts';
import { readFlowsSearch } from './flows/address.ts';
import {
  readDeliveriesSearch,
  readEmailSearch,
  readInboundSearch,
  readMailboxSearch,
  readOverviewSearch,
  readSuppressionsSearch,
} from './settings/email/email-address.ts';
import { readServicesSearch } from './settings/services/services-address.ts';
import { readTasksSearch } from './settings/services/tasks-address.ts';
import { LiveRegion } from './shell/announce.tsx';
import { NotFound } from './shell/not-found.tsx';
import { RouteFailure } from './shell/route-failure.tsx';
import { Shell } from './shell/shell.tsx';
import { readSignInSearch } from './sign-in/address.ts';
import { ToastRegion } from './ui/toast.tsx';

const root = createRootRouteWithContext<{ cache: QueryClient }>()({
  component: () => (
    <>
      <Outlet />
      <LiveRegion />
      <ToastRegion />
    </>
  ),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** Everything for which one must be signed in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context, location }) => {
    if ((await context.cache.ensureQueryData(sessionQuery)) !== null) return;
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { return: location.href } });
  },
  component: Shell,
  errorComponent: (failure) => (
    <main className="page">
      <RouteFailure {...failure} />
    </main>
  ),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/flows' });
  },
});

const flows = createRoute({
  getParentRoute: () => shell,
  path: '/flows',
  validateSearch: readFlowsSearch,
  component: lazyRouteComponent(() => import('./flows/flows-page.tsx'), 'FlowsPage'),
});

const designer = createRoute({
  getParentRoute: () => shell,
  path: '/flows/$sid',
  validateSearch: readDesignerSearch,
  component: lazyRouteComponent(() => import('./designer/designer-page.tsx'), 'DesignerPage'),
});

const localDesigner = createRoute({
  getParentRoute: () => shell,
  path: '/flows/local/$id',
  validateSearch: readDesignerSearch,
  component: lazyRouteComponent(() => import('./designer/designer-page.tsx'), 'LocalDesignerPage'),
});

/** The list and one execution are one page: the list stays while one walks through it. */
const executions = createRoute({
  getParentRoute: () => shell,
  path: '/flows/$sid/executions',
  validateSearch: readExecutionsSearch,
  component: lazyRouteComponent(() => import('./executions/executions-page.tsx'), 'ExecutionsPage'),
});

const execution = createRoute({
  getParentRoute: () => executions,
  path: '$executionSid',
  validateSearch: readExecutionSearch,
});

const chooseFlow = createRoute({
  getParentRoute: () => shell,
  path: '/executions',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {},
  component: lazyRouteComponent(() => import('./executions/choose-flow-page.tsx'), 'ChooseFlowPage'),
});

const tasks = createRoute({
  getParentRoute: () => shell,
  path: '/tasks',
  validateSearch: readTasksSearch,
  component: lazyRouteComponent(() => import('./settings/services/tasks-page.tsx'), 'TasksPage'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-frame.tsx'), 'SettingsFrame'),
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
  component: lazyRouteComponent(() => import('./settings/account/account-page.tsx'), 'AccountPage'),
});

const operations = createRoute({
  getParentRoute: () => settings,
  path: 'operations',
  component: lazyRouteComponent(() => import('./settings/operations/operations-page.tsx'), 'OperationsPage'),
});

const testUsers = createRoute({
  getParentRoute: () => settings,
  path: 'flows/$sid/test-users',
  component: lazyRouteComponent(() => import('./settings/test-users/test-users-page.tsx'), 'TestUsersPage'),
});

const flowWebhook = createRoute({
  getParentRoute: () => settings,
  path: 'flows/$sid/webhook',
  component: lazyRouteComponent(
    () => import('./settings/flow-webhook/flow-webhook-page.tsx'),
    'FlowWebhookPage',
  ),
});

const serviceSettings = createRoute({
  getParentRoute: () => settings,
  path: 'services',
  validateSearch: readServicesSearch,
  component: lazyRouteComponent(() => import('./settings/services/services-page.tsx'), 'ServicesPage'),
});

const numberSettings = createRoute({
  getParentRoute: () => settings,
  path: 'numbers',
  component: lazyRouteComponent(() => import('./settings/numbers/numbers-page.tsx'), 'NumbersPage'),
});

const eventSettings = createRoute({
  getParentRoute: () => settings,
  path: 'events',
  component: lazyRouteComponent(() => import('./settings/events/events-page.tsx'), 'EventsPage'),
});

/** The region and the account that one acts for stay while one walks through the pages of email. */
const emailSettings = createRoute({
  getParentRoute: () => settings,
  path: 'email',
  validateSearch: readEmailSearch,
  search: { middlewares: [retainSearchParams(['region', 'as'])] },
  component: lazyRouteComponent(() => import('./settings/email/email-frame.tsx'), 'EmailFrame'),
});

const emailOverview = createRoute({
  getParentRoute: () => emailSettings,
  path: '/',
  validateSearch: readOverviewSearch,
  component: lazyRouteComponent(() => import('./settings/email/overview-page.tsx'), 'OverviewPage'),
});

const newEventWebhook = createRoute({
  getParentRoute: () => emailSettings,
  path: 'webhooks/new',
  component: lazyRouteComponent(
    () => import('./settings/email/webhooks/new-webhook-page.tsx'),
    'NewWebhookPage',
  ),
});

const eventWebhook = createRoute({
  getParentRoute: () => emailSettings,
  path: 'webhooks/$id',
  component: lazyRouteComponent(() => import('./settings/email/webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const deliveries = createRoute({
  getParentRoute: () => emailSettings,
  path: 'deliveries',
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(
    () => import('./settings/email/deliveries/deliveries-page.tsx'),
    'DeliveriesPage',
  ),
});

const inboundMail = createRoute({
  getParentRoute: () => emailSettings,
  path: 'inbound',
  validateSearch: readInboundSearch,
  component: lazyRouteComponent(() => import('./settings/email/inbound/inbound-page.tsx'), 'InboundPage'),
});

const mailbox = createRoute({
  getParentRoute: () => emailSettings,
  path: 'mailbox',
  validateSearch: readMailboxSearch,
  component: lazyRouteComponent(() => import('./settings/email/mailbox/mailbox-page.tsx'), 'MailboxPage'),
});

const outboundMail = createRoute({
  getParentRoute: () => emailSettings,
  path: 'mailbox/$sid',
  component: lazyRouteComponent(() => import('./settings/email/mailbox/mail-page.tsx'), 'MailPage'),
});

const suppressions = createRoute({
  getParentRoute: () => emailSettings,
  path: 'suppressions',
  validateSearch: readSuppressionsSearch,
  component: lazyRouteComponent(
    () => import('./settings/email/suppressions/suppressions-page.tsx'),
    'SuppressionsPage',
  ),
});

const apiKeys = createRoute({
  getParentRoute: () => emailSettings,
  path: 'keys',
  component: lazyRouteComponent(() => import('./settings/email/keys/keys-page.tsx'), 'KeysPage'),
});

const newApiKey = createRoute({
  getParentRoute: () => emailSettings,
  path: 'keys/new',
  component: lazyRouteComponent(() => import('./settings/email/keys/new-key-page.tsx'), 'NewKeyPage'),
});

const apiKey = createRoute({
  getParentRoute: () => emailSettings,
  path: 'keys/$id',
  component: lazyRouteComponent(() => import('./settings/email/keys/key-page.tsx'), 'KeyPage'),
});

/** Addresses that lead nowhere keep the frame around them. */
const elsewhere = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });

const tree = root.addChildren([
  signIn,
  shell.addChildren([
    home,
    flows,
    designer,
    localDesigner,
    executions.addChildren([execution]),
    chooseFlow,
    tasks,
    settings.addChildren([
      settingsHome,
      accountSettings,
      numberSettings,
      emailSettings.addChildren([
        emailOverview,
        deliveries,
        inboundMail,
        mailbox,
        outboundMail,
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
      testUsers,
      flowWebhook,
    ]),
    elsewhere,
  ]),
]);

export function createPages(cache: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { cache },
    defaultPreload: 'intent',
    // What a page's reader does not let through leaves the address too: pages see only what they can use.
    search: { strict: true },
    defaultErrorComponent: RouteFailure,
    defaultNotFoundComponent: NotFound,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}
