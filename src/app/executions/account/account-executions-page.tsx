/** The executions of all flows of the account. */

import { QueryList } from '../../ui/display/query-list.tsx';
import '../../words/chunks/change-words.ts';
import '../../words/chunks/flow-words.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Activity, ArrowUp, Columns3, Download, SearchX } from 'lucide-react';
import { useState } from 'react';
import {
  type AccountExecutionFilter,
  accountExecutionsCsvUrl,
  maxNewCounted,
  type ShownPage,
  useAccountExecutions,
  useAccountExecutionUpdates,
  useNewExecutions,
  useRefreshAccountExecutions,
} from '../../client/executions/account-executions.ts';
import { useFlowSummaries } from '../../client/flows.ts';
import { useMay } from '../../client/people/session.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { useNow } from '../../ui/marks/use-now.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { shortDateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import './account-executions.css';
import { BatchDialog } from './batch-dialog.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { choosableColumns, useColumns } from './columns.ts';
import { ExecutionTable } from './execution-table.tsx';
import { accountFilterOf, isFiltered } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';

const route = getRouteApi('/shell/executions');

export function AccountExecutionsPage() {
  const t = useWords('accountExecutions');
  const search = route.useSearch();
  const filter = accountFilterOf(search);
  const list = useAccountExecutions(filter, search.page ?? null);
  const flows = useFlowSummaries();
  const now = useNow(5_000);
  const { shown, toggle } = useColumns();
  const mayEnd = useMay('executions.end');
  const [isBatchOpen, setBatchOpen] = useState(false);
  usePageTitle(t('title'));
  useAccountExecutionUpdates(list.data?.executions ?? []);
  const flowNames = new Map(flows.data?.map(({ sid, friendly_name }) => [sid, friendly_name]));
  const executions = list.data?.executions ?? [];
  return (
    <div className="account-executions-page">
      <TopBar title={t('title')}>
        <Menu
          label={t('columns')}
          placement="bottom end"
          trigger={<Button icon={Columns3}>{t('columns')}</Button>}
          items={choosableColumns.map((id) => ({
            id,
            label: t(`column.${id}`),
            isChosen: shown.includes(id),
            onAction: () => toggle(id),
          }))}
        />
        <a
          href={accountExecutionsCsvUrl(filter)}
          download
          className={`${buttonClass()} not-on-phone`}
          title={t('exportHelp')}
        >
          <Icon of={Download} size={14} />
          {t('export')}
        </a>
        {mayEnd && (
          <span className="not-on-phone">
            <Button onPress={() => setBatchOpen(true)}>{t('batch.open')}</Button>
          </span>
        )}
      </TopBar>
      <FilterBar widget={list.isPlaceholderData ? null : (list.data?.widget ?? null)} />
      <BatchProgress />
      {isBatchOpen && (
        <BatchDialog filter={filter} filtered={isFiltered(search)} onClose={() => setBatchOpen(false)} />
      )}
      <div className="account-list" aria-busy={list.isFetching}>
        {search.page === undefined && <NewExecutions filter={filter} page={list.data} />}
        <QueryList
          list={list}
          count={executions.length}
          failedTitle={t('failedTitle')}
          empty={<Empty filtered={isFiltered(search)} />}
          lines={8}
        >
          <ExecutionTable executions={executions} columns={shown} flowNames={flowNames} now={now} />
        </QueryList>
        {list.data && <Pages page={list.data} now={now} />}
      </div>
    </div>
  );
}

/** New executions wait behind a button, so that rows do not move while they are read. */
function NewExecutions({ filter, page }: { filter: AccountExecutionFilter; page: ShownPage | undefined }) {
  const t = useWords('accountExecutions');
  const refresh = useRefreshAccountExecutions();
  const count = useNewExecutions(filter, page).data;
  if (count === 0) return null;
  return (
    <div className="new-ones" role="status">
      <Button icon={ArrowUp} onPress={() => void refresh()}>
        {count > maxNewCounted ? t('newMany', { count: maxNewCounted }) : t('newOnes', { count })}
      </Button>
    </div>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  const t = useWords('accountExecutions');
  if (filtered) {
    return (
      <EmptyState icon={SearchX} title={t('noMatchTitle')}>
        {t('noMatchText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Activity}
      title={t('emptyTitle')}
      actions={
        <Link to="/flows" className={buttonClass()}>
          {t('toFlows')}
        </Link>
      }
    >
      {t('emptyText')}
    </EmptyState>
  );
}

function Pages({ page, now }: { page: ShownPage; now: number }) {
  const t = useWords('accountExecutions');
  const search = route.useSearch();
  const { page: token, ...filters } = search;
  const { newer, older, searchedTo } = page;
  if (newer === null && older === null && token === undefined) return null;
  const link = (label: string, to: string | undefined) => (
    <Link
      to="/executions"
      search={to === undefined ? filters : { ...filters, page: to }}
      className={buttonClass()}
    >
      {label}
    </Link>
  );
  return (
    <nav className="pages" aria-label={t('pages')}>
      {searchedTo !== null && older !== null && (
        <span className="small mut">{t('searchedTo', { date: shortDateAndTime(searchedTo, now) })}</span>
      )}
      {token !== undefined && link(t('newest'), undefined)}
      {newer !== null && link(t('newer'), newer)}
      {older !== null && link(t(searchedTo === null ? 'older' : 'searchOn'), older)}
    </nav>
  );
}
