/** The executions of a flow, newest first: search, filter, page by page. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { ExecutionResource } from '#api/executions/schemas.ts';
import { maskAddress } from '#api/masking/mask-address.ts';
import { useDeferredKeys } from '../client/deferred-requests.ts';
import { type StatusFilter, useExecutions } from '../client/executions/executions.ts';
import { Button } from '../ui/button.tsx';
import { SearchField } from '../ui/forms/search-field.tsx';
import { SegmentedControl } from '../ui/forms/segmented-control.tsx';
import { Dot } from '../ui/marks/pill.tsx';
import { useNow } from '../ui/marks/use-now.ts';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { duration, shortDateAndTime } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import { executionDeletionKey } from './deletion.ts';
import type { ExecutionsSearch } from './search-params.ts';
import { useChangeSearch } from './use-change-search.ts';
import './execution-list.css';

const route = getRouteApi('/shell/flows/$sid/executions');

export const ExecutionList = memo(function ExecutionList() {
  const t = useWords('executions');
  const { sid } = route.useParams();
  const search = route.useSearch();
  const { q = '', show = 'all' } = search;
  const listSearch = { ...(search.q && { q: search.q }), ...(search.show && { show: search.show }) };
  const changeSearch = useChangeSearch();
  const list = useExecutions(sid, show);
  const waiting = useDeferredKeys();
  const now = useNow(5_000);

  const loaded = list.data?.pages.flatMap(({ executions }) => executions) ?? [];
  const kept = loaded.filter((each) => !waiting.has(executionDeletionKey(each.sid)));
  const wanted = q.trim().toLocaleLowerCase();
  const found = kept.filter((each) =>
    `${each.contact_channel_address} ${each.sid}`.toLocaleLowerCase().includes(wanted),
  );
  const isFiltered = wanted !== '' || show !== 'all';

  return (
    <aside className="xlist" aria-label={t('list')}>
      <div className="hd">
        <SearchField
          label={t('search')}
          size="sm"
          value={q}
          onChange={(value) =>
            changeSearch(({ q: _, ...rest }) => ({ ...rest, ...(value && { q: value }) }), { replace: true })
          }
        />
        <SegmentedControl<StatusFilter>
          label={t('filter')}
          value={show}
          onChange={(value) =>
            changeSearch(({ show: _, ...rest }) => ({ ...rest, ...(value !== 'all' && { show: value }) }), {
              replace: true,
            })
          }
          segments={[
            { value: 'all', label: t('all') },
            { value: 'active', label: t('active') },
            { value: 'ended', label: t('ended') },
          ]}
        />
      </div>
      <div className="xs">
        {list.isPending && <Skeleton lines={6} />}
        {list.isError && loaded.length === 0 && (
          <ErrorState title={t('failedTitle')} onRetry={() => void list.refetch()}>
            {list.error.message}
          </ErrorState>
        )}
        <ul>
          {found.map((execution) => (
            <li key={execution.sid}>
              <ExecutionLink execution={execution} now={now} search={listSearch} />
            </li>
          ))}
        </ul>
        {list.isSuccess && found.length === 0 && isFiltered && <p className="none">{t('noMatch')}</p>}
        {list.isSuccess && kept.length === 0 && !isFiltered && <p className="none">{t('emptyTitle')}</p>}
        {list.hasNextPage && (
          <div className="more">
            {wanted !== '' && <p>{t('searchScope', { count: loaded.length })}</p>}
            <Button onPress={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage}>
              {t('loadMore')}
            </Button>
          </div>
        )}
      </div>
    </aside>
  );
});

type ExecutionLinkProps = { execution: ExecutionResource; now: number; search: ExecutionsSearch };

function ExecutionLink({ execution, now, search }: ExecutionLinkProps) {
  const t = useWords('executions');
  const isActive = execution.status === 'active';
  const end = isActive ? now : Date.parse(execution.date_updated ?? execution.date_created);
  return (
    <Link
      to="/flows/$sid/executions/$executionSid"
      params={{ sid: execution.flow_sid, executionSid: execution.sid }}
      search={search}
      className="x"
      activeProps={{ className: 'on' }}
    >
      <Dot mark={isActive ? 'dot' : 'ring'} tone={isActive ? 'live' : 'neutral'} />
      <span className="grow">
        <span className="vh">{t(isActive ? 'active' : 'ended')}</span>
        <span className="a num clip">
          {execution.contact_channel_address === null
            ? t('unknownContact')
            : maskAddress(execution.contact_channel_address)}
        </span>
        <span className="m">{shortDateAndTime(execution.date_created, now)}</span>
      </span>
      <span className="d num">{duration(end - Date.parse(execution.date_created))}</span>
    </Link>
  );
}
