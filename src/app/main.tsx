/** Mounts the page. */

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sendDeferredOnPageHide } from './client/deferred-requests.ts';
import { showDialog } from './client/open-dialog.ts';
import { askToConfirm } from './client/people/confirmation.ts';
import { sessionKey, sessionQuery } from './client/people/session.ts';
import { createQueryClient } from './client/query-client.ts';
import { onSwitched, onUnauthorized, onUnconfirmed, setAccount } from './client/request.ts';
import { createPages } from './routes.tsx';
import { followTheme } from './shell/theme.ts';
import { loadOverlaysOnFirstUse } from './ui/overlays/late-overlay.tsx';
import { leaveKeysToInputMethods } from './ui/page-keys.ts';
import { keepTextsOfTranslatedPage } from './ui/page-translation.ts';
import { startLanguage, useLanguage } from './words/language.ts';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/touch.css';

const cache = createQueryClient();
const pages = createPages(cache);

onUnauthorized(() => {
  cache.setQueryData(sessionKey, null);
  const { href, pathname } = pages.state.location;
  if (pathname !== '/sign-in' && pathname !== '/join')
    void pages.navigate({ to: '/sign-in', search: { return: href } });
});
onUnconfirmed(askToConfirm);
onSwitched(() => showDialog('switched'));
cache
  .getQueryCache()
  .subscribe(() => setAccount(cache.getQueryData(sessionQuery.queryKey)?.account_sid ?? null));
sendDeferredOnPageHide(window);
leaveKeysToInputMethods();
keepTextsOfTranslatedPage();
followTheme();
loadOverlaysOnFirstUse();

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no #root');
const root = createRoot(place);

/** Another language mounts the pages again, so that nothing keeps a text of the old one. */
function Pages() {
  return <RouterProvider key={useLanguage()} router={pages} />;
}

function show(): void {
  root.render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <Pages />
      </QueryClientProvider>
    </StrictMode>,
  );
}

// English is part of the page. A language that cannot be loaded is no reason to show nothing: then it is English.
const loading = startLanguage();
if (loading === null) show();
else loading.then(show, show);
