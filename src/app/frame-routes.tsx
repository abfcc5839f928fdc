/** The routes around all others: the root, and the frame for which one must be signed in. */

import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { sessionQuery } from './client/session.ts';
import { LiveRegion } from './shell/announce.tsx';
import { RouteFailure } from './shell/route-failure.tsx';
import { Shell } from './shell/shell.tsx';
import { ToastRegion } from './ui/toast.tsx';

export const root = createRootRouteWithContext<{ cache: QueryClient }>()({
  component: () => (
    <>
      <Outlet />
      <LiveRegion />
      <ToastRegion />
    </>
  ),
});

/** Everything for which one must be signed in. */
export const shell = createRoute({
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
