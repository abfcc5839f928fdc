/** The history of a flow: its revisions, and the one that the address names, or the comparison of two. */

import '../words/chunks/change-words.ts';
import '../words/chunks/flow-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { useFlow } from '../client/flows.ts';
import { useHistory, useRefreshedHistory } from '../client/history.ts';
import { usePublishing } from '../client/publishing.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { ErrorState } from '../ui/states/error-state.tsx';
import { useWords } from '../words/use-words.ts';
import { EditLog } from './edit-log.tsx';
import { HistoryBar } from './history-bar.tsx';
import { RevisionList } from './revision-list.tsx';
import { RevisionView } from './revision-view.tsx';
import { readFilters, shownRevisions } from './search-params.ts';
import './history.css';

const route = getRouteApi('/shell/flows/$sid/history');

export function HistoryPage() {
  const t = useWords('revisions');
  const { sid } = route.useParams();
  const search = route.useSearch();
  const flow = useFlow(sid);
  const publishing = usePublishing(sid);
  const list = useHistory(sid, readFilters(search));
  const flowName = flow.data?.friendly_name ?? '';
  usePageTitle(flow.data ? t('historyOf', { name: flowName }) : null);
  const entries = list.data?.pages.flatMap((page) => page.history) ?? [];
  const newest = publishing.data?.revision ?? null;
  const published = publishing.data?.published_revision ?? null;
  const shown = shownRevisions(search, newest);
  useRefreshedHistory(sid, newest);

  if (flow.isError) {
    return (
      <div className="page">
        <h1 className="vh">{t('history')}</h1>
        <ErrorState title={t('historyFailed')} onRetry={() => void flow.refetch()}>
          {flow.error.message}
        </ErrorState>
      </div>
    );
  }
  if (search.list === 'edits')
    return <EditLog sid={sid} flowName={flowName} newest={newest} published={published} />;
  const isChosen = search.revision !== undefined || search.compare !== undefined;
  return (
    <>
      <HistoryBar flowName={flowName} entries={entries} newest={newest} published={published} shown={shown} />
      <div className={isChosen ? 'history one' : 'history'}>
        <RevisionList list={list} entries={entries} newest={newest} published={published} shown={shown} />
        {shown !== null && (
          <RevisionView key={`${shown.from}..${shown.to}`} sid={sid} flowName={flowName} shown={shown} />
        )}
      </div>
    </>
  );
}
