/** The error boundary of the routes: a page that failed to render, or a server that does not respond. */

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { RequestError } from '../client/request.ts';
import { buttonClass } from '../ui/button-class.ts';
import { ErrorState } from '../ui/states/error-state.tsx';
import { useWords } from '../words/use-words.ts';
import { usePageTitle } from './page-title.ts';

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
