/** Mounts the page. */

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sendDeferredOnPageHide } from './client/deferred-requests.ts';
import { createQueryClient } from './client/query-client.ts';
import { onUnauthorized } from './client/request.ts';
import { sessionKey } from './client/session.ts';
import { createPages } from './routes.tsx';
import { followTheme } from './shell/theme.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/touch.css';

const cache = createQueryClient();
const pages = createPages(cache);

onUnauthorized(() => {
  cache.setQueryData(sessionKey, null);
  const { href, pathname } = pages.state.location;
  if (pathname !== '/sign-in') void pages.navigate({ to: '/sign-in', search: { return: href } });
});
sendDeferredOnPageHide(window);
followTheme();

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <RouterProvider router={pages} />
    </QueryClientProvider>
  </StrictMode>,
);
