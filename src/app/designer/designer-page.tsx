/** The pages of the designer: a flow of the server, or a draft that only this device has. */

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { FlowResource } from '#api/flows.ts';
import { createFlow, flowKeys, flowQuery, updateFlow } from '../client/flows.ts';
import { RequestError } from '../client/request.ts';
import { TopBar } from '../shell/top-bar.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { localDraftsKey } from '../unsaved-work/local-drafts.ts';
import { useWords } from '../words/use-words.ts';
import { Designer } from './designer.tsx';
import { moveDraftToFlow, type OpenFlow, openFlow, openLocalDraft } from './document/open-flow.ts';
import type { FlowApi } from './document/saving.ts';

export function DesignerPage() {
  const { sid = '' } = useParams({ strict: false });
  return <Opened key={sid} id={sid} open={(cache) => openFlow(sid, cache)} />;
}

export function LocalDesignerPage() {
  const { id = '' } = useParams({ strict: false });
  return <Opened key={id} id={id} open={() => openLocalDraft(id)} />;
}

type OpenedProps = { id: string; open(cache: QueryClient): Promise<OpenFlow | null> };

function Opened({ id, open }: OpenedProps) {
  const t = useWords('designer');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const opening = useQuery({
    queryKey: ['designer', 'opening', id],
    queryFn: () => open(cache),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
    retry: false,
    structuralSharing: false,
  });
  const onSaved = (flow: FlowResource, wasLocal: boolean) => {
    cache.setQueryData(flowKeys.one(flow.sid), flow);
    void cache.invalidateQueries({ queryKey: flowKeys.summaries });
    void cache.invalidateQueries({ queryKey: ['revisions', flow.sid] });
    if (!wasLocal) return;
    void moveDraftToFlow(id, flow.sid).then(() => {
      void cache.invalidateQueries({ queryKey: localDraftsKey });
      return navigate({ to: '/flows/$sid', params: { sid: flow.sid }, replace: true });
    });
  };
  if (opening.data) return <Designer flow={opening.data} server={serverOf(cache)} onSaved={onSaved} />;
  return (
    <>
      <TopBar
        breadcrumbs={[
          <Link key="flows" to="/flows">
            {t('flows')}
          </Link>,
        ]}
        title={t('untitled')}
      />
      {opening.isPending && <Skeleton lines={6} />}
      {opening.data === null && <Missing text={t('localMissing')} />}
      {opening.error && isMissing(opening.error) && <Missing text={t('missingText')} />}
      {opening.error && !isMissing(opening.error) && (
        <ErrorState title={t('failedTitle')} onRetry={() => void opening.refetch()}>
          {opening.error.message}
        </ErrorState>
      )}
    </>
  );
}

function Missing({ text }: { text: string }) {
  const t = useWords('designer');
  return (
    <EmptyState
      icon={SearchX}
      title={t('missingTitle')}
      actions={
        <Link to="/flows" className={buttonClass('primary')}>
          {t('flows')}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}

function isMissing(failure: Error): boolean {
  return failure instanceof RequestError && failure.status === 404;
}

const servers = new WeakMap<QueryClient, FlowApi>();

/** One for each cache, so that what is made from it is made once. */
function serverOf(cache: QueryClient): FlowApi {
  const server = servers.get(cache) ?? {
    // Not paused while the browser is offline: then the person is told.
    newest: (sid) =>
      cache.fetchQuery({ ...flowQuery(sid), staleTime: 0, retry: false, networkMode: 'always' }),
    create: createFlow,
    update: updateFlow,
  };
  servers.set(cache, server);
  return server;
}
