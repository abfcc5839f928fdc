/** The history of a flow: its revisions, and the one that the address names, or the comparison of two. */

import { getRouteApi } from '@tanstack/react-router';
import type { RevisionResource } from '#api/flows/resources.ts';
import { useFlow, useFlowSummaries } from '../client/flows.ts';
import { useRevisions } from '../client/revisions.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { useWords } from '../words/use-words.ts';
import { HistoryBar } from './history-bar.tsx';
import { RevisionList } from './revision-list.tsx';
import { RevisionView } from './revision-view.tsx';
import { shownRevisions } from './search-params.ts';
import './history.css';

const route = getRouteApi('/shell/flows/$sid/history');

export function HistoryPage() {
  const t = useWords('revisions');
  const { sid } = route.useParams();
  const search = route.useSearch();
  const flow = useFlow(sid);
  const list = useRevisions(sid);
  const flowName = flow.data?.friendly_name ?? '';
  usePageTitle(flow.data ? t('historyOf', { name: flowName }) : null);
  const revisions = list.data?.pages.flatMap((page) => page.revisions) ?? [];
  const newest = revisions[0]?.revision ?? null;
  const published = usePublishedRevision(sid, revisions);
  const shown = shownRevisions(search, newest);

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
  const isChosen = search.revision !== undefined || search.compare !== undefined;
  return (
    <>
      <HistoryBar
        flowName={flowName}
        revisions={revisions}
        newest={newest}
        published={published}
        shown={shown}
      />
      <div className={isChosen ? 'history one' : 'history'}>
        <RevisionList list={list} revisions={revisions} published={published} shown={shown} />
        {shown !== null && (
          <RevisionView key={`${shown.from}..${shown.to}`} sid={sid} flowName={flowName} shown={shown} />
        )}
      </div>
    </>
  );
}

/** The published revision: the newest published one on the pages that are loaded, or what the list of flows says. */
function usePublishedRevision(sid: string, revisions: readonly RevisionResource[]): number | null {
  const summaries = useFlowSummaries();
  const listed = revisions.find(({ status }) => status === 'published');
  return listed?.revision ?? summaries.data?.find((each) => each.sid === sid)?.published_revision ?? null;
}
