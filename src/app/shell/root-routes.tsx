/** The routes around all others: the root, and the frame for which one must be signed in. */

import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { OpenWorkingCopy } from '../changes/working-copy.ts';
import { sessionQuery } from '../client/people/session.ts';
import { ToastRegion } from '../ui/overlays/toast-region.tsx';
import { LiveRegion } from './announce.tsx';
import { RouteError } from './route-error.tsx';
import { Shell } from './shell.tsx';

export const rootRoute = createRootRouteWithContext<{
  cache: QueryClient;
  openWorkingCopy: OpenWorkingCopy;
}>()({
  component: () => (
    <>
      <Outlet />
      <LiveRegion />
      <ToastRegion />
    </>
  ),
});

/** Everything for which one must be signed in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context, location }) => {
    const session = await context.cache.ensureQueryData(sessionQuery);
    if (session?.lacks_second_factor) throw redirect({ to: '/second-factor' });
    if (session !== null) return;
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { return: location.href } });
  },
  component: Shell,
  errorComponent: (failure) => (
    <main className="page">
      <RouteError {...failure} />
    </main>
  ),
});
