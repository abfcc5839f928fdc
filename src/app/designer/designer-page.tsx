/** The pages of the designer: a flow of the server, or a local draft. */

import '../words/chunks/flow-words.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { FlowResource } from '#api/flows/schemas.ts';
import { isDamagedCopy } from '../client/damaged-copy.ts';
import { createFlow, flowKeys, flowQuery, updateFlow } from '../client/flows.ts';
import { publishingKeys } from '../client/publishing.ts';
import { RequestError } from '../client/request.ts';
import { TopBar } from '../shell/top-bar.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { localDraftsKey } from '../unsaved-work/local-drafts.ts';
import { pageClient } from '../unsaved-work/page-lock.ts';
import { useWords } from '../words/use-words.ts';
import type { FlowApi } from './commands/save-commands.ts';
import { type OpenFlow, openFlow, openLocalDraft, promoteLocalDraft } from './document/open-flow.ts';
import { OpenDesigner } from './open-designer.tsx';
import { ownName } from './presence/own-name.ts';

const repairParts = () => import('./repair/repair-view.tsx');
const RepairView = lazy(async () => ({ default: (await repairParts()).RepairView }));
const RepairState = lazy(async () => ({ default: (await repairParts()).RepairState }));
const RepairLinks = lazy(async () => ({ default: (await repairParts()).RepairLinks }));

export function DesignerPage() {
  const { sid = '' } = useParams({ strict: false });
  return <OpenedFlow key={sid} id={sid} open={(queries) => openFlow(sid, queries)} />;
}

export function LocalDesignerPage() {
  const { id = '' } = useParams({ strict: false });
  return <OpenedFlow key={id} id={id} open={(queries) => openLocalDraft(id, queries)} />;
}

type OpenedFlowProps = { id: string; open(queries: QueryClient): Promise<OpenFlow | null> };

function OpenedFlow({ id, open }: OpenedFlowProps) {
  const t = useWords('designer');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const opening = useQuery({
    queryKey: ['designer', 'opening', id],
    queryFn: () => open(queries),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
    retry: false,
    structuralSharing: false,
  });
  const onSaved = (flow: FlowResource, wasLocal: boolean) => {
    queries.setQueryData(flowKeys.one(flow.sid), flow);
    void queries.invalidateQueries({ queryKey: flowKeys.summaries });
    void queries.invalidateQueries({ queryKey: ['revisions', flow.sid] });
    void queries.invalidateQueries({ queryKey: publishingKeys.of(flow.sid) });
    if (!wasLocal) return;
    void promoteLocalDraft(id, flow.sid).then(() => {
      void queries.invalidateQueries({ queryKey: localDraftsKey });
      return navigate({ to: '/flows/$sid', params: { sid: flow.sid }, replace: true });
    });
  };
  const onKept = (localId: string) => {
    void queries.invalidateQueries({ queryKey: localDraftsKey });
    void navigate({ to: '/flows/local/$id', params: { id: localId }, replace: true });
  };
  const name = queries.getQueryData<FlowResource>(flowKeys.one(id))?.friendly_name;
  const damaged = isDamagedCopy(opening.error);
  if (opening.data)
    return <OpenDesigner flow={opening.data} api={flowApi(queries)} onSaved={onSaved} onKept={onKept} />;
  return (
    <>
      <TopBar
        breadcrumbs={[
          <Link key="flows" to="/flows">
            {t('flows')}
          </Link>,
        ]}
        title={name || t('untitled')}
        afterTitle={
          damaged && (
            <Suspense>
              <RepairState sid={id} />
            </Suspense>
          )
        }
      >
        {damaged && (
          <Suspense>
            <RepairLinks sid={id} />
          </Suspense>
        )}
      </TopBar>
      {opening.isPending && <Skeleton lines={6} />}
      {opening.data === null && <FlowNotFound text={t('localMissing')} />}
      {opening.error && isNotFound(opening.error) && <FlowNotFound text={t('missingText')} />}
      {damaged && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <RepairView sid={id} onRepaired={() => opening.refetch()} />
        </Suspense>
      )}
      {opening.error && !isNotFound(opening.error) && !damaged && (
        <ErrorState title={t('failedTitle')} onRetry={() => void opening.refetch()}>
          {opening.error.message}
        </ErrorState>
      )}
    </>
  );
}

function FlowNotFound({ text }: { text: string }) {
  const t = useWords('designer');
  return (
    <EmptyState
      icon={SearchX}
      title={t('missingTitle')}
      actions={
        <Link to="/flows" className={buttonClass('primary')}>
          {t('goToFlows')}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}

function isNotFound(failure: Error): boolean {
  return failure instanceof RequestError && failure.status === 404;
}

const apis = new WeakMap<QueryClient, FlowApi>();

/** One object per query client, so that memoised values that depend on it stay valid. */
function flowApi(queries: QueryClient): FlowApi {
  const api = apis.get(queries) ?? {
    // 'always': while the browser is offline the request fails, and the page says so, instead of waiting.
    fetchNewest: (sid) =>
      queries.fetchQuery({ ...flowQuery(sid), staleTime: 0, retry: false, networkMode: 'always' }),
    create: createFlow,
    update: (sid, form) => updateFlow(sid, { ...form, Client: pageClient, AuthorName: ownName() }),
  };
  apis.set(queries, api);
  return api;
}
