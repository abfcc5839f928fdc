/** Executions without a flow: first choose one, those with active executions first. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronRight, Workflow } from 'lucide-react';
import { useFlowSummaries } from '../client/flows.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pill } from '../ui/pill.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useWords } from '../words/use-words.ts';
import './choose-flow-page.css';

const route = getRouteApi('/shell/executions');

export function ChooseFlowPage() {
  const t = useWords('executions');
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const flows = useFlowSummaries();
  usePageTitle(t('choose.title'));
  const wanted = q.trim().toLocaleLowerCase();
  const found = (flows.data ?? [])
    .filter(({ friendly_name, sid }) => `${friendly_name} ${sid}`.toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => b.active_executions - a.active_executions);
  return (
    <div className="page choose">
      <header>
        <h1>{t('choose.title')}</h1>
        <p>{t('choose.lead')}</p>
        {flows.data && flows.data.length > 0 && (
          <SearchField
            label={t('choose.search')}
            value={q}
            onChange={(value) => void navigate({ search: value ? { q: value } : {}, replace: true })}
          />
        )}
      </header>
      {flows.isPending && <Skeleton lines={6} />}
      {flows.isError && !flows.data && (
        <ErrorState title={t('choose.failedTitle')} onRetry={() => void flows.refetch()}>
          {flows.error.message}
        </ErrorState>
      )}
      {flows.data?.length === 0 && (
        <EmptyState
          icon={Workflow}
          title={t('choose.emptyTitle')}
          actions={
            <Link to="/flows" search={{ new: 'blank' }} className={buttonClass()}>
              {t('choose.newFlow')}
            </Link>
          }
        >
          {t('choose.emptyText')}
        </EmptyState>
      )}
      {flows.data && flows.data.length > 0 && found.length === 0 && (
        <p className="none">{t('choose.noMatch')}</p>
      )}
      <ul aria-label={t('choose.flows')}>
        {found.map(({ sid, friendly_name, active_executions: active }) => (
          <li key={sid}>
            <Link to="/flows/$sid/executions" params={{ sid }}>
              <span className="grow clip">{friendly_name}</span>
              {active > 0 ? (
                <Pill tone="live" mark="dot">
                  {t('choose.active', { count: active })}
                </Pill>
              ) : (
                <span className="small mut">{t('choose.none')}</span>
              )}
              <Icon of={ChevronRight} size={14} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
