/** What an address shows that leads nowhere. */

import { Link } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { useWords } from '../words/use-words.ts';
import { usePageTitle } from './page-title.ts';

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
