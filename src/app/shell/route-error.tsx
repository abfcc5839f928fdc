/**
 * What is shown instead of a page: one that failed to render, a server that does not respond, an address that leads
 * nowhere.
 */

import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { useEffect } from 'react';
import { RequestError } from '../client/request.ts';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { useWords } from '../words/use-words.ts';
import { usePageTitle } from './page-title.ts';

/** The error boundary of the routes. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const t = useWords('shell');
  const router = useRouter();
  const isOffline = error instanceof RequestError && error.status === 0;
  const title = t(isOffline ? 'offlineTitle' : 'failedTitle');
  usePageTitle(title);
  useEffect(() => {
    if (!(error instanceof RequestError)) console.error(error);
  }, [error]);
  return (
    <>
      <h1 className="vh">{title}</h1>
      <ErrorState
        title={title}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
        actions={
          <button type="button" className={buttonClass()} onClick={() => location.reload()}>
            {t('reload')}
          </button>
        }
      >
        {isOffline ? t('offlineText') : t('failedText')}
      </ErrorState>
    </>
  );
}

/** What an address shows that leads nowhere. */
export function NotFound() {
  const t = useWords('shell');
  usePageTitle(t('notFoundTitle'));
  return (
    <>
      <h1 className="vh">{t('notFoundTitle')}</h1>
      <EmptyState
        icon={Unplug}
        title={t('notFoundTitle')}
        actions={
          <Link to="/flows" className={buttonClass()}>
            {t('toFlows')}
          </Link>
        }
      >
        {t('notFoundText')}
      </EmptyState>
    </>
  );
}
