/** Which address shows which page. Every screen, filter and selection is a link. */

import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { AlertsSearch } from './alerts/search-params.ts';
import { readAllAccountsSearch } from './all-accounts/search-params.ts';
import { readDesignerSearch } from './designer/address.ts';
import { showsReadingLayout } from './designer/reading/reading-layout-choice.ts';
import { readAccountSearch, readExecutionSearch, readExecutionsSearch } from './executions/search-params.ts';
import { readFlowsSearch } from './flows/search-params.ts';
import { readHistorySearch } from './revisions/search-params.ts';
import type { TasksSearch } from './settings/services/services-search-params.ts';
import { emailRoutes, settingsRoutes } from './settings/settings-routes.tsx';
import { rootRoute, shellRoute } from './shell/root-routes.tsx';
import { NotFound, RouteError } from './shell/route-error.tsx';
import { readSignInSearch } from './sign-in/search-params.ts';

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** The token is in the fragment. */
const join = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyRouteComponent(() => import('./join/join-page.tsx'), 'JoinPage'),
});

const requiredFactor = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  component: lazyRouteComponent(
    () => import('./settings/people/required-factor-page.tsx'),
    'RequiredFactorPage',
  ),
});

const home = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/flows' });
  },
});

const flows = createRoute({
  getParentRoute: () => shellRoute,
  path: '/flows',
  validateSearch: readFlowsSearch,
  component: lazyRouteComponent(() => import('./flows/flows-page.tsx'), 'FlowsPage'),
});

/** With the layout that will be shown, which would otherwise be asked for only once the page is there. */
function loadDesigner() {
  void (showsReadingLayout()
    ? import('./designer/reading/reading-layout.tsx')
    : import('./designer/designer.tsx'));
  return import('./designer/designer-page.tsx');
}

const designer = createRoute({
  getParentRoute: () => shellRoute,
  path: '/flows/$sid',
  validateSearch: readDesignerSearch,
  component: lazyRouteComponent(loadDesigner, 'DesignerPage'),
});

const localDesigner = createRoute({
  getParentRoute: () => shellRoute,
  path: '/flows/local/$id',
  validateSearch: readDesignerSearch,
  component: lazyRouteComponent(loadDesigner, 'LocalDesignerPage'),
});

/** The list and one execution are one page: the list stays while an execution is shown. */
const executions = createRoute({
  getParentRoute: () => shellRoute,
  path: '/flows/$sid/executions',
  validateSearch: readExecutionsSearch,
  component: lazyRouteComponent(() => import('./executions/executions-page.tsx'), 'ExecutionsPage'),
});

const execution = createRoute({
  getParentRoute: () => executions,
  path: '$executionSid',
  validateSearch: readExecutionSearch,
});

const history = createRoute({
  getParentRoute: () => shellRoute,
  path: '/flows/$sid/history',
  validateSearch: readHistorySearch,
  component: lazyRouteComponent(() => import('./revisions/history-page.tsx'), 'HistoryPage'),
});

const accountExecutions = createRoute({
  getParentRoute: () => shellRoute,
  path: '/executions',
  validateSearch: readAccountSearch,
  component: lazyRouteComponent(
    () => import('./executions/account/account-executions-page.tsx'),
    'AccountExecutionsPage',
  ),
});

const allAccounts = createRoute({
  getParentRoute: () => shellRoute,
  path: '/all-accounts',
  validateSearch: readAllAccountsSearch,
  component: lazyRouteComponent(() => import('./all-accounts/all-accounts-page.tsx'), 'AllAccountsPage'),
});

const alerts = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts',
  validateSearch: (search: Record<string, unknown>): AlertsSearch => search,
  component: lazyRouteComponent(() => import('./alerts/alerts-page.tsx'), 'AlertsPage'),
});

const tasks = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks',
  validateSearch: (search: Record<string, unknown>): TasksSearch => search,
  component: lazyRouteComponent(() => import('./settings/services/tasks-page.tsx'), 'TasksPage'),
});

const testPhone = createRoute({
  getParentRoute: () => shellRoute,
  path: '/test-phone',
  component: lazyRouteComponent(() => import('./test-phone/test-phone-page.tsx'), 'TestPhonePage'),
});

/** Addresses that lead nowhere keep the frame around them. */
const elsewhere = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

const tree = rootRoute.addChildren([
  signIn,
  join,
  requiredFactor,
  shellRoute.addChildren([
    home,
    flows,
    designer,
    localDesigner,
    history,
    executions.addChildren([execution]),
    accountExecutions,
    allAccounts,
    alerts,
    tasks,
    testPhone,
    emailRoutes,
    settingsRoutes,
    elsewhere,
  ]),
]);

export function createPages(cache: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: {
      cache,
      openWorkingCopy: async (sid: string) =>
        (await import('./designer/working-copy.ts')).openWorkingCopy(sid, cache),
    },
    defaultPreload: 'intent',
    // What a page's reader does not let through leaves the address too: pages see only what they can use.
    search: { strict: true },
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}
